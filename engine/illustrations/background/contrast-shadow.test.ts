import { expect, test } from 'vitest'
import type { Planes } from '../../diffusion/networks.ts'
import { withContrastShadow } from './contrast-shadow.ts'

const EDGE = 64
const [FIRST, LAST] = [20, 43]
type Colour = [number, number, number]
const YELLOW: Colour = [0.95, 0.7, -0.5]
const BLUE: Colour = [-0.6, -0.4, 0.9]
const NIGHT: Colour = [-0.9, -0.9, -0.8]

function picture(colourAt: (x: number, y: number) => Colour): Planes {
  const data = Float32Array.from(
    { length: 3 * EDGE ** 2 },
    (_, i) => colourAt(i % EDGE, Math.floor(i / EDGE) % EDGE)[Math.floor(i / EDGE ** 2)]!,
  )
  return { data, width: EDGE, height: EDGE }
}
const plain = (colour: Colour): Planes => picture(() => colour)
const isInside = (at: number): boolean => at >= FIRST && at <= LAST
const squareOf = (colour: Colour): Planes =>
  picture((x, y) => (isInside(x) && isInside(y) ? colour : [1, 1, 1]))
/** Of the first plane, in the middle row. */
const at = ({ data }: Planes, x: number): number => data[(EDGE / 2) * EDGE + x]!

test('a thing that would melt into its background has a soft shadow around it', () => {
  const behind = plain(YELLOW)
  const shaded = withContrastShadow(behind, squareOf([0.9, 0.65, -0.45]))
  expect(at(shaded, LAST + 1)).toBeLessThan(YELLOW[0] - 0.1)
  expect(at(shaded, LAST + 3)).toBeLessThan(YELLOW[0])
  expect(at(shaded, LAST + 3)).toBeGreaterThan(at(shaded, LAST + 1))
  // Far from it all stays as it is.
  expect(at(shaded, EDGE - 1)).toBe(at(behind, EDGE - 1))
})

test('where it is dark the shadow is a light', () => {
  const shaded = withContrastShadow(plain(NIGHT), squareOf([-0.8, -0.85, -0.7]))
  expect(at(shaded, LAST + 1)).toBeGreaterThan(NIGHT[0] + 0.1)
})

test('what stands out by itself is left alone, and so is a background with nothing on it', () => {
  const behind = plain(YELLOW)
  expect(withContrastShadow(behind, squareOf(BLUE))).toBe(behind)
  expect(withContrastShadow(behind, plain([1, 1, 1]))).toBe(behind)
})
