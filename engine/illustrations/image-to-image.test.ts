import sharp from 'sharp'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { ImageRequest } from '#lib/engine-spec/index.ts'
import { EDGE, rgb, setUpEasel, type Easel } from '#tests/support/easel.ts'
import type { Planes } from '../diffusion/networks.ts'
import { findOverSteps } from './guidance/find-near.ts'
import { showsAlready } from './guidance/shows-already.ts'
import { createRunLane } from '../diffusion/run-lane.ts'
import type { RetrievalStore } from './store/retrieval-store.ts'
import { loadRetrievalStore } from './store/retrieval-store.ts'
import { readScene } from './scene/source-scene.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })
let easel: Easel
let house: Uint8Array
let retrieval: RetrievalStore | null
const lane = createRunLane(new AbortController().signal)

beforeAll(async () => {
  easel = await setUpEasel('models/text-to-image')
  retrieval = await loadRetrievalStore('models/text-to-image')
  house = await drawn({ prompt: 'a house flat style on white background', seed: 2 })
})
afterAll(() => easel.dispose())

const drawn = async (changes: Partial<ImageRequest>): Promise<Uint8Array> =>
  (await easel.drawOne({ steps: 12, ...changes })).data

const picture = (svg: string, width = EDGE): Promise<Buffer> =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${EDGE}">${svg}</svg>`,
    ),
  )
    .flatten({ background: 'black' })
    .png()
    .toBuffer()

/** Whether the store takes the things of a picture for what is named. */
async function shows(file: Uint8Array, name: string): Promise<boolean> {
  const pixels = await rgb(file)
  const { width, height } = await sharp(file).metadata()
  const area = width * height
  const data = Float32Array.from({ length: 3 * area }, (_, i) => {
    return pixels[3 * (i % area) + Math.floor(i / area)]! / 127.5 - 1
  })
  const planes: Planes = { data, width, height }
  const { model } = easel
  const asked = { prompt: name, negativePrompt: '' }
  const found = await findOverSteps({ ...model, retrieval }, asked, 1)
  const { store, things } = found!(1)
  const scene = readScene(planes, null, false, 1)
  const { networks, description } = model
  const { downscale } = description
  return showsAlready({ networks, store, downscale, lane }, things[0]!.near, scene)
}

async function part(file: Uint8Array, left: number, top: number, width: number, height: number) {
  return sharp(file).extract({ left, top, width, height }).png().toBuffer()
}

/** Of its pixels, those of which a function of red, green and blue says so. */
async function shareOf(file: Uint8Array, is: (r: number, g: number, b: number) => boolean) {
  const pixels = await rgb(file)
  let count = 0
  for (let at = 0; at < pixels.length; at += 3)
    if (is(pixels[at]!, pixels[at + 1]!, pixels[at + 2]!)) count++
  return (3 * count) / pixels.length
}

test.each([1, 2, 3])(
  'a red apple is painted into a mask on an empty table, seed %i',
  async (seed) => {
    const image = await picture(
      '<rect width="128" height="128" fill="#efe3cc"/><rect y="88" width="128" height="40" fill="#9a6a42"/>',
    )
    const mask = {
      image: await picture('<circle cx="64" cy="60" r="44" fill="#fff"/>'),
      feather: 4,
    }
    const file = await drawn({
      prompt: 'a red apple',
      seed,
      source: { image, strength: 0.6, mask },
    })
    expect(await shows(await part(file, 12, 8, 104, 116), 'red apple')).toBe(true)
    const within = await part(file, 30, 26, 68, 68)
    expect(await shareOf(within, (r, g, b) => r > 150 && g < 110 && b < 110)).toBeGreaterThan(0.25)
    // The table goes on behind it, up to the mask's edge.
    const corner = await part(file, 28, 92, 8, 4)
    expect(await shareOf(corner, (r, g, b) => r > g + 20 && g > b + 15 && r < 190)).toBeGreaterThan(
      0.6,
    )
  },
)

test('what a mask asks for takes the place of what was there', async () => {
  const mask = { image: await picture('<rect width="128" height="128" fill="#fff"/>'), feather: 0 }
  const source = { image: house, strength: 0.8, mask }
  const file = await drawn({ prompt: 'a castle', source })
  expect([await shows(file, 'castle'), await shows(house, 'castle')]).toEqual([true, false])
})

