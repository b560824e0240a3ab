import { describe, expect, it } from 'vitest'
import { csvRow } from './csv.ts'

describe('a row of a CSV', () => {
  it('quotes what would break it', () => {
    expect(csvRow(['a', 'b,c', 'd "e"', 'f\ng', 1, -2, true, null])).toBe(
      'a,"b,c","d ""e""","f\ng",1,-2,true,\r\n',
    )
  })

  it.each([
    '=1+1',
    '+1',
    '-1',
    '@SUM(A1)',
    '|cmd',
    '%x',
    '\t=1',
    '\r=1',
    '\n=1',
    ' =1',
    '\u200b=1',
    '\ufeff=1',
  ])('makes text of what a spreadsheet would run: %j', (text) => {
    expect(csvRow([text]).replace(/^"/, '')).toMatch(/^'/)
  })

  it('leaves other text alone', () => {
    expect(csvRow(['a=1', 'x@example.org', '2026-11-01T00:00:00Z'])).toBe(
      'a=1,x@example.org,2026-11-01T00:00:00Z\r\n',
    )
  })
})
