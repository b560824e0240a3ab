import { describe, expect, test } from 'vitest'
import type { Planes } from '../../diffusion/networks.ts'
import { createUniformStream } from '../../diffusion/noise.ts'
import { composePictures } from '../guidance/compose-pictures.ts'
import { layOut } from './layout.ts'

const EDGE = 64

/** A black box of a share of width and height in the middle of white. */
function box(across: number, down: number): Planes {
  const inside = (at: number, share: number): boolean =>
    Math.abs((at + 0.5) / EDGE - 0.5) < share / 2
  const data = Float32Array.from({ length: 3 * EDGE * EDGE }, (_, i) =>
    inside(i % EDGE, across) && inside(Math.floor(i / EDGE) % EDGE, down) ? -1 : 1,
  )
  return { data, width: EDGE, height: EDGE }
}

interface Room {
  width: number
  height: number
}
const ROOMS: Room[] = [
  { width: 64, height: 64 },
  { width: 112, height: 64 },
  { width: 64, height: 112 },
  { width: 64, height: 80 },
]

/** Columns and rows that things reach, as shares of the room, and whether the frame itself is touched. */
function reach(things: readonly Planes[], { width, height }: Room, seed: number) {
  const spots = layOut(things, width / height, createUniformStream(seed))
  const room = { left: 0, top: 0, width, height }
  const laid = things.map((picture, i) => ({ picture, spot: spots[i]! }))
  const { data } = composePictures({ width, height }, room, laid)
  const dark = [...data.subarray(0, width * height).entries()].filter(([, value]) => value < 0)
  const [xs, ys] = [dark.map(([at]) => at % width), dark.map(([at]) => Math.floor(at / width))]
  return {
    across: (Math.max(...xs) - Math.min(...xs) + 1) / width,
    down: (Math.max(...ys) - Math.min(...ys) + 1) / height,
    touches:
      Math.min(...xs, ...ys) === 0 ||
      Math.max(...xs) === width - 1 ||
      Math.max(...ys) === height - 1,
  }
}
const seeds = Array.from({ length: 25 }, (_, seed) => seed)

describe.each(ROOMS)('a room of $width x $height', (room) => {
  test.each([1, 2, 3])('%i things that fill their pictures do not touch its edge', (count) => {
    const things = Array.from({ length: count }, () => box(1, 1))
    for (const seed of seeds) expect(reach(things, room, seed).touches).toBe(false)
  })
})

test('several things use a wide room, and a high one', () => {
  for (const seed of seeds) {
    for (const count of [2, 3]) {
      const things = Array.from({ length: count }, () => box(0.95, 0.95))
      expect(reach(things, ROOMS[1]!, seed).across).toBeGreaterThan(0.75)
      expect(reach(things, ROOMS[2]!, seed).down).toBeGreaterThan(0.75)
    }
    const two = reach([box(0.95, 0.95), box(0.95, 0.95)], ROOMS[1]!, seed)
    expect(two.down).toBeGreaterThan(0.6)
  }
})

test('a wide thing stands larger in a wide room than in a square one', () => {
  const wide = seeds.map((seed) => reach([box(0.95, 0.5)], ROOMS[1]!, seed).across * 112)
  const square = seeds.map((seed) => reach([box(0.95, 0.5)], ROOMS[0]!, seed).across * 64)
  const mean = (values: number[]): number => values.reduce((a, b) => a + b) / values.length
  expect(mean(wide)).toBeGreaterThan(1.15 * mean(square))
})
