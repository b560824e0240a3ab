import { describe, expect, it } from 'vitest'
import { readPhotograph } from '#scripts/support/photographs.ts'
import type { RgbPicture } from '../pictures/rgb-picture.ts'
import { randomNumbers } from '#lib/random-numbers.ts'
import { spreadInwards } from '../pictures/spread-inwards.ts'
import { continueLines } from './continue-lines.ts'
import { removeObject } from './remove-object.ts'

const EDGE = 192
const { signal } = new AbortController()

/** A picture of which each pixel's grey is known. */
function draw(grey: (x: number, y: number) => number): RgbPicture {
  const data = new Uint8Array(3 * EDGE * EDGE)
  for (let pixel = 0; pixel < EDGE * EDGE; pixel++)
    data.fill(grey(pixel % EDGE, Math.floor(pixel / EDGE)), 3 * pixel, 3 * pixel + 3)
  return { data, width: EDGE, height: EDGE }
}

/** White in a disc. */
const disc = ({ width, height }: RgbPicture, cx: number, cy: number, radius: number): Uint8Array =>
  Uint8Array.from({ length: width * height }, (_, pixel) =>
    Math.hypot((pixel % width) - cx, Math.floor(pixel / width) - cy) <= radius ? 255 : 0,
  )

const copyOf = (picture: RgbPicture): RgbPicture => ({ ...picture, data: picture.data.slice() })

/** Puts a thing on a background and removes it again: what comes out, and what an even fill would have made. */
function withoutThing(
  background: RgbPicture,
  mask: Uint8Array,
): { ours: RgbPicture; even: RgbPicture } {
  const ours = copyOf(background)
  for (const [pixel, value] of mask.entries())
    if (value > 0) ours.data.set([200, 20, 160], 3 * pixel)
  const even = copyOf(ours)
  const spread = spreadInwards(even, mask)
  for (const [pixel, value] of mask.entries())
    if (value > 0)
      for (let c = 0; c < 3; c++) even.data[3 * pixel + c] = Math.round(spread[3 * pixel + c]!)
  expect(removeObject(ours, mask, () => {}, signal)).toBe(true)
  return { ours, even }
}

/** Root of the mean square of the differences under the mask. */
function error(a: RgbPicture, b: RgbPicture, mask: Uint8Array): number {
  let [sum, count] = [0, 0]
  for (const [pixel, value] of mask.entries()) {
    if (value === 0) continue
    for (let c = 0; c < 3; c++) sum += (a.data[3 * pixel + c]! - b.data[3 * pixel + c]!) ** 2
    count += 3
  }
  return Math.sqrt(sum / count)
}

/** Mean of the differences of pixels side by side under the mask: how much grain there is. */
function grain({ data }: RgbPicture, mask: Uint8Array): number {
  let [sum, count] = [0, 0]
  for (const [pixel, value] of mask.entries()) {
    if (value === 0 || mask[pixel - 1] === 0) continue
    sum += Math.abs(data[3 * pixel]! - data[3 * pixel - 3]!)
    count++
  }
  return sum / count
}

/** Mean of the reds under the mask. */
function meanUnder({ data }: RgbPicture, mask: Uint8Array): number {
  const values = Array.from(mask.keys()).filter((at) => mask[at] !== 0)
  return values.reduce((sum, at) => sum + data[3 * at]!, 0) / values.length
}

