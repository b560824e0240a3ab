import { describe, expect, it } from 'vitest'
import type { CreditEntry } from '#contract/credits.ts'
import { statementCsv } from './statement-csv.ts'

const entry = (changes: Partial<CreditEntry>): CreditEntry => ({
  id: '7',
  created_at: '2026-11-05T12:00:00.000Z',
  kind: 'hold',
  amount: -4,
  captured: 0,
  balance_after: 36,
  job: 'j1',
  image: null,
  payment: null,
  text: 'Reserved',
  ...changes,
})

describe('statementCsv', () => {
  it('has a heading and a line for each entry', () => {
    expect(statementCsv([entry({})]).split('\r\n')).toEqual([
      'id,created_at,kind,amount,captured,balance_after,text,job,image,payment',
      '7,2026-11-05T12:00:00.000Z,hold,-4,0,36,Reserved,j1,,',
      '',
    ])
  })

  it('keeps commas, quotes and line breaks inside their cell', () => {
    const [, line] = statementCsv([entry({ text: 'a, "b"\nc' })]).split('\r\n')
    expect(line).toContain(',"a, ""b""\nc",')
  })

  it('disarms what a spreadsheet would run, and leaves numbers alone', () => {
    for (const text of ['=1+1', '+1', '-1', '@a', '\t=1']) {
      const [, line] = statementCsv([entry({ text })]).split('\r\n')
      expect(line).toContain(`,-4,0,36,'${text},`)
    }
  })
})
