import { expect, it } from 'vitest'
import { settleParts } from './settle-parts.ts'

const SIZE = { width: 120, height: 90 }

/** A red thing that is sure, a blue one beside it that is half seen, and a grey ground. */
function scene(certainty: number) {
  const values = new Float32Array(SIZE.width * SIZE.height)
  const guide = new Float32Array(3 * values.length).fill(0.5)
  const paint = (left: number, right: number, colour: number[], value: number): void => {
    for (let y = 20; y < 70; y++)
      for (let x = left; x < right; x++) {
        guide.set(colour, 3 * (y * SIZE.width + x))
        values[y * SIZE.width + x] = value
      }
  }
  paint(20, 50, [0.9, 0.1, 0.1], 1)
  paint(50, 80, [0.1, 0.1, 0.9], certainty)
  return { map: { values, ...SIZE }, guide }
}

const at = (x: number, y: number): number => y * SIZE.width + x

it('keeps a part that is half seen as a whole, up to its edge', () => {
  const { map, guide } = scene(0.55)
  const { values } = settleParts(map, guide)
  expect(values[at(65, 45)]).toBeGreaterThan(0.95)
  expect(values[at(75, 25)]).toBeGreaterThan(0.9)
  expect(values[at(90, 45)]).toBeLessThan(0.05)
  expect(values[at(35, 45)]).toBeGreaterThan(0.95)
})

it('drops a part that is hardly seen', () => {
  const { map, guide } = scene(0.2)
  expect(settleParts(map, guide).values[at(65, 45)]).toBeLessThan(0.05)
})

it('leaves what is sure as it is', () => {
  const { map, guide } = scene(1)
  expect(settleParts(map, guide)).toBe(map)
})
