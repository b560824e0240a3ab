import sharp from 'sharp'
import type { Sharp } from 'sharp'
import { describe, expect, test } from 'vitest'
import { distances } from './distance.ts'
import { frameOf, middleOf, toFrame } from './frame.ts'
import { meetEdges } from './meet-edges.ts'
import type { Pixels } from './read-source.ts'
import { readMask, readPicture } from './read-source.ts'
import { blendRegion, paintedCells, planRepaint } from './repaint.ts'

test('distances are exact', () => {
  const size = { width: 23, height: 17 }
  const set = Uint8Array.from({ length: 23 * 17 }, (_, i) => ((i * 7919) % 101 < 3 ? 1 : 0))
  const places = [...set.entries()].filter(([, value]) => value === 1).map(([i]) => i)
  expect(places.length).toBeGreaterThan(3)
  const between = (a: number, b: number): number =>
    Math.hypot((a % 23) - (b % 23), Math.floor(a / 23) - Math.floor(b / 23))
  for (const [i, distance] of distances(set, size).entries())
    expect(distance).toBeCloseTo(Math.min(...places.map((place) => between(i, place))), 4)
  expect(new Set(distances(new Uint8Array(23 * 17), size))).toEqual(new Set([Infinity]))
})

/** A gradient: red grows to the right, green downwards. */
function gradient(width: number, height: number): Pixels {
  const data = new Uint8Array(4 * width * height)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      data.set([(x * 255) / width, (y * 255) / height, 90, 255], 4 * (y * width + x))
  return { data, width, height }
}

describe('a frame', () => {
  test('holds the picture in its middle, scaled as it will be enlarged, with its edges carried on', async () => {
    // 200 x 100 are drawn as 128 x 96: enlarged to 200 x 150, of which 25 rows go at top and bottom.
    const frame = frameOf({ width: 16, height: 12 }, 8, { width: 200, height: 100 })
    expect(frame).toEqual({
      width: 128,
      height: 96,
      shown: { left: 0, top: 16, width: 128, height: 64 },
    })
    const whole = { left: 0, top: 0, width: 200, height: 100 }
    const planes = await toFrame(gradient(200, 100), whole, frame)
    const green = (y: number): number => planes.data[128 * 96 + y * 128 + 64]!
    expect(green(0)).toBeCloseTo(green(16), 5)
    expect(green(48)).toBeCloseTo(0, 1)
    expect(green(95)).toBeCloseTo(green(79), 5)
  })

  test('of another ratio than the picture takes its middle', () => {
    expect(middleOf({ width: 300, height: 100 }, { width: 64, height: 64 })).toEqual({
      left: 100,
      top: 0,
      width: 100,
      height: 100,
    })
    expect(middleOf({ width: 50, height: 70 }, { width: 512, height: 512 })).toEqual({
      left: 0,
      top: 10,
      width: 50,
      height: 50,
    })
  })
})

const png = (raw: Sharp) => raw.png().toBuffer()
const box = (width: number, height: number, background: string) =>
  sharp({ create: { width, height, channels: 4, background } })

describe('files', () => {
  test('are turned upright; grey, palette and 16 bit images are read', async () => {
    const wide = await box(6, 4, 'red').jpeg().withMetadata({ orientation: 6 }).toBuffer()
    expect(await readPicture(wide)).toMatchObject({ width: 4, height: 6 })
    for (const file of [
      await png(box(3, 3, 'grey').toColourspace('b-w')),
      await box(3, 3, 'grey').png({ palette: true }).toBuffer(),
      await png(box(3, 3, 'grey').toColourspace('rgb16')),
    ])
      expect([...(await readPicture(file)).data.subarray(0, 4)]).toEqual([128, 128, 128, 255])
  })

  test('that are no pictures, and masks of another size, are refused in plain words', async () => {
    await expect(readPicture(Buffer.from('no picture'))).rejects.toMatchObject({
      code: 'unsupported',
      retryable: false,
      userMessage: { key: 'engines.sourceNotRead', values: { what: 'image' } },
    })
    const mask = await png(box(5, 4, 'white'))
    await expect(readMask(mask, { width: 4, height: 5 })).rejects.toMatchObject({
      userMessage: {
        key: 'engines.maskSize',
        values: { width: 5, height: 4, otherWidth: 4, otherHeight: 5 },
      },
    })
  })

  test('a mask is what is lighter than middle grey; what is transparent is not', async () => {
    const strips = ['#fff', '#808080', '#7f7f7f', '#000', '#ffffff00'].map((colour, left) => ({
      input: { create: { width: 1, height: 1, channels: 4 as const, background: colour } },
      left,
      top: 0,
    }))
    const mask = await png(box(5, 1, '#0000').composite(strips))
    expect([...(await readMask(mask, { width: 5, height: 1 }))]).toEqual([1, 1, 0, 0, 0])
  })
})

/** Whether two pictures have the same pixel there. */
const same = (a: Uint8Array, at: number, b: Uint8Array, from: number): boolean =>
  [0, 1, 2, 3].every((channel) => a[at + channel] === b[from + channel])

