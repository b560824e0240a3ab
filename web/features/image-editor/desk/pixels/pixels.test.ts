import { describe, expect, it } from 'vitest'
import { regionFor } from '../orders/region.ts'
import { fitView, panBy, type View, zoomAt } from '../stage/view.ts'
import { floodFill } from './flood-fill.ts'
import { applyLevels, levelsTable, NO_LEVELS } from './levels.ts'
import { boundsOf, feather } from './mask.ts'

const [WIDTH, HEIGHT] = [40, 30]

/** A place of the stage as one of the image. */
const toImage = ({ x, y, scale }: View, at: { x: number; y: number }) => ({
  x: (at.x - x) / scale,
  y: (at.y - y) / scale,
})

function draw(grey: (x: number, y: number) => number) {
  const data = new Uint8ClampedArray(4 * WIDTH * HEIGHT)
  for (let pixel = 0; pixel < WIDTH * HEIGHT; pixel++) {
    const value = grey(pixel % WIDTH, Math.floor(pixel / WIDTH))
    data.set([value, value, value, 255], 4 * pixel)
  }
  return { data, width: WIDTH, height: HEIGHT }
}
const count = (mask: Uint8Array): number => mask.filter((value) => value > 0).length

describe('magic selection', () => {
  it('finds what is connected and alike, and no more', () => {
    // Two dark squares on light ground.
    const image = draw((x, y) => ((x < 10 || x >= 20) && x < 30 && y >= 5 && y < 15 ? 40 : 200))
    const found = floodFill(image, { x: 4.7, y: 8.2 }, 20, false)
    expect(count(found)).toBe(100)
    expect(boundsOf({ data: found, width: WIDTH, height: HEIGHT })).toEqual({
      x: 0,
      y: 5,
      width: 10,
      height: 10,
    })
    expect(count(floodFill(image, { x: 15, y: 25 }, 20, false))).toBe(WIDTH * HEIGHT - 200)
    expect(count(floodFill(image, { x: 15, y: 25 }, 200, false))).toBe(WIDTH * HEIGHT)
    expect(count(floodFill(image, { x: -1, y: 3 }, 20, false))).toBe(0)
  })

  it('goes along a gradient as far as the tolerance, and ends at an outline that is within it', () => {
    const gradient = draw((x) => 4 * x)
    expect(
      boundsOf({
        data: floodFill(gradient, { x: 0, y: 0 }, 40, true),
        width: WIDTH,
        height: HEIGHT,
      }),
    ).toMatchObject({ x: 0, width: 11 })
    const step = draw((x) => (x < 20 ? 100 : 130))
    expect(count(floodFill(step, { x: 3, y: 3 }, 50, false))).toBe(WIDTH * HEIGHT)
    expect(count(floodFill(step, { x: 3, y: 3 }, 50, true))).toBe(20 * HEIGHT)
  })
})

describe('a soft edge', () => {
  it('falls off outwards, and keeps all that is selected', () => {
    const data = new Uint8Array(WIDTH * HEIGHT)
    for (let y = 10; y < 20; y++) data.fill(255, y * WIDTH + 10, y * WIDTH + 20)
    const soft = feather({ data, width: WIDTH, height: HEIGHT }, 3)
    expect(data.every((value, pixel) => value === 0 || soft[pixel] === 255)).toBe(true)
    const row = [...soft.subarray(15 * WIDTH + 20, 15 * WIDTH + 28)]
    expect(row).toEqual(row.toSorted((a, b) => b - a))
    expect(row[0]).toBeGreaterThan(row[5]!)
    expect(row[7]).toBe(0)
    expect(feather({ data, width: WIDTH, height: HEIGHT }, 0)).toBe(data)
    expect(boundsOf({ data: new Uint8Array(4), width: 2, height: 2 })).toBeNull()
  })
})

describe('levels', () => {
  it('map black, white and what is between, and leave opacity alone', () => {
    expect([...levelsTable(NO_LEVELS)]).toEqual(Array.from({ length: 256 }, (_, i) => i))
    const table = levelsTable({ black: 50, white: 150, gamma: 1 })
    expect([table[0], table[50], table[100], table[150], table[255]]).toEqual([0, 0, 128, 255, 255])
    expect(levelsTable({ black: 0, white: 255, gamma: 2 })[64]).toBeGreaterThan(120)
    const data = new Uint8ClampedArray([50, 150, 255, 77])
    applyLevels(data, { black: 50, white: 150, gamma: 1 })
    expect([...data]).toEqual([0, 255, 255, 77])
  })
})

describe('what is sent of an image', () => {
  const room = { least: 64, edge: 2048, pixels: 4 * 2 ** 20 }
  it('is all of it where that has room, else a part with some around what is selected', () => {
    const selected = { x: 1000, y: 3000, width: 300, height: 200 }
    // Of an image with its pixels, too, it is the place and nothing else.
    const image = { data: new Uint8Array(4), width: 2000, height: 2000 }
    expect(regionFor(image, selected, room)).toEqual({
      x: 0,
      y: 0,
      width: 2000,
      height: 2000,
    })
    const region = regionFor({ width: 4096, height: 4096 }, selected, room)!
    expect(region.x).toBeLessThanOrEqual(1000 - 200)
    expect(region.y + region.height).toBeGreaterThanOrEqual(3400)
    expect(region.width * region.height).toBeLessThanOrEqual(room.pixels)
    const corner = regionFor(
      { width: 4096, height: 4096 },
      { x: 0, y: 0, width: 1900, height: 1900 },
      room,
    )!
    expect(corner).toMatchObject({ x: 0, y: 0 })
    expect(corner.width).toBeGreaterThan(1900)
    expect(
      regionFor({ width: 4096, height: 4096 }, { x: 0, y: 0, width: 2100, height: 9 }, room),
    ).toBeNull()
  })
})

describe('the view', () => {
  const image = { width: 4000, height: 1000 }
  const stage = { width: 800, height: 600 }
  it('zooms around the place that is pointed at', () => {
    const view = fitView(image, stage)
    const at = { x: 500, y: 300 }
    const before = toImage(view, at)
    for (const factor of [1.2, 3, 0.5]) {
      const after = toImage(zoomAt(view, factor, at, 0.05), at)
      expect(after.x).toBeCloseTo(before.x)
      expect(after.y).toBeCloseTo(before.y)
    }
    expect(zoomAt(view, 1e-9, at, 0.05).scale).toBeCloseTo(0.05)
    expect(zoomAt(view, 1e9, at, 0.05).scale).toBe(32)
  })

  it('shows all of an image in the middle, and never loses it', () => {
    const view = fitView(image, stage)
    expect(view.scale * image.width).toBeLessThanOrEqual(stage.width)
    expect(view.y).toBeCloseTo((stage.height - view.scale * image.height) / 2)
    const lost = panBy(view, { x: 1e6, y: -1e6 }, image, stage)
    expect(lost.x).toBeLessThan(stage.width)
    expect(lost.y + view.scale * image.height).toBeGreaterThan(0)
  })
})
