import { describe, expect, test } from 'vitest'
import type { Planes } from '../../diffusion/networks.ts'
import { withLook } from './looks.ts'

const EDGE = 64
const AREA = EDGE ** 2

/** On white a disc whose red goes from light to dark, with a black dot in its middle. */
const disc: Planes = {
  data: Float32Array.from({ length: 3 * AREA }, (_, i) => {
    const [x, y] = [(i % EDGE) - 31.5, (Math.floor(i / EDGE) % EDGE) - 31.5]
    const plane = Math.floor(i / AREA)
    if (Math.hypot(x, y) > 26) return 1
    if (Math.hypot(x, y) < 5) return -0.9
    return plane === 0 ? 0.7 + x / 130 : -0.7
  }),
  width: EDGE,
  height: EDGE,
}

const at = ({ data }: Planes, x: number, y: number): number[] =>
  [0, 1, 2].map((plane) => data[plane * AREA + y * EDGE + x]!)
const light = (picture: Planes, x: number, y: number): number =>
  at(picture, x, y).reduce((sum, value) => sum + value, 0)
const coloursOf = ({ data }: Planes): Set<string> =>
  new Set(Array.from({ length: AREA }, (_, i) => [0, 1, 2].map((p) => data[p * AREA + i]).join()))

describe('surfaces', () => {
  test('even: few colours, and what is small and dark stays', () => {
    const even = withLook(disc, 'even')
    expect(coloursOf(disc).size).toBeGreaterThan(40)
    expect(coloursOf(even).size).toBeLessThanOrEqual(4)
    expect(Math.max(...at(even, 32, 32))).toBeLessThan(-0.7)
    expect(at(even, 12, 32)[0]).toBeGreaterThan(0.5)
  })

  test('bold has more colour than even', () => {
    const chroma = ([r, g, b]: number[]): number => Math.max(r!, g!, b!) - Math.min(r!, g!, b!)
    const of = (look: 'even' | 'bold'): number => chroma(at(withLook(disc, look), 45, 32))
    expect(of('bold')).toBeGreaterThan(of('even') + 0.1)
  })

  test('round: light from the upper left, dark at the lower right', () => {
    const round = withLook(disc, 'round')
    expect(light(round, 17, 17)).toBeGreaterThan(light(disc, 17, 17) + 0.2)
    expect(light(round, 47, 47)).toBeLessThan(light(disc, 47, 47) - 0.2)
  })

  test('shiny: with a highlight that round has not', () => {
    const brightest = (picture: Planes): number =>
      Math.max(
        ...Array.from({ length: AREA }, (_, i) => {
          const [x, y] = [i % EDGE, Math.floor(i / EDGE)]
          return Math.hypot(x - 31.5, y - 31.5) < 22 ? light(picture, x, y) : -3
        }),
      )
    expect(brightest(withLook(disc, 'shiny'))).toBeGreaterThan(1.8)
    expect(brightest(withLook(disc, 'round'))).toBeLessThan(1)
  })

  test.each(['even', 'bold', 'round', 'shiny'] as const)('%s leaves the white around', (look) => {
    const picture = withLook(disc, look)
    for (const [x, y] of [
      [0, 0],
      [3, 32],
      [60, 60],
    ] as const)
      expect(at(picture, x, y)).toEqual([1, 1, 1])
  })
})
