import sharp from 'sharp'
import { expect, it } from 'vitest'
import { markDetail, strengthAt } from './mark-detail.ts'

const SIZE = { width: 240, height: 120 }

/** Grass on the left, words on the right. */
async function picture() {
  const words = `<svg width="120" height="120"><rect width="120" height="120" fill="white"/>
    <text x="4" y="40" font-size="26">Words</text><text x="4" y="90" font-size="26">again</text></svg>`
  let seed = 7
  const grass = Uint8Array.from({ length: 3 * SIZE.width * SIZE.height }, () => {
    seed = (seed * 16807) % 2147483647
    return 90 + (seed % 40)
  })
  const { data } = await sharp(grass, { raw: { ...SIZE, channels: 3 } })
    .composite([{ input: Buffer.from(words), left: 120, top: 0 }])
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { data, ...SIZE }
}

it('draws details stronger, those of faces a little, and letters as they are', async () => {
  const image = await picture()
  const face = { box: { x: 10, y: 10, width: 40, height: 40 } }
  const map = markDetail(image, [face])
  expect(strengthAt(map, 90, 60)).toBeGreaterThan(1.5)
  expect(strengthAt(map, 30, 30)).toBeGreaterThan(1.4)
  expect(strengthAt(map, 30, 30)).toBeLessThan(1.7)
  expect(strengthAt(map, 160, 32)).toBe(1)
  expect(strengthAt(markDetail(image, []), 30, 30)).toBeGreaterThan(2)
})

it("draws the network's own pattern weaker on smooth ground, but not beside what has details", () => {
  const data = new Uint8Array(3 * SIZE.width * SIZE.height)
  for (let at = 0; at < data.length; at++) data[at] = 80 + Math.floor((at % (3 * SIZE.width)) / 12)
  const map = markDetail({ data, ...SIZE }, [])
  expect(strengthAt(map, 120, 60)).toBeLessThan(0.5)
  for (let y = 0; y < SIZE.height; y += 2)
    data.fill(200, 3 * SIZE.width * y, 3 * SIZE.width * y + 360)
  expect(strengthAt(markDetail({ data, ...SIZE }, []), 60, 60)).toBeGreaterThan(1.5)
})
