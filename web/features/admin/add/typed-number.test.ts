import { expect, it } from 'vitest'
import { typedNumber } from './typed-number.ts'

it.each([
  [31, 31],
  ['31.00', 31],
  ['8.50', 8.5],
  ['0.', 0],
  ['', null],
  ['-', null],
  [' ', null],
] as const)('takes %j for %j', (value, number) => {
  expect(typedNumber(value)).toBe(number)
})