test('what is painted meets what it borders on, and is itself further away', () => {
  const size = { width: 64, height: 8 }
  const flat = (value: number) => new Uint8Array(3 * 64 * 8).fill(value)
  const shares = Uint8Array.from({ length: 64 * 8 }, (_, i) => (i % 64 < 20 ? 0 : 255))
  const painted = flat(150)
  meetEdges(painted, flat(100), shares, size)
  const row = Array.from({ length: 64 }, (_, x) => painted[3 * (4 * 64 + x)]!)
  // 64 / 16 pixels of seam; what is kept is not looked at.
  expect(row.slice(0, 20).every((value) => value === 150)).toBe(true)
  expect(row[20]).toBeLessThan(130)
  expect(row.slice(20, 25)).toEqual(row.slice(20, 25).toSorted((a, b) => a - b))
  expect(row.slice(24).every((value) => value === 150)).toBe(true)
})

describe('repainting', () => {
  const mask = async (feather: number, width = 400, height = 300) => ({
    image: await png(
      box(width, height, 'black').composite([
        { input: await png(box(40, 30, 'white')), left: 100, top: 200 },
      ]),
    ),
    feather,
  })
  const image = new Uint8Array()

  test('shows the model a part around the mask, no smaller than it was trained on', async () => {
    const pixels = gradient(400, 300)
    const { region } = await planRepaint(pixels, { image, strength: 1, mask: await mask(0) }, 128)
    expect(region).toEqual({ left: 56, top: 151, width: 128, height: 128 })
    const large = await planRepaint(pixels, { image, strength: 1, mask: await mask(0) }, 512)
    expect(large.region).toEqual({ left: 0, top: 0, width: 400, height: 300 })
  })

  test('blends over the feather and leaves every pixel beyond it alone', async () => {
    const pixels = gradient(400, 300)
    const repaint = await planRepaint(pixels, { image, strength: 1, mask: await mask(8) }, 128)
    const { region } = repaint
    const blue = new Uint8Array(3 * region.width * region.height).map((_, i) =>
      i % 3 === 2 ? 255 : 0,
    )
    const { data } = blendRegion(repaint, blue)
    const share = (x: number, y: number): number => (data[4 * (y * 400 + x) + 2]! - 90) / 165
    expect(share(120, 215)).toBe(1)
    const fall = [99, 97, 95, 92].map((x) => share(x, 210))
    expect(fall).toEqual(fall.toSorted((a, b) => b - a))
    expect(fall[3]).toBeGreaterThan(0)
    const changed: [number, number][] = []
    for (let y = 0; y < 300; y++)
      for (let x = 0; x < 400; x++) {
        const away = Math.hypot(Math.max(100 - x, 0, x - 139), Math.max(200 - y, 0, y - 229))
        const at = 4 * (y * 400 + x)
        if (away > 8 && !same(data, at, pixels.data, at)) changed.push([x, y])
      }
    expect(changed).toEqual([])
  })

  test('knows the latent cells that hold anything to paint', async () => {
    const repaint = await planRepaint(
      gradient(400, 300),
      { image, strength: 1, mask: await mask(0) },
      128,
    )
    const frame = frameOf({ width: 16, height: 16 }, 8, repaint.region)
    const cells = paintedCells(repaint, frame, { width: 16, height: 16 })
    // The mask begins at 44, 49 of the region and ends before 84, 79.
    const rows = Array.from({ length: 16 }, (_, y) =>
      [...cells.subarray(16 * y, 16 * y + 16)].join(''),
    )
    const painted = '0000011111100000'
    const expected = rows.map((_, y) => (y >= 6 && y <= 9 ? painted : '0'.repeat(16)))
    expect(rows).toEqual(expected)
  })

  test('padding carries the edges on under noise and keeps the picture', async () => {
    const pixels = gradient(100, 80)
    const padding = { left: 30, top: 0, right: 0, bottom: 20 }
    const { canvas, blend } = await planRepaint(pixels, { image, strength: 1, padding }, 128)
    expect([canvas.width, canvas.height]).toEqual([130, 100])
    const changed: [number, number][] = []
    for (let y = 0; y < 100; y++)
      for (let x = 0; x < 130; x++) {
        const inside = x >= 30 && y < 80
        expect(blend[y * 130 + x]).toBe(inside ? 0 : 255)
        if (!inside) continue
        const from = 4 * (y * 100 + x - 30)
        const at = 4 * (y * 130 + x)
        if (!same(canvas.data, at, pixels.data, from)) changed.push([x, y])
      }
    expect(changed).toEqual([])
    const reds = Array.from({ length: 30 }, (_, x) => canvas.data[4 * (40 * 130 + x)]!)
    expect(new Set(reds).size).toBeGreaterThan(3)
  })

  test('a mask without white is refused', async () => {
    const black = { image: await png(box(9, 9, 'black')), feather: 4 }
    const plan = planRepaint(gradient(9, 9), { image, strength: 1, mask: black }, 64)
    await expect(plan).rejects.toMatchObject({ code: 'unsupported' })
  })
})
