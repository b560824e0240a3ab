import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { distance, type Easel, rgb, setUpEasel } from '#tests/support/easel.ts'
import type { LoraReference } from '#lib/engine-spec/index.ts'
import { readStoreDescription, type StoreDescription } from '../store/retrieval-store.ts'
import { lookOf, standSubject } from './read-subject.ts'
import { understandSubject } from './understand-subject.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })
let easel: Easel
let store: StoreDescription
let cut: Uint8Array

beforeAll(async () => {
  easel = await setUpEasel('models/text-to-image')
  store = (await readStoreDescription('models/text-to-image'))!
  cut = await shape('#e6007e')
})
afterAll(() => easel.dispose())

/** A cut-out in a color that the model draws nothing in by itself. */
const shape = (color: string): Promise<Buffer> =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="256" height="256"><circle cx="128" cy="128" r="90" fill="${color}"/></svg>`,
    ),
  )
    .webp({ lossless: true })
    .toBuffer()

const lora = (weight = 1.3): LoraReference => ({
  model: 'ada-1',
  weight,
  subject: { name: 'Ada Lovelace', kind: 'person', pictures: [cut] },
})

/** Share of pixels in the color of the cut-out. */
async function shareOf(file: Uint8Array): Promise<number> {
  const pixels = await rgb(file)
  let count = 0
  for (let at = 0; at < pixels.length; at += 3)
    if (pixels[at]! > 200 && pixels[at + 1]! < 40 && Math.abs(pixels[at + 2]! - 126) < 30) count++
  return (3 * count) / pixels.length
}

const read = (prompt: string, name = 'Ada Lovelace') => {
  const { standIn, things, isMainUnknown, ...rest } = understandSubject(prompt, store, () => true, {
    name,
    kind: 'person',
  })
  const names = things.map(({ concept }) =>
    concept === standIn ? 'the subject' : store.concepts[concept]!.name,
  )
  return { names, isMainUnknown, ...rest }
}

describe('a subject in a prompt', () => {
  test.each([
    ['ada lovelace on the grass, sticker style', ['the subject'], 'on the grass'],
    ['Ada Lovelace and a cat in the snow', ['the subject', 'cat'], 'in the snow'],
    ['a cat beside Ada-Lovelace', ['cat', 'the subject'], null],
    ['a photo of a person', ['the subject'], null],
    ['portrait of a woman, 3d style', ['the subject'], null],
    ['on the sea', ['the subject'], 'on the sea'],
    [
      'professional headshot in a professional suit, looking at camera, park background, smiling',
      ['the subject'],
      null,
    ],
  ])('%s', (prompt, names, place) => {
    expect(read(prompt)).toMatchObject({ names, place, isMainUnknown: false })
  })

  test('whose name is no word is what the prompt is about', () => {
    expect(read('a fish', '?!').names).toEqual(['the subject', 'fish'])
  })

  test('is not there without a LoRA that has one', () => {
    const { standIn, isMainUnknown } = understandSubject(
      'ada lovelace on the grass',
      store,
      () => true,
      undefined,
    )
    expect([standIn, isMainUnknown]).toEqual([null, true])
  })
})

describe('a drawing with a subject', () => {
  test.each([
    ['ada lovelace on the grass, sticker style', {}],
    ['ada lovelace, flat style', { width: 192, height: 128 }],
    ['ada lovelace and a cat', { hires: { scale: 1.5, steps: 4, strength: 0.5 } }],
  ])('shows it: %s', async (prompt, changes) => {
    const { data } = await easel.drawOne({ prompt, loras: [lora()], ...changes })
    expect(await shareOf(data)).toBeGreaterThan(0.04)
  })

  test('is the same again, and another one by another seed', async () => {
    const prompt = 'ada lovelace on the grass'
    const [first, again] = [
      await easel.drawOne({ prompt, loras: [lora()] }),
      await easel.drawOne({ prompt, loras: [lora()] }),
    ]
    expect(Buffer.compare(first.data, again.data)).toBe(0)
    const other = await easel.drawOne({ prompt, loras: [lora()], seed: 8 })
    expect(await distance(first.data, other.data)).toBeGreaterThan(3)
  })

  test('is as without it where its LoRA has no weight', async () => {
    const prompt = 'a cat on the grass'
    const [none, weightless] = [
      await easel.drawOne({ prompt }),
      await easel.drawOne({ prompt, loras: [lora(0)] }),
    ]
    expect(Buffer.compare(none.data, weightless.data)).toBe(0)
  })

  test('over a source keeps what is not redrawn', async () => {
    const image = await sharp({
      create: { width: 128, height: 128, channels: 3, background: '#2080ff' },
    })
      .png()
      .toBuffer()
    const mask = await sharp({
      create: { width: 128, height: 128, channels: 3, background: 'black' },
    })
      .composite([
        {
          input: await sharp({
            create: { width: 64, height: 128, channels: 3, background: 'white' },
          })
            .png()
            .toBuffer(),
          left: 64,
          top: 0,
        },
      ])
      .png()
      .toBuffer()
    const { data } = await easel.drawOne({
      prompt: 'ada lovelace',
      loras: [lora()],
      source: { image, strength: 1, mask: { image: mask, feather: 0 } },
    })
    const left = await sharp(data)
      .extract({ left: 0, top: 0, width: 60, height: 128 })
      .png()
      .toBuffer()
    expect(await shareOf(left)).toBe(0)
    expect(await shareOf(data)).toBeGreaterThan(0.02)
  })

  test('a file that is no picture is refused', async () => {
    const { failure } = await easel.draw({
      prompt: 'ada',
      loras: [
        { ...lora(), subject: { name: 'ada', kind: 'person', pictures: [Buffer.from('no')] } },
      ],
    })
    expect(failure).toMatchObject({ code: 'unsupported' })
  })
})

test('what the edge of a photo cut off stands at the edge of the image', () => {
  const spot = { x: 0, y: -0.2, scale: 0.8, degrees: 8, mirrored: true }
  expect(standSubject({ bottom: 1 }, spot, 1).y).toBeCloseTo(0.21)
  expect(standSubject({ bottom: 1 }, spot, 0.5).y).toBeCloseTo(1.21)
  expect(standSubject({ bottom: 0.7 }, spot, 1)).toEqual({ ...spot, degrees: 0, mirrored: false })
  expect(lookOf('even', { isSticker: true })).toMatchObject({ rim: true, fills: { colours: 14 } })
  expect(lookOf('round', { isSticker: false })).toEqual({ rim: false, fills: null })
})
