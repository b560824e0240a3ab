import { expect, it } from 'vitest'
import { spreadTwins } from './spread-twins.ts'

const EDGE = 8

it('makes an even slope of steps, in both directions, and leaves what is flat', () => {
  const shared = [0, 1.5, 1.5, 3]
  const slope = (place: number): number => 4 * Math.floor(place / 4) + shared[place % 4]!
  const planes = {
    width: EDGE,
    height: EDGE,
    values: Float32Array.from({ length: 3 * EDGE * EDGE }, (_, i) => {
      const [x, y] = [i % EDGE, Math.floor(i / EDGE) % EDGE]
      return i < 2 * EDGE * EDGE ? slope(x) + 10 * slope(y) : 7
    }),
  }
  spreadTwins(planes)
  for (const [i, value] of planes.values.entries()) {
    const [x, y] = [i % EDGE, Math.floor(i / EDGE) % EDGE]
    expect(value).toBeCloseTo(i < 2 * EDGE * EDGE ? x + 10 * y : 7, 4)
  }
})
