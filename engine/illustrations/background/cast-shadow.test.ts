import { expect, test } from 'vitest'
import type { Planes } from '../../diffusion/networks.ts'
import { castShadow } from './cast-shadow.ts'

const EDGE = 64
const even = (value: number): Planes => ({
  data: new Float32Array(3 * EDGE ** 2).fill(value),
  width: EDGE,
  height: EDGE,
})

/** A black box on white. */
function thing(left: number, right: number, top: number, bottom: number): Planes {
  const picture = even(1)
  for (let plane = 0; plane < 3; plane++)
    for (let y = top; y <= bottom; y++)
      picture.data.fill(-1, (plane * EDGE + y) * EDGE + left, (plane * EDGE + y) * EDGE + right + 1)
  return picture
}
const darkerIn = (picture: Planes, than: number): number[] =>
  Array.from(picture.data.subarray(0, EDGE ** 2).keys()).filter(
    (at) => picture.data[at]! < than - 1e-6,
  )

test('a thing darkens the ground around its foot, most where it stands, and nothing above', () => {
  const shadow = castShadow(even(0.5), thing(20, 43, 10, 47))
  const darker = darkerIn(shadow, 0.5)
  expect(darker.length).toBeGreaterThan(100)
  const lines = darker.map((at) => Math.floor(at / EDGE))
  expect(Math.min(...lines)).toBeGreaterThan(40)
  expect(Math.max(...lines)).toBeLessThan(56)
  const columns = darker.map((at) => at % EDGE)
  expect(Math.min(...columns)).toBeLessThan(20)
  expect(Math.max(...columns)).toBeGreaterThan(43)
  const darkest = darker.reduce((a, b) => (shadow.data[a]! < shadow.data[b]! ? a : b))
  expect(Math.abs(Math.floor(darkest / EDGE) - 47)).toBeLessThanOrEqual(1)
  expect(Math.abs((darkest % EDGE) - 31.5)).toBeLessThanOrEqual(1)
})

test('the frame stays as it is, so that the backdrop is told from things later', () => {
  const shadow = castShadow(even(0.5), thing(2, 61, 20, 61))
  for (const at of darkerIn(shadow, 0.5)) {
    const [x, y] = [at % EDGE, Math.floor(at / EDGE)]
    expect(Math.min(x, y, EDGE - 1 - x, EDGE - 1 - y)).toBeGreaterThan(0)
  }
})

test('a thing on a thin stem has a shadow that is wider than the stem', () => {
  const flower = thing(12, 51, 8, 30)
  const stem = thing(31, 32, 30, 50)
  const both = { ...flower, data: flower.data.map((value, i) => Math.min(value, stem.data[i]!)) }
  const columns = darkerIn(castShadow(even(0.5), both), 0.5).map((at) => at % EDGE)
  expect(Math.max(...columns) - Math.min(...columns)).toBeGreaterThan(20)
})

test('without a thing there is no shadow', () => {
  const behind = even(0.5)
  expect(castShadow(behind, even(1))).toBe(behind)
})
