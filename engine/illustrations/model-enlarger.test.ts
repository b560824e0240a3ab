import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { toRgb } from '../diffusion/finish-picture.ts'
import { loadModel } from '../diffusion/loaded-model.ts'
import type { Planes } from '../diffusion/networks.ts'
import { createRunLane } from '../diffusion/run-lane.ts'
import type { Enlarger } from '../diffusion/enlarger/enlarge.ts'
import { createEnlarger } from '../diffusion/enlarger/enlarge.ts'
import { COMPANIONS } from '../companions.ts'
import { modelEnlarger } from './model-enlarger.ts'
import { photoEnlarger } from '../diffusion/enlarger/photo-enlarger.ts'
import { copyRegion } from '../diffusion/enlarger/tiles.ts'

const MODEL = 'models/text-to-image'
const FACTOR = 4
/** Plane, row, column and value of what PyTorch makes of discs without grain, from the stored weights. */
const REFERENCE: [number, number, number, number][] = [
  [0, 33, 189, 60.412],
  [2, 121, 33, 197.939],
  [2, 3, 240, 200.166],
  [1, 59, 98, 169.901],
  [2, 120, 243, 200.091],
  [1, 38, 118, 141.192],
  [2, 38, 199, 199.464],
  [2, 3, 32, 200.176],
  [0, 10, 154, 59.846],
  [0, 68, 242, 59.822],
  [2, 99, 218, 196.167],
  [1, 113, 68, 178.197],
]

let cacheDir: string
let enlarger: Enlarger
const lane = createRunLane(new AbortController().signal)

beforeAll(async () => {
  cacheDir = await mkdtemp(path.join(tmpdir(), 'enlarger-'))
  enlarger = createEnlarger((await modelEnlarger(MODEL))!, { threads: 1 })
})
afterAll(async () => {
  await enlarger.release()
  await rm(cacheDir, { recursive: true })
})

const FILL = [60, 140, 200]
const DISC = [240, 180, 40]

/** Discs of one colour on another with soft outlines, and a grain of up to `grain` in patches, as the model leaves it. */
function discs(width: number, height: number, grain: number): Planes {
  let state = 1
  const patches = Float32Array.from(
    { length: 3 * Math.ceil(width / 4) * Math.ceil(height / 4) },
    () => {
      state = (Math.imul(state, 1103515245) + 12345) >>> 0
      return grain * ((state >>> 8) / 2 ** 23 - 1)
    },
  )
  const data = Float32Array.from({ length: 3 * width * height }, (_, i) => {
    const plane = Math.floor(i / width / height)
    const [x, y] = [(i % width) % 64, Math.floor(i / width) % height]
    const share = Math.min(1, Math.max(0, (20 - Math.hypot(x - 32, y - 32)) / 4 + 0.5))
    const value = FILL[plane]! + share * (DISC[plane]! - FILL[plane]!)
    const first = Math.floor(i / width / 4) * Math.ceil(width / 4)
    return value + patches[first + Math.floor((i % width) / 4)]!
  })
  return { data, width, height }
}

const enlarge = (picture: Planes): Promise<Planes> =>
  enlarger.enlarge(
    picture,
    { width: picture.width * FACTOR, height: picture.height * FACTOR },
    lane,
  )

function row({ data, width }: Planes, y: number, from: number, to: number): Float32Array {
  return data.subarray(y * width + from, y * width + to)
}

/** The greatest change from one value to the next. */
function steepest(values: Float32Array): number {
  return values.reduce((most, value, i) => Math.max(most, Math.abs(value - values[i - 1]!) || 0), 0)
}

function deviation(values: Float32Array): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length)
}

test('the built-in model is enlarged by its own network, a model without one by that for photographs', async () => {
  const shared = createEnlarger(photoEnlarger, { threads: 1 })
  const source = { cacheDir, threads: 1 }
  const own = await loadModel({ ...source, modelDir: MODEL }, COMPANIONS, shared)
  const other = await loadModel(
    { ...source, modelDir: 'tests/fixtures/tiny-sd' },
    COMPANIONS,
    shared,
  )
  expect(own.enlarger).not.toBe(shared)
  expect(other.enlarger).toBe(shared)
  await Promise.all([own.release(), other.release()])
})

test('it makes fills even and outlines steep, and leaves colours where they are', async () => {
  const picture = discs(64, 64, 6)
  const enlarged = await enlarge(picture)
  const raw = { width: 64, height: 64, channels: 3 } as const
  const scaled = await sharp(toRgb(picture), { raw })
    .resize(256, 256, { kernel: 'lanczos3' })
    .extractChannel(0)
    .raw()
    .toBuffer()
  const plain = { data: Float32Array.from(scaled), width: 256, height: 256 }
  // Above the disc, and from the left across its outline to its middle.
  expect(deviation(row(enlarged, 12, 40, 216))).toBeLessThan(
    0.75 * deviation(row(plain, 12, 40, 216)),
  )
  expect(steepest(row(enlarged, 128, 20, 128))).toBeGreaterThan(
    3 * steepest(row(plain, 128, 20, 128)),
  )
  for (const [plane, colour] of DISC.entries()) {
    const middle = enlarged.data[(plane * 256 + 128) * 256 + 128]!
    expect(Math.abs(middle - colour)).toBeLessThan(12)
    const corner = enlarged.data[(plane * 256 + 20) * 256 + 20]!
    expect(Math.abs(corner - FILL[plane]!)).toBeLessThan(12)
  }
})

test('it answers as PyTorch does', async () => {
  const enlarged = await enlarge(discs(64, 32, 0))
  const picked = REFERENCE.map(([plane, y, x]) => enlarged.data[(plane * 128 + y) * 256 + x]!)
  const greatest = Math.max(...picked.map((value, i) => Math.abs(value - REFERENCE[i]![3])))
  expect(greatest).toBeLessThan(0.05)
})

test('tiles leave no seam: an image of several equals the same part enlarged alone', async () => {
  const picture = discs(384, 32, 6)
  const whole = await enlarge(picture)
  // 384 pixels are two tiles that meet at 192; 64 to 320 alone is one.
  const alone = await enlarge(copyRegion(picture, { left: 64, top: 0, width: 256, height: 32 }))
  const across = { left: 96 * FACTOR, top: 0, width: 64 * FACTOR, height: 32 * FACTOR }
  const a = copyRegion(alone, across)
  const b = copyRegion(whole, { ...across, left: (64 + 96) * FACTOR })
  const greatest = a.data.reduce((most, v, i) => Math.max(most, Math.abs(v - b.data[i]!)), 0)
  expect(greatest).toBeLessThan(0.5)
})
