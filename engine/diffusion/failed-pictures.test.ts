import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { ImageRequest } from '#lib/engine-spec/index.ts'
import { distance, setUpEasel, type Easel } from '#tests/support/easel.ts'
import type { Networks } from './networks.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })
let easel: Easel
let draw: Easel['draw']
let drawOne: Easel['drawOne']

beforeAll(async () => {
  easel = await setUpEasel('models/text-to-image')
  ;({ draw, drawOne } = easel)
})
afterAll(() => easel.dispose())

const black = () =>
  sharp({ create: { width: 64, height: 64, channels: 3, background: 'black' } })
    .png()
    .toBuffer()

describe('what is no picture', () => {
  /** Broken in the network runs and for the pictures of these of which `fails` says so, both counted from 0. */
  const breaking = (fails: (run: number, picture: number) => boolean) => {
    let run = -1
    const predict: Networks['predict'] = async (...told) => {
      const predictions = await easel.model.networks.predict(...told)
      run++
      return predictions.map((rows, i) => (fails(run, i) ? rows.map((row) => row.fill(NaN)) : rows))
    }
    return easel.withNetworks({ predict })
  }

  test('is tried once more with other noise, always the same', async () => {
    const once = () =>
      drawOne(
        { steps: 3 },
        breaking((run) => run === 1),
      )
    const plain = await drawOne({ steps: 3 }, easel.withNetworks({}))
    const [again, twice] = [await once(), await once()]
    expect(again.seed).toBe(7)
    expect(await distance(again.data, twice.data)).toBe(0)
    expect(await distance(again.data, plain.data)).toBeGreaterThan(1)
  })

  test('twice fails alone: the others are handed over first', async () => {
    // Three pictures side by side in 2 steps; one of the second one's is broken, and so is its second try.
    const broken = breaking((run, picture) => (run < 2 ? picture === 1 && run === 0 : true))
    const { images, failure } = await draw({ steps: 2, indexes: [0, 1, 2] }, broken)
    expect(images.map(({ index }) => index)).toEqual([0, 2])
    expect(failure).toMatchObject({
      code: 'picture_failed',
      retryable: false,
      message: expect.stringContaining('at the indexes 1'),
    })
  })

  test.each<[string, number]>([
    ['black', -1],
    ['of one colour', 0.3],
    ['too large a number', Infinity],
  ])('is also one that is %s', async (_, value) => {
    const decode: Networks['decode'] = async (latents, size) => {
      const picture = await easel.model.networks.decode(latents, size)
      return { ...picture, data: picture.data.fill(value) }
    }
    const { images, failure } = await draw({ steps: 1 }, easel.withNetworks({ decode }))
    expect(images).toEqual([])
    expect(failure).toMatchObject({ code: 'picture_failed' })
  })

  test('is not a black source that stays black', async () => {
    const decode: Networks['decode'] = async (latents, size) => {
      const picture = await easel.model.networks.decode(latents, size)
      return { ...picture, data: picture.data.map((_, i) => (i % 2 === 0 ? -1 : -0.999)) }
    }
    const source = { image: await black(), strength: 0.2 }
    const { failure } = await draw({ steps: 5, source }, easel.withNetworks({ decode }))
    expect(failure).toBeUndefined()
  })
})

describe('what does not go together', () => {
  const padding = { left: 8, top: 0, right: 0, bottom: 0 }
  test.each<[string, () => Promise<Partial<ImageRequest>>]>([
    ['image to image without a source', async () => ({ type: 'ITI' })],
    [
      'text to image with one',
      async () => ({ type: 'TTI', source: { image: await black(), strength: 1 } }),
    ],
    [
      'a second pass with padding',
      async () => ({
        source: { image: await black(), strength: 1, padding },
        hires: { scale: 2, steps: 0, strength: 0.5 },
      }),
    ],
    [
      'a source that is no picture',
      async () => ({ source: { image: Buffer.from('?'), strength: 1 } }),
    ],
  ])('%s is refused', async (_, changes) => {
    const { images, failure } = await draw(await changes())
    expect(images).toEqual([])
    expect(failure).toMatchObject({ code: 'unsupported', retryable: false })
  })
})
