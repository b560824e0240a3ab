import { describe, expect, test } from 'vitest'
import type { Planes } from '../../diffusion/networks.ts'
import { fillHole } from './fill-hole.ts'
import { readScene } from './source-scene.ts'
import { roomWithin } from './room.ts'
import { foregroundMask } from './foreground-mask.ts'

const WIDTH = 24
const HEIGHT = 16
const SIZE = { width: WIDTH, height: HEIGHT }

type Colour = readonly [number, number, number]
const SKY: Colour = [0, 0.5, 1]
const GRASS: Colour = [-0.5, 0.5, -0.5]
const RED: Colour = [1, -1, -1]

function paint(colourAt: (x: number, y: number) => Colour): Planes {
  const area = WIDTH * HEIGHT
  const data = Float32Array.from({ length: 3 * area }, (_, i) => {
    const at = i % area
    return colourAt(at % WIDTH, Math.floor(at / WIDTH))[Math.floor(i / area)]!
  })
  return { data, ...SIZE }
}
const set = (is: (x: number, y: number) => boolean): Uint8Array =>
  Uint8Array.from({ length: WIDTH * HEIGHT }, (_, at) =>
    is(at % WIDTH, Math.floor(at / WIDTH)) ? 1 : 0,
  )
const scene = (_: number, y: number): Colour => (y < 10 ? SKY : GRASS)
const isIn = (x: number, y: number): boolean => x >= 8 && x < 16 && y >= 5 && y < 14
const withThing = paint((x, y) => (isIn(x, y) ? RED : scene(x, y)))
const closeTo = (a: Planes, b: Planes): number =>
  Math.max(...a.data.map((value, i) => Math.abs(value - b.data[i]!)))

describe('what is behind', () => {
  test('a thing is what is around it: a horizon goes on', () => {
    const { picture, sure } = fillHole(withThing, set(isIn))
    expect(closeTo(picture, paint(scene))).toBeLessThan(0.05)
    expect(Math.min(...sure)).toBeGreaterThan(0.9)
  })

  test('added space is what it borders on, in its corners too, but not a thing that is cut there', () => {
    const added = set((x, y) => x >= 14 || y < 4)
    const cut = paint((x, y) => (x > 10 && y > 13 ? RED : SKY))
    const { picture, sure } = fillHole(cut, added)
    const at = (x: number, y: number): number => y * WIDTH + x
    for (const [x, y] of [
      [2, 1],
      [20, 6],
      [22, 1],
    ] as const) {
      expect([0, 1, 2].map((i) => picture.data[i * WIDTH * HEIGHT + at(x, y)])).toEqual([...SKY])
      expect(sure[at(x, y)]).toBe(1)
    }
    expect(sure[at(20, 14)]).toBeLessThan(0.2)
  })
})

test('things are what the background does not reach from the frame', () => {
  expect(foregroundMask(withThing)).toEqual(set(isIn))
  const slowly = paint((x, y) => (isIn(x, y) ? RED : [0, x / WIDTH / 4, y / HEIGHT / 4]))
  expect(foregroundMask(slowly)).toEqual(set(isIn))
})

describe('the room for things', () => {
  test('is the bounds of the largest part', () => {
    const two = set((x, y) => isIn(x, y) || (x < 3 && y < 3))
    expect(roomWithin(two, SIZE)).toEqual({ left: 8, top: 5, width: 8, height: 9 })
  })

  test('is the best rectangle within a frame or a corner', () => {
    const around = set((x, y) => x < 10 || y < 2)
    expect(roomWithin(around, SIZE)).toEqual({ left: 0, top: 0, width: 10, height: HEIGHT })
    expect(
      roomWithin(
        set(() => false),
        SIZE,
      ),
    ).toBeNull()
  })
})

test('a source that is drawn over as a whole has its room where its thing is', () => {
  const { room, behind } = readScene(withThing, null, false, 0.5)
  expect(room).toEqual({ left: 8, top: 5, width: 8, height: 9 })
  expect(closeTo(behind, paint(scene))).toBeLessThan(0.05)
})