test('another thing takes the place of the source from middle strength on, and not below', async () => {
  const at = (strength: number) =>
    drawn({ prompt: 'a guitar flat style', source: { image: house, strength } })
  const [low, high] = [await at(0.3), await at(0.6)]
  expect([await shows(low, 'house'), await shows(low, 'guitar')]).toEqual([true, false])
  expect([await shows(high, 'house'), await shows(high, 'guitar')]).toEqual([false, true])
})

/** From the frame inwards: decoders err in the outermost pixels. */
const INSIDE = 2

test.each([
  ['a bicycle', 1],
  ['an airplane', 1],
  ['a house flat style', 2],
  ['a house flat style', 3],
  ['a sunflower on a yellow background, noto style', 1],
  ['a frog on a green background, noto style', 1],
])('what stood on a backdrop leaves no trace of itself: %s, seed %i', async (prompt, seed) => {
  const image = await drawn({ prompt, seed })
  const file = await drawn({ prompt: 'a guitar flat style', source: { image, strength: 0.7 } })
  // The guitar itself covers the rest; how much depends on the size that the seed gives it.
  expect(await backdropShare(file)).toBeGreaterThan(0.73)
})

/** How much of a picture has a colour between those of its row's ends. */
async function backdropShare(file: Uint8Array): Promise<number> {
  const pixels = await rgb(file)
  let count = 0
  for (let at = 0; at < pixels.length / 3; at++) {
    const x = at % EDGE
    const [left, right] = [at - x + INSIDE, at - x + EDGE - 1 - INSIDE]
    const along = (x - INSIDE) / (right - left)
    const apart = [0, 1, 2].map((i) => {
      const [from, to] = [pixels[3 * left + i]!, pixels[3 * right + i]!]
      return Math.abs(pixels[3 * at + i]! - from - along * (to - from))
    })
    if (Math.max(...apart) < 20) count++
  }
  return (3 * count) / pixels.length
}

test('the same thing in another place keeps its shape up to a high strength', async () => {
  const source = { image: house, strength: 0.8 }
  const file = await drawn({ prompt: 'a house 3d style on a blue background', source })
  expect(await shows(file, 'house')).toBe(true)
  const blue = await shareOf(file, (r, g, b) => b > r + 60 && b > g + 20)
  expect(blue).toBeGreaterThan(0.3)
  const [before, after] = [await silhouette(house), await silhouette(file)]
  const common = before.filter((is, i) => is && after[i]!).length
  expect(common / before.filter((is, i) => is || after[i]!).length).toBeGreaterThan(0.6)
})

/** What is neither white nor blue. */
async function silhouette(file: Uint8Array): Promise<boolean[]> {
  const pixels = await rgb(file)
  return Array.from({ length: pixels.length / 3 }, (_, i) => {
    const [r, g, b] = [pixels[3 * i]!, pixels[3 * i + 1]!, pixels[3 * i + 2]!]
    return Math.min(r, g, b) < 235 && b < r + 30
  })
}

test('added space shows another thing, and not the same one again', async () => {
  const padding = { left: 0, top: 0, right: 96, bottom: 0 }
  const source = { image: house, strength: 1, padding }
  const added = async (prompt: string) =>
    part(await drawn({ prompt, source, seed: 1 }), EDGE, 0, 96, EDGE)
  expect(await shows(await added('a guitar'), 'guitar')).toBe(true)
  const empty = await shareOf(await added('a house'), (r, g, b) => Math.min(r, g, b) > 225)
  expect(empty).toBeGreaterThan(0.97)
})

test('without words a mask takes away what it covers', async () => {
  const image = await picture(
    '<rect width="128" height="128" fill="#cde"/><circle cx="64" cy="64" r="30" fill="#c22"/>',
  )
  const mask = { image: await picture('<circle cx="64" cy="64" r="40" fill="#fff"/>'), feather: 2 }
  const file = await drawn({ prompt: '', source: { image, strength: 1, mask } })
  expect(await shareOf(file, (r, g, b) => r > b + 20 || g > b + 20)).toBeLessThan(0.02)
})
