import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { deflateSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createUniformStream } from '../../diffusion/noise.ts'
import type { NearConcept } from './nearest-concepts.ts'
import { createRunLane } from '../../diffusion/run-lane.ts'
import { chooseGuidance } from '../guidance/choose-neighbours.ts'
import { guidePicture } from '../guidance/guide-picture.ts'
import type { Found } from '../guidance/find-near.ts'
import { findOverSteps } from '../guidance/find-near.ts'
import type { RetrievalStore } from './retrieval-store.ts'
import { loadRetrievalStore } from './retrieval-store.ts'

/** Each word is a direction of its own, but a hound is nearly a dog. */
const WORDS: Record<string, number[]> = {
  dog: [1, 0, 0, 0],
  hound: [0.9, 0.1, 0, 0],
  cat: [0, 1, 0, 0],
  fish: [0, 0, 1, 0],
  pet: [0, 0, 0, 1],
}
const NAMES = ['cat', 'dog', 'fish']
/** Concept and style: every picture holds its own number in every cell. */
const PICTURES = [
  [0, 0],
  [0, 1],
  [1, 0],
  [1, 1],
  [1, 2],
  [2, 0],
]
const DESCRIPTION = {
  channels: 1,
  cells: 2,
  step: 0.5,
  vectorWidth: 4,
  styles: ['3d', 'flat', 'noto'],
  kin: ['3d', 'flat'],
  hintStyles: ['3d', 'flat', 'noto'],
  spareStyles: [],
  lastStyles: [],
  priorStyles: ['3d', 'noto'],
  lead: { from: 1, to: 0.5 },
  fullGuidance: 7,
  plainStyle: '3d',
  emptyWords: ['a'],
  places: [{ words: 'at night', upper: [0, 0, 0], lower: [0, 0, 0], horizon: null }],
  colours: { blue: [0, 0, 1] },
  concepts: NAMES.map((name, i) => ({ name, keywords: i < 2 ? [3] : [] })),
  otherWords: { 'guide hound': 'dog', feline: 'cat' },
  pictures: PICTURES,
  whites: [5],
  edge: 8,
}
/** In every cell of picture 5. */
const FISH = 2.5
/** The middle 6 x 6 of 8 x 8 pixels. */
const MIDDLE = [0, 126, 126, 126, 126, 126, 126, 0]
let folder: string
let store: RetrievalStore

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'retrieval-'))
  await mkdir(path.join(folder, 'retrieval'))
  await writeFile(path.join(folder, 'retrieval/store.json'), JSON.stringify(DESCRIPTION))
  await write(
    'latents.bin',
    PICTURES.flatMap((_, i) => [i, i, i, i]),
  )
  await write(
    'vectors.bin',
    [...NAMES, 'pet'].flatMap((word) => WORDS[word]!.map((v) => 100 * v)),
  )
  await write('whites.bin', MIDDLE)
  store = (await loadRetrievalStore(folder))!
})
afterAll(() => rm(folder, { recursive: true }))

function write(name: string, values: number[]): Promise<void> {
  return writeFile(path.join(folder, 'retrieval', name), deflateSync(Int8Array.from(values)))
}

const words = Object.keys(WORDS)
const model = () => ({
  retrieval: store,
  description: { downscale: 4 },
  prior: null,
  textEncoder: {
    tokenizer: {
      maxTokens: 8,
      lead: 0,
      comma: null,
      tokens: (text: string) => text.split(' ').map((word) => words.indexOf(word)),
      frame: (tokens: readonly number[]) => [...tokens],
      unknownWords: () => [],
    },
  },
  networks: {
    wordVectors: async (ids: readonly number[][]) =>
      Float32Array.from(ids.flat().flatMap((id) => WORDS[words[id]!] ?? [0, 0, 0, 0])),
    /** A dark square that leaves a frame of white; how dark says which picture it is. The fish is white. */
    decode: async (latents: Float32Array) => {
      const edge = 8
      const inside = (i: number): boolean => i > 0 && i < edge - 1
      const data = Float32Array.from({ length: 3 * edge * edge }, (_, i) => {
        const [x, y] = [i % edge, Math.floor(i / edge) % edge]
        return inside(x) && inside(y) && latents[0] !== FISH ? -latents[0]! / 10 : 1
      })
      return { data, width: edge, height: edge }
    },
    encode: async ({
      data,
      width,
      height,
    }: {
      data: Float32Array
      width: number
      height: number
    }) =>
      Float32Array.from({ length: (width * height) / 16 }, (_, cell) => {
        const columns = width / 4
        const [x, y] = [(cell % columns) * 4 + 2, Math.floor(cell / columns) * 4 + 2]
        return data[y * width + x]!
      }),
  },
})
const findNear = async (prompt: string, negativePrompt = ''): Promise<Found> =>
  (await findOverSteps(model(), { prompt, negativePrompt }, 1))!(1)
