import { expect, test } from 'vitest'
import { adamStep, untrained } from './adam.ts'

test('steps are those of AdamW', () => {
  const one = untrained(Float32Array.of(1, -2))
  const gradient = Float32Array.of(0.3, -0.4)
  adamStep([one], [gradient], 1, 0.1)
  // The first step goes by the rate, whatever the gradient's size; the decay comes on top.
  expect(one.values[0]).toBeCloseTo(1 - 0.1 - 0.1 * 0.01, 5)
  expect(one.values[1]).toBeCloseTo(-2 + 0.1 + 0.1 * 0.01 * 2, 5)
  const before = one.values[0]!
  adamStep([one], [Float32Array.of(0, 0)], 2, 0.1)
  const mean = (0.9 * 0.1 * 0.3) / (1 - 0.9 ** 2)
  const square = (0.99 * 0.01 * 0.09) / (1 - 0.99 ** 2)
  expect(one.values[0]).toBeCloseTo(before - (0.1 * mean) / Math.sqrt(square) - 1e-3 * before, 5)
})

test('gradients that are too long together are shortened together', () => {
  const [a, b] = [untrained(Float32Array.of(0)), untrained(Float32Array.of(0))]
  adamStep([a, b], [Float32Array.of(30), Float32Array.of(40)], 1, 0.1)
  expect(a.mean[0]).toBeCloseTo(0.1 * 0.6, 5)
  expect(b.mean[0]).toBeCloseTo(0.1 * 0.8, 5)
})
