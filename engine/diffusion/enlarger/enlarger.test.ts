import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Planes } from '../networks.ts'
import { OnnxWriter } from '../../onnx/onnx-writer.ts'
import { createRunLane } from '../run-lane.ts'
import { createEnlarger } from './enlarge.ts'
import type { EnlargerKind } from './enlarger-kind.ts'
import { photoEnlarger } from './photo-enlarger.ts'
import { modelEnlarger } from '../../illustrations/model-enlarger.ts'
import { copyRegion, splitIntoTiles } from './tiles.ts'

let cacheDir: string
let own: EnlargerKind
const lane = createRunLane(new AbortController().signal)

beforeAll(async () => {
  cacheDir = await mkdtemp(path.join(tmpdir(), 'enlarger-'))
  own = await writeOwnEnlarger(path.join(cacheDir, 'model'))
})
afterAll(() => rm(cacheDir, { recursive: true }))

/** A model's folder with an enlarger that repeats each pixel. */
async function writeOwnEnlarger(modelDir: string): Promise<EnlargerKind> {
  const writer = new OnnxWriter()
  const picture = writer.input('picture', [1, 3, 'height', 'width'])
  const factors = writer.floats(Float32Array.from([1, 1, 4, 4]), [4])
  const nearest = { mode: 'nearest', coordinate_transformation_mode: 'asymmetric' }
  writer.node('Resize', [picture, '', factors], { ...nearest, nearest_mode: 'floor' }, 'enlarged')
  writer.output('enlarged', [1, 3, 'enlarged_height', 'enlarged_width'])
  await mkdir(path.join(modelDir, 'enlarger'), { recursive: true })
  await writeFile(path.join(modelDir, 'enlarger/model.onnx'), writer.build())
  return (await modelEnlarger(modelDir))!
}

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

/** How far an enlarged picture, made small again, is from what it was, on average. */
function changeOf(picture: Planes, enlarged: Planes): number {
  const factor = enlarged.width / picture.width
  let difference = 0
  for (let plane = 0; plane < 3; plane++)
    for (let y = 0; y < picture.height; y++)
      for (let x = 0; x < picture.width; x++) {
        let mean = 0
        for (let dy = 0; dy < factor; dy++)
          for (let dx = 0; dx < factor; dx++) {
            const row = plane * enlarged.height + y * factor + dy
            mean += enlarged.data[row * enlarged.width + x * factor + dx]! / factor ** 2
          }
        const before = picture.data[(plane * picture.height + y) * picture.width + x]!
        difference += Math.abs(mean - before)
      }
  return difference / picture.data.length
}

function times(factor: number, { width, height }: Planes) {
  return { width: factor * width, height: factor * height }
}

/** The greatest distance of the values of two pictures. */
function apart(a: Planes, b: Planes): number {
  return a.data.reduce((most, value, i) => Math.max(most, Math.abs(value - b.data[i]!)), 0)
}

describe('the enlarger for photographs', () => {
  test.each([2, 4, 8])('keeps what is in the picture (%i times)', async (factor) => {
    const picture = pattern(24, 16)
    const enlarged = await createEnlarger(photoEnlarger, { threads: 1 }).enlarge(
      picture,
      times(factor, picture),
      lane,
    )
    expect([enlarged.width, enlarged.height]).toEqual([24 * factor, 16 * factor])
    expect(changeOf(picture, enlarged)).toBeLessThan(4)
  })

  test('leaves no seam: an image of several tiles equals the same part enlarged alone', async () => {
    const picture = pattern(300, 40)
    const enlarger = createEnlarger(photoEnlarger, { threads: 1 })
    const tiled = await enlarger.enlarge(picture, times(2, picture), lane)
    // 300 pixels are two tiles that meet at 150; 100 to 200 alone is one.
    const part = copyRegion(picture, { left: 100, top: 0, width: 100, height: 40 })
    const alone = await enlarger.enlarge(part, times(2, part), lane)
    const across = { left: 20 * 2, top: 0, width: 60 * 2, height: 80 }
    const whole = copyRegion(tiled, { ...across, left: (100 + 20) * 2 })
    expect(apart(copyRegion(alone, across), whole)).toBeLessThan(0.05)
  })
})

describe('the enlarger of a model folder', () => {
  test('is what the folder holds; a folder without one has none', async () => {
    expect(await modelEnlarger(cacheDir)).toBeNull()
    const picture = pattern(20, 12)
    const enlarger = createEnlarger(own, { threads: 1 })
    for (const [edge, factor] of [
      [20, 1],
      [33, 4],
      [80, 4],
      [90, 16],
    ] as const) {
      const enlarged = await enlarger.enlarge(picture, { width: edge, height: 12 }, lane)
      expect([enlarged.width, enlarged.height]).toEqual([20 * factor, 12 * factor])
      expect(changeOf(picture, enlarged)).toBeLessThan(1e-4)
    }
    await enlarger.release()
  })

  test('is given tiles that meet exactly, also of odd sizes', async () => {
    const picture = pattern(519, 21)
    const enlarged = await createEnlarger(own, { threads: 1 }).enlarge(
      picture,
      times(4, picture),
      lane,
    )
    const at = (x: number, y: number) => enlarged.data[y * enlarged.width + x]
    for (const x of [0, 517, 1023, 1024, 1027, 2075])
      expect(at(x, 83)).toBe(picture.data[20 * 519 + Math.floor(x / 4)])
  })
})

test('after the passes every size up to 2048 is covered, but for the last bit beyond sixteen times', () => {
  for (const kind of [photoEnlarger, own])
    for (let width = 64; width <= 2048; width += 104)
      for (let height = 64; height <= 2048; height += 104) {
        const from = { width: 160, height: 104 }
        const passes = kind.passesTo({ width, height }, from)
        const enlargement = passes.reduce((product, factor) => product * factor, 1)
        const covered = Math.min(
          (from.width * enlargement) / width,
          (from.height * enlargement) / height,
        )
        expect(covered).toBeGreaterThanOrEqual(enlargement === 16 ? 0.7 : 1)
      }
  expect(own.passesTo({ width: 128, height: 128 }, { width: 128, height: 128 })).toEqual([])
})

test('tiles cover an image exactly once, and begin and end where the network wants it', () => {
  for (const multiple of [1, 8]) {
    const seen = new Uint8Array(70 * 33)
    const tiling = { edge: 32, reach: 8, multiple }
    for (const { inner, outer } of splitIntoTiles({ width: 70, height: 33 }, tiling)) {
      expect(Math.max(inner.width, inner.height)).toBeLessThanOrEqual(32)
      expect(outer.left).toBeLessThanOrEqual(inner.left)
      for (const edge of [outer.left, outer.top, outer.width, outer.height])
        expect(Math.abs(edge % multiple)).toBe(0)
      for (let y = inner.top; y < inner.top + inner.height; y++)
        for (let x = inner.left; x < inner.left + inner.width; x++) seen[y * 70 + x]! += 1
    }
    expect(seen.every((count) => count === 1)).toBe(true)
  }
})

test('a stopped enlargement goes no further', async () => {
  const stop = new AbortController()
  stop.abort()
  const picture = pattern(8, 8)
  const enlarging = createEnlarger(photoEnlarger, { threads: 1 }).enlarge(
    picture,
    times(2, picture),
    createRunLane(stop.signal),
  )
  await expect(enlarging).rejects.toThrow(/abort/i)
})