describe('removing an object', () => {
  it.each([
    ['stripes', (x: number, y: number) => ((x + 2 * y) % 24 < 12 ? 60 : 190)],
    ['a horizon', (_x: number, y: number) => (y < 100 ? 210 : 70)],
    [
      'bricks',
      (x: number, y: number) => (y % 16 < 2 || (x + (y % 32 < 16 ? 0 : 16)) % 32 < 2 ? 200 : 110),
    ],
  ])('goes on with %s behind it', (_name, grey) => {
    const background = draw(grey)
    const mask = disc(background, 96, 98, 22)
    const { ours, even } = withoutThing(background, mask)
    expect(error(ours, background, mask)).toBeLessThan(0.5 * error(even, background, mask))
  })

  it('goes on with a thin line through a grainy surface', () => {
    const random = randomNumbers(5)
    // So short that no patch elsewhere shows where it leads.
    const isLine = (x: number, y: number): boolean =>
      Math.abs(x - 0.6 * y - 40) < 1.5 && Math.abs(y - 96) < 28
    const background = draw((x, y) => 90 + 8 * random() - (isLine(x, y) ? 30 : 0))
    const mask = disc(background, 98, 96, 13)
    const line = mask.map((value, pixel) =>
      value > 0 && isLine(pixel % EDGE, Math.floor(pixel / EDGE)) ? 255 : 0,
    )
    const { ours } = withoutThing(background, mask)
    expect(error(ours, background, line)).toBeLessThan(12)
    expect(error(ours, background, mask)).toBeLessThan(6)
  })

  it('goes on with the lines of each of two marks', () => {
    const random = randomNumbers(5)
    const isLine = (x: number, y: number): boolean =>
      Math.abs(y - 96) < 28 &&
      (Math.abs(x - 0.6 * (y - 96) - 55) < 1.5 || Math.abs(x + 0.5 * (y - 96) - 135) < 1.5)
    const background = draw((x, y) => 90 + 8 * random() - (isLine(x, y) ? 30 : 0))
    const marks = [disc(background, 55, 96, 13), disc(background, 135, 96, 13)]
    const { ours } = withoutThing(
      background,
      marks[0]!.map((value, pixel) => Math.max(value, marks[1]![pixel]!)),
    )
    for (const mark of marks) {
      const line = mark.map((value, pixel) =>
        value > 0 && isLine(pixel % EDGE, Math.floor(pixel / EDGE)) ? 255 : 0,
      )
      expect(error(ours, background, line)).toBeLessThan(12)
      expect(error(ours, background, mark)).toBeLessThan(6)
    }
  })

  it('looks for lines in what is not too long, and until it is told to stop', () => {
    const [width, height] = [1000, 64]
    const data = new Uint8Array(3 * width * height).fill(120)
    for (let y = 0; y < height; y++) data.fill(60, 3 * (y * width + 500), 3 * (y * width + 502))
    const picture = { data, width, height }
    const stripe = (length: number): Uint8Array =>
      Uint8Array.from({ length: width * height }, (_, pixel) =>
        Number(
          Math.abs((pixel % width) - 500) < length / 2 &&
            Math.abs(Math.floor(pixel / width) - 32) < 3,
        ),
      )
    const filled = new Float32Array(data.length).fill(120)
    const middle = 3 * (32 * width + 500)
    expect(continueLines(picture, stripe(60), filled, signal)[middle]).toBeLessThan(80)
    expect(continueLines(picture, stripe(900), filled, signal) === filled).toBe(true)
    const stopped = AbortSignal.abort(new Error('stopped'))
    expect(() => continueLines(picture, stripe(60), filled, stopped)).toThrow('stopped')
  })

  it('keeps the grain of what has no order', () => {
    const random = randomNumbers(3)
    const background = draw(() => 90 + 80 * random())
    const mask = disc(background, 90, 90, 20)
    const { ours, even } = withoutThing(background, mask)
    expect(grain(ours, mask)).toBeGreaterThan(0.6 * grain(background, mask))
    expect(grain(even, mask)).toBeLessThan(0.3 * grain(background, mask))
  })

  it('keeps in a large hole what belongs at each height, and its grain', () => {
    const random = randomNumbers(9)
    const blocks = Array.from({ length: EDGE * EDGE }, () => random())
    const heights = [
      { to: 78, grey: 205, by: 8, edge: 1 },
      { to: 124, grey: 70, by: 100, edge: 5 },
      { to: EDGE, grey: 130, by: 30, edge: 2 },
    ]
    const background = draw((x, y) => {
      const { grey, by, edge } = heights.find(({ to }) => y < to)!
      return grey + by * (blocks[Math.floor(y / edge) * EDGE + Math.floor(x / edge)]! - 0.5)
    })
    const mask = disc(background, 96, 100, 40)
    const { ours } = withoutThing(background, mask)
    let from = 0
    for (const { to } of heights) {
      const part = mask.map((value, at) => {
        const y = Math.floor(at / EDGE)
        return y >= from + 4 && y < to - 4 ? value : 0
      })
      expect(grain(ours, part)).toBeGreaterThan(0.85 * grain(background, part))
      expect(Math.abs(meanUnder(ours, part) - meanUnder(background, part))).toBeLessThan(6)
      from = to
    }
  })

  it('leaves no colour of the thing beside what is left of it', () => {
    const random = randomNumbers(4)
    const picture = draw(() => 150 + 12 * random())
    // The mask is too small: an orange thing shows beside it, softly.
    const mask = disc(picture, 96, 96, 40)
    for (let at = 0; at < EDGE * EDGE; at++) {
      const away = Math.hypot((at % EDGE) - 75, Math.floor(at / EDGE) - 96)
      const share = Math.min(1, Math.max(0, (24 - away) / 6))
      const rest = [235, 110, 30]
      for (let c = 0; c < 3; c++)
        picture.data[3 * at + c] = (1 - share) * picture.data[3 * at + c]! + share * rest[c]!
    }
    expect(removeObject(picture, mask, () => {}, signal)).toBe(true)
    const apart: number[] = []
    for (const [at, value] of mask.entries())
      if (value > 0) apart.push(picture.data[3 * at]! - picture.data[3 * at + 2]!)
    expect(Math.max(...apart)).toBeLessThan(30)
    expect(apart.reduce((sum, one) => sum + one, 0) / apart.length).toBeLessThan(2)
  })

  it('meets an even gradient without a seam', () => {
    const background = draw((x, y) => 40 + (x + y) / 2)
    const mask = disc(background, 96, 96, 24)
    const { ours } = withoutThing(background, mask)
    expect(error(ours, background, mask)).toBeLessThan(4)
  })

  it('repaints a photograph as it was, and nothing beyond the mask', async () => {
    const photograph = await readPhotograph('rocket')
    // A part of the evening sky.
    const mask = disc(photograph, 320, 60, 28)
    const began = performance.now()
    const { ours } = withoutThing(photograph, mask)
    expect(performance.now() - began).toBeLessThan(10_000)
    expect(error(ours, photograph, mask)).toBeLessThan(8)
    for (const [pixel, value] of mask.entries()) {
      if (value > 0) continue
      const at = 3 * pixel
      if (
        ours.data[at] !== photograph.data[at] ||
        ours.data[at + 1] !== photograph.data[at + 1] ||
        ours.data[at + 2] !== photograph.data[at + 2]
      )
        throw new Error(`The pixel ${pixel} beyond the mask has changed.`)
    }
  })

  it('gives the same twice, and mixes where the mask is grey', () => {
    const background = draw((x) => (x % 20 < 10 ? 50 : 150))
    const mask = disc(background, 96, 96, 15).map((value) => (value > 0 ? 128 : 0))
    const things = copyOf(background)
    for (const [pixel, value] of mask.entries())
      if (value > 0) things.data.fill(255, 3 * pixel, 3 * pixel + 3)
    const [first, second] = [copyOf(things), copyOf(things)]
    for (const one of [first, second]) removeObject(one, mask, () => {}, signal)
    expect(first.data).toEqual(second.data)
    // Half of the thing's white is still there.
    const middle = first.data[3 * (96 * EDGE + 96)]!
    expect(middle).toBeGreaterThan(140)
    expect(middle).toBeLessThan(210)
  })

  it('reaches the border, and works where there is hardly anything to copy', () => {
    const background = draw(() => 120)
    for (const mask of [
      disc(background, 0, 0, 30),
      disc(background, 96, 96, 125),
      Uint8Array.from({ length: EDGE * EDGE }, (_, pixel) => (pixel % EDGE < 4 ? 0 : 255)),
    ]) {
      const { ours } = withoutThing(background, mask)
      expect(error(ours, background, mask)).toBeLessThan(2)
    }
    const tiny = { data: new Uint8Array(27).fill(9), width: 3, height: 3 }
    const middle = Uint8Array.from({ length: 9 }, (_, pixel) => (pixel === 4 ? 255 : 0))
    tiny.data.fill(200, 12, 15)
    expect(removeObject(tiny, middle, () => {}, signal)).toBe(true)
    expect([...tiny.data]).toEqual(Array.from({ length: 27 }, () => 9))
  })

  it('says when nothing is painted, or everything, and stops when it is told to', () => {
    const picture = draw(() => 120)
    const before = picture.data.slice()
    for (const value of [0, 255]) {
      const mask = new Uint8Array(EDGE * EDGE).fill(value)
      expect(removeObject(picture, mask, () => {}, signal)).toBe(false)
    }
    expect(picture.data).toEqual(before)
    const stopped = AbortSignal.abort(new Error('stopped'))
    const mask = disc(picture, 90, 90, 9)
    expect(() => removeObject(picture, mask, () => {}, stopped)).toThrow('stopped')
  })
})

describe('a small hole in an even surface', () => {
  it('is filled from the ring around it, whatever is further away', () => {
    // A cap: even with a slope, a strong pattern beyond it.
    const cap = draw((x, y) =>
      Math.hypot(x - 96, y - 96) < 50
        ? 60 + 0.3 * x + 0.1 * y
        : (Math.floor(x / 6) + Math.floor(y / 6)) % 2 === 0
          ? 20
          : 235,
    )
    const mask = disc(cap, 100, 92, 14)
    const { ours } = withoutThing(cap, mask)
    expect(error(ours, cap, mask)).toBeLessThan(1)
  })

  it('takes up how the surface curves', () => {
    const wall = draw((x, y) => 120 + 40 * Math.cos(x / 90) * Math.cos(y / 110))
    const mask = disc(wall, 80, 110, 12)
    const { ours } = withoutThing(wall, mask)
    expect(error(ours, wall, mask)).toBeLessThan(2)
  })

  it('goes on with light and shade that end at the hole', () => {
    const wall = draw((x) => 120 + 5 * Math.sin(x / 9))
    const mask = disc(wall, 94, 88, 13)
    const { ours } = withoutThing(wall, mask)
    expect(error(ours, wall, mask)).toBeLessThan(1.5)
  })
})
