import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Planes } from '../networks.ts'
import { createEnlarger } from './enlarge.ts'
import type { EnlargeFactor } from './enlarger-models.ts'
import { enlargerFile } from './enlarger-models.ts'
import { createRunLane } from '../run-lane.ts'
import { copyRegion, splitIntoTiles } from './tiles.ts'

let cacheDir: string
const lane = createRunLane(new AbortController().signal)

beforeAll(async () => {
  cacheDir = await mkdtemp(path.join(tmpdir(), 'enlarger-'))
})
afterAll(() => rm(cacheDir, { recursive: true }))

/** A soft pattern of all colours, values 0 to 255. */
function pattern(width: number, height: number): Planes {
  const data = Float32Array.from({ length: 3 * width * height }, (_, i) => {
    const [plane, y, x] = [
      Math.floor(i / width / height),
      Math.floor(i / width) % height,
      i % width,
    ]
    return 127 + 100 * Math.sin(x / 7 + plane) * Math.cos(y / 9 - plane)
  })
  return { data, width, height }
}

test.each<EnlargeFactor>([2, 3, 4])(
  'enlarging by %i keeps what is in the picture',
  async (factor) => {
    const picture = pattern(24, 16)
    const enlarged = await createEnlarger(cacheDir, { threads: 1 }).enlarge(picture, [factor], lane)
    expect([enlarged.width, enlarged.height]).toEqual([24 * factor, 16 * factor])
    let difference = 0
    for (let plane = 0; plane < 3; plane++)
      for (let y = 0; y < 16; y++)
        for (let x = 0; x < 24; x++) {
          let mean = 0
          for (let dy = 0; dy < factor; dy++)
            for (let dx = 0; dx < factor; dx++)
              mean +=
                enlarged.data[
                  (plane * enlarged.height + y * factor + dy) * enlarged.width + x * factor + dx
                ]! /
                factor ** 2
          difference += Math.abs(mean - picture.data[(plane * 16 + y) * 24 + x]!)
        }
    expect(difference / picture.data.length).toBeLessThan(4)
  },
)

test('tiles leave no seam: a picture of several equals the same part enlarged alone', async () => {
  const picture = pattern(300, 40)
  const enlarger = createEnlarger(cacheDir, { threads: 1 })
  const tiled = await enlarger.enlarge(picture, [2], lane)
  // 300 pixels are two tiles that meet at 150; 100 to 200 alone is one.
  const part = copyRegion(picture, { left: 100, top: 0, width: 100, height: 40 })
  const alone = await enlarger.enlarge(part, [2], lane)
  const across = { left: 20 * 2, top: 0, width: 60 * 2, height: 80 }
  const a = copyRegion(alone, across)
  const b = copyRegion(tiled, { ...across, left: (100 + 20) * 2 })
  const greatest = a.data.reduce(
    (most, value, i) => Math.max(most, Math.abs(value - b.data[i]!)),
    0,
  )
  expect(greatest).toBeLessThan(0.05)
})

test('tiles cover a picture exactly once', () => {
  const seen = new Uint8Array(70 * 33)
  for (const { inner, outer } of splitIntoTiles({ width: 70, height: 33 }, 32, 5)) {
    expect(Math.max(inner.width, inner.height)).toBeLessThanOrEqual(32)
    expect(outer.left).toBeLessThanOrEqual(inner.left)
    for (let y = inner.top; y < inner.top + inner.height; y++)
      for (let x = inner.left; x < inner.left + inner.width; x++) seen[y * 70 + x]! += 1
  }
  expect(seen.every((count) => count === 1)).toBe(true)
})

test('a stopped enlargement goes no further', async () => {
  const stop = new AbortController()
  stop.abort()
  const enlarger = createEnlarger(cacheDir, { threads: 1 })
  await expect(enlarger.enlarge(pattern(8, 8), [2], createRunLane(stop.signal))).rejects.toThrow(
    /abort/i,
  )
})

test('the converted network is kept, and made again if it was damaged', async () => {
  const file = await enlargerFile(2, cacheDir)
  const good = await readFile(file)
  await writeFile(file, good.subarray(0, 1000))
  expect(await enlargerFile(2, cacheDir)).toBe(file)
  expect((await readFile(file)).equals(good)).toBe(true)
  expect((await readdir(cacheDir)).every((name) => name.endsWith('.onnx'))).toBe(true)
})
