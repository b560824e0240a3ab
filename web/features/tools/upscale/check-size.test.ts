import { expect, test } from 'vitest'
import { checkSize, enlarged } from './check-size.ts'

test('says the size of what comes out', () => {
  expect(enlarged({ width: 451, height: 300 }, 3)).toEqual({ width: 1353, height: 900 })
})

test('64 megapixels can be made, and not a row more', () => {
  expect(checkSize({ width: 1024, height: 1024 }, 8)).toBeNull()
  expect(checkSize({ width: 1024, height: 1025 }, 8)).toContain('8,192 x 8,200 pixels')
})
