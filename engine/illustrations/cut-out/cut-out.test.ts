import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { setUpEasel, type Easel } from '#tests/support/easel.ts'
import { openPromptReader } from '../prompt-reader.ts'
import { cutOut, toSticker } from './cut-out.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })
const SIZE = { width: 96, height: 96 }

/** A red disc with a white middle on white, as it is drawn: its edge is half white. */
const disc = (): Uint8Array => {
  const pixels = new Uint8Array(3 * 96 * 96).fill(255)
  for (let at = 0; at < 96 * 96; at++) {
    const away = Math.hypot((at % 96) - 48, Math.floor(at / 96) - 48)
    const red = away < 8 ? 0 : Math.min(1, Math.max(0, 30 - away))
    pixels[3 * at + 1] = pixels[3 * at + 2] = 255 - 255 * red
  }
  return pixels
}
const at = (pixels: Uint8Array, x: number, y: number) => [
  ...pixels.subarray(4 * (y * 96 + x), 4 * (y * 96 + x) + 4),
]

describe('a thing on white', () => {
  test('is cut out with what is white in it, and without a white rim', () => {
    const alone = cutOut(disc(), SIZE)
    expect(at(alone, 2, 2)[3]).toBe(0)
    expect(at(alone, 48, 48)).toEqual([255, 255, 255, 255])
    expect(at(alone, 48, 30)).toEqual([255, 0, 0, 255])
    const rim = Array.from({ length: 96 * 96 }, (_, i) =>
      at(alone, i % 96, Math.floor(i / 96)),
    ).filter(([, , , alpha]) => alpha! > 0 && alpha! < 255)
    expect(rim.length).toBeGreaterThan(0)
    for (const [red, green, blue] of rim) expect([red, green, blue]).toEqual([255, 0, 0])
  })

  test('has a white border as a sticker', () => {
    const sticker = toSticker(cutOut(disc(), SIZE), SIZE)
    expect(at(sticker, 2, 2)[3]).toBe(0)
    expect(at(sticker, 48, 30)).toEqual([255, 0, 0, 255])
    const [red, green, blue, alpha] = at(sticker, 48, 18)
    expect([red, green, blue]).toEqual([255, 255, 255])
    expect(alpha).toBeGreaterThan(250)
  })
})

describe('the built-in model', () => {
  let easel: Easel
  beforeAll(async () => {
    easel = await setUpEasel('models/text-to-image')
  })
  afterAll(() => easel.dispose())

  const alphaOf = async (file: Uint8Array) => {
    const { data } = await sharp(file).ensureAlpha().extractChannel(3).raw().toBuffer({
      resolveWithObject: true,
    })
    const clear = data.filter((value) => value === 0).length
    const solid = data.filter((value) => value === 255).length
    return { corner: data[0], clear: clear / data.length, solid: solid / data.length }
  }

  test('draws a thing alone, whatever place is named, and with a border', async () => {
    const asked = { prompt: 'a ghost in the snow', width: 256, height: 256 }
    const alone = await easel.drawOne({ ...asked, finish: 'transparent' })
    const seen = await alphaOf(alone.data)
    expect(seen.corner).toBe(0)
    expect(seen.clear).toBeGreaterThan(0.25)
    expect(seen.solid).toBeGreaterThan(0.2)
    const sticker = await alphaOf((await easel.drawOne({ ...asked, finish: 'sticker' })).data)
    expect(sticker.corner).toBe(0)
    expect((await sharp(alone.data).metadata()).channels).toBe(4)
  })

  test('says that a place is left out then, and that a place alone is nothing', async () => {
    const reader = (await openPromptReader('models/text-to-image'))!
    const read = await reader.understand('a fox in the snow', 1, { isAlone: true })
    expect(read).toMatchObject({
      understood: [{ text: 'fox' }],
      leftOut: ['in the snow'],
      suggestions: null,
    })
    const place = await reader.understand('in the snow', 1, { isAlone: true })
    expect(place.suggestions).not.toBeNull()
  })
})
