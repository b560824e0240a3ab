import { expect, test } from 'vitest'
import { singular } from './singular.ts'

test.each([
  ['horses', 'horse'],
  ['shoes', 'shoe'],
  ['wolves', 'wolf'],
  ['mice', 'mouse'],
  ['people', 'person'],
  ['watches', 'watch'],
  ['pandas', 'panda'],
  ['foxes', 'fox'],
  ['berries', 'berry'],
  ['cookies', 'cookie'],
  ['sheep', 'sheep'],
  ['grass', 'grass'],
  ['bus', 'bus'],
  ['cat', 'cat'],
  ['4', '4'],
  ['', ''],
])('one of "%s" is "%s"', (several, one) => {
  expect(singular(several)).toBe(one)
})
