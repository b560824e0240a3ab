import { expect, test } from 'vitest'
import type { Prediction, SchedulerConfig } from '../diffusion/schedule.ts'
import { createSchedule, preserving } from '../diffusion/schedule.ts'
import type { TrainingSet } from './noise-batch.ts'
import { makeBatch } from './noise-batch.ts'

const CONFIG: SchedulerConfig = {
  prediction: 'v_prediction',
  trainTimesteps: 1000,
  betaStart: 0.00085,
  betaEnd: 0.012,
  betaSchedule: 'scaled_linear',
  stepsOffset: 1,
}
const of = (value: number, words: number) => ({
  latents: new Float32Array(4).fill(value),
  words: Float32Array.of(words),
})
const set: TrainingSet = {
  examples: [of(1, 1), of(2, 1)],
  prior: [of(-3, 2)],
  emptyWords: Float32Array.of(0),
  shownLength: 8,
}
const SIZE = 8
const batchOf = (prediction: Prediction, seed: number, priorShare = 0) =>
  makeBatch(set, createSchedule({ ...CONFIG, prediction }), { size: SIZE, priorShare, seed })

/** Picture and noise of a row, from what the denoiser is shown and what it should say. */
function undo(prediction: 'epsilon' | 'v_prediction', seed: number, row: number) {
  const { inputs, target } = batchOf(prediction, seed)
  const { signal, noise } = preserving(createSchedule(CONFIG).sigmaOf(inputs['timestep']![row]!))
  const [sample, said] = [inputs['sample']![4 * row]!, target[4 * row]!]
  return prediction === 'epsilon'
    ? (sample - noise * said) / signal
    : signal * sample - noise * said
}

test.each(['epsilon', 'v_prediction'] as const)(
  'what the denoiser should say leads back to the image: %s',
  (prediction) => {
    for (let row = 0; row < SIZE; row++) {
      const image = undo(prediction, 5, row)
      expect(Math.min(Math.abs(image - 1), Math.abs(image - 2))).toBeLessThan(1e-3)
    }
  },
)

test('each batch has noise of all levels, in an order that changes, and the same seed is the same batch', () => {
  const orders = new Set<string>()
  for (let seed = 0; seed < 10; seed++) {
    const times = [...batchOf('epsilon', seed).inputs['timestep']!]
    const parts = times.map((time) => Math.floor((time * SIZE) / 999.01))
    expect(parts.toSorted((a, b) => a - b)).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
    orders.add(parts.join())
  }
  expect(orders.size).toBeGreaterThan(2)
  expect(batchOf('epsilon', 4)).toEqual(batchOf('epsilon', 4))
})

test('levels of little noise count no more than one with a signal of five', () => {
  const { inputs, weights } = batchOf('v_prediction', 1)
  const schedule = createSchedule(CONFIG)
  for (let row = 0; row < SIZE; row++) {
    const clarity = 1 / schedule.sigmaOf(inputs['timestep']![row]!) ** 2
    expect(weights[row]).toBeCloseTo(Math.min(clarity, 5) / (clarity + 1), 5)
  }
})

test('the share of the prior comes from it, and is never shown the subject', () => {
  let shownToOthers = 0
  let withoutWords = 0
  for (let seed = 0; seed < 40; seed++) {
    const { inputs } = batchOf('epsilon', seed, 0.25)
    for (let row = 0; row < SIZE; row++) {
      const words = inputs['encoder_hidden_states']![row]!
      const shown = inputs['neighbours']!.subarray(8 * row, 8 * row + 8)
      expect([0, row < 2 ? 2 : 1]).toContain(words)
      if (words === 0) withoutWords++
      const isShown = shown.some((value) => value !== 0)
      expect(isShown && row < 2).toBe(false)
      if (isShown) shownToOthers++
    }
  }
  expect(shownToOthers / (40 * 6)).toBeGreaterThan(0.35)
  expect(shownToOthers / (40 * 6)).toBeLessThan(0.65)
  expect(withoutWords).toBeGreaterThan(10)
  expect(withoutWords).toBeLessThan(60)
})
