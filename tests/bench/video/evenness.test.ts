import { expect, test } from 'vitest'
import { worstLeap } from './evenness.ts'

test('a cut is found where it is, and a motion that grows is none', () => {
  const even = [60, 45, 39, 37, 35, 34, 33, 32, 33, 34, 36]
  expect(worstLeap(even).decibels).toBeLessThan(3)
  expect(worstLeap(even.with(5, 22))).toEqual({ decibels: 12, frame: 6 })
})
