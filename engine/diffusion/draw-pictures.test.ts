import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { ImageRequest, ImageSource } from '#lib/engine-spec/index.ts'
import { distance, EDGE, rgb, setUpEasel, type Easel } from '#tests/support/easel.ts'
import type { LatentSize, Networks } from './networks.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })
let easel: Easel
let draw: Easel['draw']
let drawOne: Easel['drawOne']
/** A drawn picture of 128 x 128: a green heart on white. */
let heart: Uint8Array

beforeAll(async () => {
  easel = await setUpEasel('models/text-to-image')
  ;({ draw, drawOne } = easel)
  heart = (await drawOne({ prompt: 'green heart flat style', seed: 5, steps: 12 })).data
})
afterAll(() => easel.dispose())

/** Random pixels, so that a byte that was not copied shows. */
async function noisyPicture(width: number, height: number): Promise<Buffer> {
  let state = 1
  const data = Uint8Array.from({ length: 3 * width * height }, () => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0
    return state >>> 24
  })
  return sharp(data, { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer()
}

const blank = (width: number, height: number, background: string) =>
  sharp({ create: { width, height, channels: 3, background } }).png()

async function maskOf(
  size: { width: number; height: number },
  hole: { left: number; top: number; width: number; height: number },
): Promise<Uint8Array> {
  const white = await blank(hole.width, hole.height, 'white').toBuffer()
  return blank(size.width, size.height, 'black')
    .composite([{ input: white, left: hole.left, top: hole.top }])
    .toBuffer()
}

describe('image to image', () => {
  test('leaves its source the further, the greater the strength; 0 is the source', async () => {
    const distances: number[] = []
    for (const strength of [0, 0.1, 0.5, 1]) {
      const { data } = await drawOne({ steps: 10, source: { image: heart, strength } })
      distances.push(await distance(data, heart))
    }
    expect(distances[0]).toBe(0)
    expect(distances).toEqual(distances.toSorted((a, b) => a - b))
    expect(distances[1]).toBeLessThan(8)
    expect(distances[3]).toBeGreaterThan(40)
  })

  test('makes its share of the steps', async () => {
    const made = async (steps: number, strength: number): Promise<number> => {
      const predict = vi.fn<Networks['predict']>(easel.model.networks.predict)
      const source = { image: heart, strength }
      const { progress } = await draw({ steps, source }, easel.withNetworks({ predict }))
      expect(progress.at(-1)).toMatchObject({ step: predict.mock.calls.length, fraction: 1 })
      return predict.mock.calls.length
    }
    expect([await made(8, 0.5), await made(10, 0.3), await made(8, 0.01)]).toEqual([4, 3, 1])
  })

  test.each([
    [64, 64],
    [200, 104],
    [96, 320],
  ])('has the size asked for, from a source of another: %i x %i', async (width, height) => {
    const source = { image: await noisyPicture(331, 207), strength: 0.5 }
    const { data } = await drawOne({ width, height, steps: 2, source })
    expect(await sharp(data).metadata()).toMatchObject({ width, height })
  })

  test('works with any model in the layout', async () => {
    const tiny = await setUpEasel('tests/fixtures/tiny-sd')
    const source = { image: heart, strength: 0.5 }
    const image = await tiny.drawOne({ width: 64, height: 64, steps: 4, source })
    expect(image).toMatchObject({ width: 64, height: 64 })
    await tiny.dispose()
  })
})

describe('inpainting', () => {
  // Larger than the model draws, of odd size, the mask in a corner.
  const size = { width: 333, height: 251 }
  const hole = { left: 290, top: 3, width: 40, height: 37 }

  test.each([0, 6])('repaints the mask and its feather of %i px, nothing else', async (feather) => {
    const image = await noisyPicture(size.width, size.height)
    const source = { image, strength: 1, mask: { image: await maskOf(size, hole), feather } }
    const result = await drawOne({ steps: 3, source })
    expect(result).toMatchObject(size)
    const [before, after] = [await rgb(image), await rgb(result.data)]
    const changed = { inside: 0, feathered: 0, outside: 0 }
    for (let y = 0; y < size.height; y++)
      for (let x = 0; x < size.width; x++) {
        const at = 3 * (y * size.width + x)
        if ([0, 1, 2].every((channel) => before[at + channel] === after[at + channel])) continue
        const right = x - hole.left - hole.width + 1
        const below = y - hole.top - hole.height + 1
        const away = Math.hypot(Math.max(hole.left - x, 0, right), Math.max(hole.top - y, 0, below))
        changed[away === 0 ? 'inside' : away <= feather ? 'feathered' : 'outside'] += 1
      }
    expect(changed.outside).toBe(0)
    expect(changed.inside).toBeGreaterThan(0.9 * hole.width * hole.height)
    expect(changed.feathered > 0).toBe(feather > 0)
  })

  test('paints what the prompt says into what is there', async () => {
    const [left, top, width, height] = [24, 24, 80, 80]
    const mask = {
      image: await maskOf({ width: EDGE, height: EDGE }, { left, top, width, height }),
      feather: 0,
    }
    const source = { image: heart, strength: 1, mask }
    const { data } = await drawOne({ prompt: 'red heart flat style', steps: 12, source })
    const middle = async (file: Uint8Array): Promise<number[]> => {
      const part = await sharp(file)
        .extract({ left: 52, top: 52, width: 24, height: 24 })
        .png()
        .toBuffer()
      return (await sharp(part).stats()).channels.map((channel) => channel.mean)
    }
    const [before, after] = [await middle(heart), await middle(data)]
    expect(before[1]! - before[0]!).toBeGreaterThan(40)
    expect(after[0]! - after[1]!).toBeGreaterThan(40)
  })

  test('keeps the opacity of what it does not paint', async () => {
    const image = await sharp(await noisyPicture(150, 130))
      .ensureAlpha(0.5)
      .png()
      .toBuffer()
    const small = { width: 150, height: 130 }
    const mask = {
      image: await maskOf(small, { left: 0, top: 0, width: 50, height: 130 }),
      feather: 0,
    }
    const { data } = await drawOne({ steps: 2, source: { image, strength: 1, mask } })
    const { data: raw, info } = await sharp(data).raw().toBuffer({ resolveWithObject: true })
    const before = await sharp(image).raw().toBuffer()
    expect(info.channels).toBe(4)
    expect([raw[3], raw[4 * 60 + 3]]).toEqual([255, before[4 * 60 + 3]])
    expect(raw.subarray(4 * 60, 4 * 150)).toEqual(before.subarray(4 * 60, 4 * 150))
  })

  test('at strength 0 leaves the picture as it is', async () => {
    const image = await noisyPicture(size.width, size.height)
    const source = { image, strength: 0, mask: { image: await maskOf(size, hole), feather: 4 } }
    expect(await distance((await drawOne({ source })).data, image)).toBe(0)
  })
})

describe('outpainting', () => {
  test('adds the padding and keeps every pixel of the picture', async () => {
    const image = await noisyPicture(161, 120)
    const padding = { left: 40, top: 0, right: 7, bottom: 64 }
    const result = await drawOne({ steps: 3, source: { image, strength: 1, padding } })
    expect(result).toMatchObject({ width: 208, height: 184 })
    const kept = await sharp(result.data)
      .extract({ left: 40, top: 0, width: 161, height: 120 })
      .png()
      .toBuffer()
    expect(await distance(kept, image)).toBe(0)
  })

  test('with a mask repaints that too', async () => {
    const image = await noisyPicture(140, 140)
    const size = { width: 140, height: 140 }
    const mask = {
      image: await maskOf(size, { left: 100, top: 100, width: 20, height: 20 }),
      feather: 0,
    }
    const padding = { left: 0, top: 0, right: 30, bottom: 0 }
    const { data } = await drawOne({ steps: 2, source: { image, strength: 1, padding, mask } })
    const inside = { left: 100, top: 100, width: 20, height: 20 }
    const part = (file: Uint8Array) => sharp(file).extract(inside).png().toBuffer()
    expect(await distance(await part(data), await part(image))).toBeGreaterThan(5)
  })
})

describe('a second pass', () => {
  test('draws over the enlarged picture at a larger size, in its share of the steps', async () => {
    const sizes: LatentSize[] = []
    const predict: Networks['predict'] = (inputs, size, ...rest) => {
      sizes.push(size)
      return easel.model.networks.predict(inputs, size, ...rest)
    }
    const hires = { scale: 1.5, steps: 6, strength: 0.5 }
    const changes = { steps: 4, width: 256, height: 256 }
    const refined = await drawOne({ ...changes, hires }, easel.withNetworks({ predict }))
    expect(refined).toMatchObject({ width: 256, height: 256 })
    const native = { width: 16, height: 16 }
    const larger = { width: 24, height: 24 }
    expect(sizes).toEqual([native, native, native, native, larger, larger, larger])
    const plain = await drawOne(changes, easel.withNetworks({}))
    const apart = await distance(refined.data, plain.data)
    expect(apart).toBeGreaterThan(1)
    expect(apart).toBeLessThan(40)
  })

  test('of more cells than the engine can draw is refused', async () => {
    const hires = { scale: 4, steps: 0, strength: 0.5 }
    const { model } = easel
    const large = { ...model, description: { ...model.description, nativeSize: 512 } }
    expect((await draw({ hires }, large)).failure).toMatchObject({ code: 'unsupported' })
  })
})

describe('variations', () => {
  test.each(['Euler', 'DPM++ SDE'] as const)(
    'lead from the picture of one seed to that of the other: %s',
    async (sampler) => {
      const steps = 3
      const base = (await drawOne({ sampler, steps })).data
      const other = (await drawOne({ sampler, steps, seed: 99 })).data
      const at = async (strength: number): Promise<Uint8Array> =>
        (await drawOne({ sampler, steps, variation: { seed: 99, strength } })).data
      expect(await distance(await at(0), base)).toBe(0)
      expect(await distance(await at(1), other)).toBe(0)
      const little = await at(0.1)
      expect(await distance(little, base)).toBeGreaterThan(0)
      expect(await distance(little, base)).toBeLessThan(await distance(little, other))
    },
  )
})

test('guidance rescale takes back contrast', async () => {
  const contrast = async (guidanceRescale: number): Promise<number> => {
    // Guidance counts in full from 19 on, where a guidance image leads.
    const { data } = await drawOne({ guidanceScale: 20, guidanceRescale })
    const { channels } = await sharp(data).stats()
    return channels.reduce((sum, { stdev }) => sum + stdev, 0)
  }
  expect(await contrast(1)).toBeLessThan(0.97 * (await contrast(0)))
})

describe('prompts', () => {
  test('every word counts, beyond one chunk too', async () => {
    const long = `smiling face 3d style ${'and '.repeat(13)}`
    const [short, first, second] = await Promise.all(
      [long, `${long} on red background`, `${long} on green background`].map(
        async (prompt) => (await drawOne({ prompt, steps: 4 })).data,
      ),
    )
    expect(await distance(short!, first!)).toBeGreaterThan(1)
    expect(await distance(first!, second!)).toBeGreaterThan(1)
    const negativePrompt = `${long} on green background`
    const negative = await drawOne({ negativePrompt, steps: 4 })
    expect(await distance(negative.data, (await drawOne({ steps: 4 })).data)).toBeGreaterThan(1)
  })

  test('weights, changes over the steps and chunks change the picture', async () => {
    const prompts = [
      'red face on blue background',
      '(red:1.5) face on blue background',
      'red face on [blue:green:0.3] background',
      'red face on [blue|green] background',
      'red face BREAK on blue background',
    ]
    const drawn = []
    for (const prompt of prompts) drawn.push((await drawOne({ prompt, steps: 4 })).data)
    for (const [i, one] of drawn.entries())
      for (const other of drawn.slice(i + 1)) expect(await distance(one, other)).toBeGreaterThan(0)
    const escaped = await drawOne({ prompt: String.raw`red face \(on blue\) background`, steps: 4 })
    expect(await distance(escaped.data, drawn[0]!)).toBe(0)
  })
})

/** One request for each mode. */
async function everyMode(): Promise<[string, Partial<ImageRequest>][]> {
  const image = await noisyPicture(150, 140)
  const mask = {
    image: await maskOf({ width: 150, height: 140 }, { left: 9, top: 9, width: 50, height: 60 }),
    feather: 4,
  }
  const padding = { left: 0, top: 20, right: 0, bottom: 0 }
  const from = (more: Partial<ImageSource>) => ({ source: { image, strength: 0.8, ...more } })
  return [
    ['image to image', from({})],
    ['inpainting', from({ mask })],
    ['outpainting', from({ padding })],
    ['hires', { hires: { scale: 1.5, steps: 0, strength: 0.4 } }],
    ['variation', { variation: { seed: 4, strength: 0.3 } }],
  ]
}

test('four pictures take one network run a step', async () => {
  const predict = vi.fn<Networks['predict']>(easel.model.networks.predict)
  const counted = easel.withNetworks({ predict })
  const { images } = await draw({ steps: 3, indexes: [0, 1, 2, 3] }, counted)
  expect(images).toHaveLength(4)
  expect(predict.mock.calls.map(([inputs]) => inputs.length)).toEqual([4, 4, 4])
  const alone = await drawOne({ steps: 3, indexes: [3] }, counted)
  expect(await distance(images[3]!.data, alone.data)).toBe(0)
})

test('in every mode an image is the same in whatever batch, and has previews', async () => {
  for (const [mode, changes] of await everyMode()) {
    const batch = await draw({ steps: 4, indexes: [0, 2], ...changes })
    expect([mode, batch.failure]).toEqual([mode, undefined])
    const alone = await drawOne({ steps: 4, indexes: [2], ...changes })
    expect([mode, alone.index, alone.seed]).toEqual([mode, 2, 9])
    expect([mode, await distance(batch.images[1]!.data, alone.data)]).toEqual([mode, 0])
    const [first] = batch.progress
    expect(first!.previews.map(({ index }) => index)).toEqual([0, 2])
    const jpeg = Buffer.from(first!.previews[0]!.url.split(',')[1]!, 'base64')
    const { width, height } = await sharp(jpeg).metadata()
    expect(Math.max(width, height)).toBeLessThanOrEqual(EDGE / 2)
    const { width: wide, height: high } = batch.images[0]!
    expect(Math.abs(width / height - wide / high)).toBeLessThan(0.1)
  }
})
