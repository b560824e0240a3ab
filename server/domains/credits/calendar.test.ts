import { describe, expect, it } from 'vitest'
import { addMonths } from './calendar.ts'

const months = (anchor: string, count: number) =>
  Array.from({ length: count }, (_, k) => addMonths(new Date(anchor), k).toISOString())

describe('credit months', () => {
  it('of the 31st end on the last day and come back to the 31st', () => {
    expect(months('2027-01-31T08:30:15.250Z', 5)).toEqual([
      '2027-01-31T08:30:15.250Z',
      '2027-02-28T08:30:15.250Z',
      '2027-03-31T08:30:15.250Z',
      '2027-04-30T08:30:15.250Z',
      '2027-05-31T08:30:15.250Z',
    ])
  })

  it('of the 29th and 30th know leap years', () => {
    expect(months('2028-01-30T00:00:00Z', 2)[1]).toBe('2028-02-29T00:00:00.000Z')
    expect(months('2027-01-29T00:00:00Z', 2)[1]).toBe('2027-02-28T00:00:00.000Z')
    expect(addMonths(new Date('2028-02-29T00:00:00Z'), 12).toISOString()).toBe(
      '2029-02-28T00:00:00.000Z',
    )
  })

  it('go over the end of the year', () => {
    expect(addMonths(new Date('2026-12-15T23:59:59Z'), 1).toISOString()).toBe(
      '2027-01-15T23:59:59.000Z',
    )
  })
})
