import sharp from 'sharp'
import { expect, test } from 'vitest'
import { makePng } from '#tests/support/pictures.ts'
import { areBlack } from './find-stills.ts'

/** A frame of one grey, 0-255. */
const grey = (value: number) =>
  sharp({
    create: { width: 16, height: 16, channels: 3, background: { r: value, g: value, b: value } },
  })
    .png()
    .toBuffer()

test('a film is black when nothing is to be seen in any of its frames', async () => {
  const [black, nearly, dark] = await Promise.all([grey(0), grey(3), grey(4)])
  expect(await areBlack([black, nearly, black])).toBe(true)
  expect(await areBlack([black, dark, black])).toBe(false)
  expect(await areBlack([black, await makePng(16, 16, { noise: 9 }), black])).toBe(false)
})