const names = async (prompt: string, negativePrompt = '') =>
  (await findNear(prompt, negativePrompt)).things.map(
    ({ near }) => store.concepts[near[0]!.concept]!.name,
  )
const lane = createRunLane(new AbortController().signal)
const aid = async (prompt: string, seed: number, edge = 4) =>
  guidePicture(model(), await findNear(prompt), { seed, size: { width: edge, height: edge } }, lane)

describe('the store', () => {
  test('holds what was written', () => {
    expect([...store.latentsOf(3)]).toEqual([1.5, 1.5, 1.5, 1.5])
    expect(store.picturesOf(1)).toEqual([2, 3, 4])
    expect(store.ownWhite(4)).toBeNull()
    expect([...store.ownWhite(5)!].slice(8, 24).join('')).toBe('0111111001111110')
  })

  test('is null for a model without, and a damaged one is said to be', async () => {
    expect(await loadRetrievalStore(path.join(folder, 'none'))).toBeNull()
    await write('latents.bin', [1, 2, 3])
    await expect(loadRetrievalStore(folder)).rejects.toMatchObject({ code: 'model_broken' })
  })
})

describe('what is near to a prompt', () => {
  test.each([
    ['a dog', ['dog']],
    ['guide hound 3d style', ['dog']],
    ['hound', []],
    ['pet', []],
    ['a cat and a dog on a blue background', ['cat', 'dog']],
    ['two dogs', ['dog', 'dog']],
    ['a cat collar', []],
    ['a dog cat', []],
    ['a cat BREAK a dog', ['cat', 'dog']],
    ['dog, nothing that is known', ['dog']],
    ['nothing that is known, dog', []],
    ['four dogs', ['dog', 'dog', 'dog', 'dog']],
    ['(fish:1.4) flat style', ['fish']],
    ['nothing that is known', []],
  ])('%s: %s', async (prompt, expected) => {
    expect(await names(prompt)).toEqual(expected)
  })

  test('words that hardly count are not looked for', async () => {
    expect(await names('(dog:0.2) cat')).toEqual(['cat'])
    expect(await names('(dog:0.8)')).toEqual(['dog'])
  })

  test('a negative prompt does not take the thing itself away', async () => {
    expect(await names('dog', 'dog')).toEqual(['dog'])
  })
})

test('what is near follows words that change over the steps', async () => {
  const over = async (prompt: string, steps = 10) => {
    const found = (await findOverSteps(model(), { prompt, negativePrompt: '' }, steps))!
    return Array.from({ length: steps }, (_, i) => found(i + 1)).map(({ things }) =>
      things.map(({ near }) => store.concepts[near[0]!.concept]!.name[0]).join('+'),
    )
  }
  expect((await over('[cat|dog|fish]', 5)).join(' ')).toBe('c d f c d')
  expect((await over('[cat:dog:0.4] and fish')).join(' ')).toBe(
    'c+f c+f c+f c+f d+f d+f d+f d+f d+f d+f',
  )
  expect((await over('[[cat|fish]:dog:3]', 4)).join(' ')).toBe('c f c d')
  expect(await over(String.raw`a \[cat\]`, 2)).toEqual(['c', 'c'])
  const found = (await findOverSteps(model(), { prompt: '[cat|dog]', negativePrompt: '' }, 4))!
  expect(found(3)).toBe(found(1))
})

/** The number of the picture that leads a drawing by a model without a prior. */
const pictureFor = (
  shelf: RetrievalStore,
  near: readonly NearConcept[],
  style: string,
  uniform: () => number,
): number | undefined =>
  (chooseGuidance(shelf, near, style, uniform, false) as { picture: number } | null)?.picture

