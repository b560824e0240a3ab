import { expect, test } from 'vitest'
import { enlarged, isTooLarge } from './check-size.ts'

test('says the size of what comes out', () => {
  expect(enlarged({ width: 451, height: 300 }, 3)).toEqual({ width: 1353, height: 900 })
})

test('64 megapixels can be made, and not a row more', () => {
  expect(isTooLarge({ width: 1024, height: 1024 }, 8, 'pro')).toBe(false)
  expect(isTooLarge({ width: 1024, height: 1025 }, 8, 'pro')).toBe(true)
})

test('4 megapixels can be drawn from a prompt, and not a row more', () => {
  expect(isTooLarge({ width: 1024, height: 1024 }, 2, 'guided')).toBe(false)
  expect(isTooLarge({ width: 1024, height: 1025 }, 2, 'guided')).toBe(true)
})
