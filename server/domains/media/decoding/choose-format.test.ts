import { expect, test } from 'vitest'
import { chooseFormat } from './choose-format.ts'
import type { Header } from './open-upload.ts'

const header = (change: Partial<Header>): Header => ({
  format: 'png',
  width: 4000,
  height: 3000,
  hasAlpha: false,
  isLossless: true,
  hasHalfColours: false,
  ...change,
})
const PHOTOGRAPH = 20_000_000
const DRAWING = 3_000_000

test.each<[string, Partial<Header>, number, string]>([
  ['a photograph', { format: 'jpeg', isLossless: false }, PHOTOGRAPH, 'jpg'],
  ['WebP with loss', { format: 'webp', isLossless: false }, DRAWING, 'jpg'],
  ['and transparent', { format: 'webp', isLossless: false, hasAlpha: true }, DRAWING, 'png'],
  ['a large photograph without loss', {}, PHOTOGRAPH, 'jpg'],
  ['and transparent', { hasAlpha: true }, PHOTOGRAPH, 'png'],
  ['a large drawing', {}, DRAWING, 'png'],
  ['what can be repainted', { width: 2048, height: 2048 }, PHOTOGRAPH, 'png'],
  ['WebP without loss', { format: 'webp', width: 512, height: 512 }, DRAWING, 'png'],
])('%s', (_name, change, bytes, extension) => {
  expect(chooseFormat(header(change), 'picture', bytes).extension).toBe(extension)
})

test('a mask stays exact, whatever it came as', () => {
  const photograph = header({ format: 'jpeg', isLossless: false })
  expect(chooseFormat(photograph, 'mask', PHOTOGRAPH).extension).toBe('png')
})