describe('the aid of a drawing', () => {
  test('is the same for the same seed, and differs between seeds', async () => {
    const of = async (seed: number) => [...(await aid('dog', seed, 16))!.neighbours]
    expect(await of(1)).toEqual(await of(1))
    expect(await of(1)).not.toEqual(await of(2))
  })

  test('is never the thing in the style wanted', async () => {
    const { near } = (await findNear('dog 3d style')).things[0]!
    const uniform = createUniformStream(3)
    const chosen = new Set(Array.from({ length: 50 }, () => pictureFor(store, near, '3d', uniform)))
    expect([...chosen].toSorted((a, b) => a! - b!)).toEqual([3, 4])
  })

  test('shows what no other icon set drew in the style wanted, or as a spare style has it', async () => {
    const { near } = (await findNear('fish')).things[0]!
    const uniform = createUniformStream(3)
    expect(pictureFor(store, near, '3d', uniform)).toBe(5)
    const flat = { ...store, hintStyles: ['flat'] }
    expect(pictureFor({ ...flat, spareStyles: ['noto', '3d'] }, near, 'flat', uniform)).toBe(5)
    expect(pictureFor({ ...flat, lastStyles: ['noto', '3d'] }, near, 'flat', uniform)).toBe(5)
    expect(pictureFor(flat, near, 'flat', uniform)).toBeUndefined()
  })

  test('prefers a spare style to the one wanted, and that to the last ones', async () => {
    const { near } = (await findNear('cat')).things[0]!
    const uniform = createUniformStream(3)
    const flat = { ...store, hintStyles: ['flat'] }
    expect(pictureFor({ ...flat, spareStyles: ['3d'] }, near, 'flat', uniform)).toBe(0)
    expect(pictureFor({ ...flat, lastStyles: ['3d'] }, near, 'flat', uniform)).toBe(1)
  })

  test('is remembered where the store has no picture, from another icon set than the one wanted', async () => {
    const bare = { ...store, picturesOf: () => [] }
    const { near } = (await findNear('fish')).things[0]!
    const uniform = createUniformStream(3)
    expect(chooseGuidance(bare, near, '3d', uniform, true)).toEqual({ concept: 2, style: 'noto' })
    expect(chooseGuidance(bare, near, 'noto', uniform, true)).toEqual({ concept: 2, style: '3d' })
    expect(chooseGuidance(store, near, '3d', uniform, true)).toEqual({ picture: 5 })
    expect(chooseGuidance(bare, near, '3d', uniform, false)).toBeNull()
  })

  test('shows what is remembered of a thing, of which it is told the name', async () => {
    const told: unknown[] = []
    const recall = async (...what: unknown[]) => {
      told.push(what)
      return new Float32Array(4).fill(9)
    }
    const near = await findNear('dog')
    const bare = { ...near, store: { ...store, picturesOf: () => [] } }
    const remembering = { ...model(), prior: { recall, release: async () => {} } }
    const size = { width: 4, height: 4 }
    const found = await guidePicture(remembering, bare, { seed: 1, size }, lane)
    expect(told).toEqual([[Float32Array.from(WORDS['dog']!), 'noto']])
    expect(found!.neighbours[4 + 1]).toBeCloseTo(-0.9)
    expect(await guidePicture(model(), bare, { seed: 1, size }, lane)).toBeNull()
  })

  test('has the colour that the thing is to have', async () => {
    const red = async (prompt: string) => (await aid(prompt, 1))!.neighbours[4 + 1]!
    expect(await red('fish')).toBeGreaterThan(-1)
    expect(await red('blue fish')).toBe(-1)
  })

  test('tempers guidance, strong guidance less', async () => {
    const { temper } = (await aid('dog', 1))!
    expect([1, 4, 7, 12].map((guidance) => temper(guidance))).toEqual([1, 2.5, 7, 12])
  })

  test('leads where the guidance image shows something while there is noise, and then no more', async () => {
    const { lead, neighbours } = (await aid('dog', 1))!
    const middle = 4 + 1
    const denoise = lead(async () => Float64Array.from({ length: 16 }, (_, i) => (i === 0 ? 9 : 5)))
    const noisy = await denoise(new Float64Array(16), 3)
    expect(noisy[middle]).toBeCloseTo(neighbours[middle]!)
    expect((await denoise(new Float64Array(16), 0.3))[middle]).toBe(5)
    expect((await denoise(new Float64Array(16), 0.3))[0]).toBe(9)
  })

  test('stands in the place that is named', async () => {
    const [plain, night] = [(await aid('dog', 1, 16))!, (await aid('dog at night', 1, 16))!]
    expect(plain.neighbours[0]).toBe(1)
    expect(night.neighbours[0]).toBe(-1)
  })

  test('stands there in white, too', async () => {
    const middle = 4 * 8 + 4
    const fish = (await aid('fish at night', 1, 8))!.neighbours
    expect(fish[0]).toBe(-1)
    expect(fish[middle]).toBeGreaterThan(0.8)
  })

  test('is refused for what is not known', async () => {
    await expect(aid('nothing that is known', 1)).rejects.toMatchObject({ code: 'prompt_unknown' })
  })
})
