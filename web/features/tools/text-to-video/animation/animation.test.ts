import sharp from 'sharp'
import { expect, test } from 'vitest'
import { findLabel } from './animate.ts'
import { type Animation, joinWebp } from './animated-webp.ts'
import { createGif } from './gif.ts'
import { choosePalette } from './palette.ts'

const LABEL = '<?xpacket begin="\uFEFF"?><x:xmpmeta xmlns:x="adobe:ns:meta/"/><?xpacket end="w"?>'
const animation: Animation = {
  width: 210,
  height: 150,
  delay: 80,
  label: new TextEncoder().encode(LABEL),
}

/** Colours that run, each frame brighter; enough of them that codes fill up and start over. */
const frames = [0, 1, 2].map((frame) =>
  Uint8ClampedArray.from({ length: 4 * animation.width * animation.height }, (_, i) => {
    const [x, y] = [Math.floor(i / 4) % animation.width, Math.floor(i / 4 / animation.width)]
    return [x + 20 * frame, 1.5 * y, (x * y) / 130, 255][i % 4]!
  }),
)

const raw = { width: animation.width, height: animation.height, channels: 4 as const }

async function differenceOf(file: Uint8Array, frame: number): Promise<number> {
  const shown = await sharp(file, { page: frame }).removeAlpha().raw().toBuffer()
  const meant = await sharp(frames[frame], { raw }).removeAlpha().raw().toBuffer()
  return shown.reduce((sum, value, i) => sum + Math.abs(value - meant[i]!), 0) / shown.length
}

test('a GIF has every frame, nearly in its colors, its time and the label', async () => {
  const gif = createGif(animation, choosePalette(frames))
  for (const frame of frames) gif.add(frame)
  const file = gif.finish()
  expect(await sharp(file, { animated: true }).metadata()).toMatchObject({
    format: 'gif',
    width: 210,
    pageHeight: 150,
    pages: 3,
    delay: [80, 80, 80],
    loop: 0,
  })
  for (const frame of frames.keys()) expect(await differenceOf(file, frame)).toBeLessThan(12)
  expect(new TextDecoder().decode(findLabel(file)!)).toBe(LABEL)
})

test('still images become one WebP that moves', async () => {
  const stills = await Promise.all(
    frames.map((frame) => sharp(frame, { raw }).removeAlpha().webp({ quality: 95 }).toBuffer()),
  )
  const file = joinWebp(stills, animation)
  const about = await sharp(file, { animated: true }).metadata()
  expect(about).toMatchObject({ format: 'webp', pages: 3, delay: [80, 80, 80], loop: 0 })
  expect(about.xmpAsString).toBe(LABEL)
  for (const frame of frames.keys()) expect(await differenceOf(file, frame)).toBeLessThan(12)
  expect(() => joinWebp([new Uint8Array(40)], animation)).toThrow('WebP')
})

test('a file without a label has none', () => {
  expect(findLabel(new Uint8Array(64))).toBeNull()
})
