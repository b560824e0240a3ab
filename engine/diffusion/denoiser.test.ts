import { expect, test } from 'vitest'
import { createDenoiser } from './denoiser.ts'
import type { Prediction } from './schedule.ts'
import { createSchedule, preserving } from './schedule.ts'

const PICTURE = [0.5, -1.25]
const NOISE = [1.5, -0.25]

function scheduleFor(prediction: Prediction) {
  return createSchedule({
    prediction,
    trainTimesteps: 1000,
    betaStart: 0.00085,
    betaEnd: 0.012,
    betaSchedule: 'scaled_linear',
    timestepSpacing: 'leading',
    stepsOffset: 1,
    setAlphaToOne: false,
  })
}

/** What a perfect network of that kind answers for x = picture + sigma * noise, and the input it expects. */
function perfect(
  prediction: Prediction,
  sigma: number,
  i: number,
): { input: number; output: number } {
  const { signal, noise } = preserving(sigma)
  const [p, n] = [PICTURE[i]!, NOISE[i]!]
  const preserved = signal * p + noise * n
  if (prediction === 'epsilon') return { input: preserved, output: n }
  if (prediction === 'v_prediction') return { input: preserved, output: signal * n - noise * p }
  if (prediction === 'sample') return { input: preserved, output: p }
  const t = sigma / (1 + sigma)
  return { input: (1 - t) * p + t * n, output: n - p }
}

test.each<Prediction>(['epsilon', 'v_prediction', 'sample', 'flow'])(
  'a perfect %s network gives the picture at every noise level',
  async (prediction) => {
    const schedule = scheduleFor(prediction)
    for (const sigma of [0.05, 1, 14]) {
      const denoise = createDenoiser(
        schedule,
        async (input, timestep) => {
          expect(timestep).toBeCloseTo(schedule.timestepOf(sigma), 9)
          PICTURE.forEach((_, i) =>
            expect(input[i]).toBeCloseTo(perfect(prediction, sigma, i).input, 5),
          )
          const output = PICTURE.map((_, i) => perfect(prediction, sigma, i).output)
          return { conditional: Float32Array.from(output), unconditional: null }
        },
        1,
      )
      const x = Float64Array.from(PICTURE, (value, i) => value + sigma * NOISE[i]!)
      const picture = await denoise(x, sigma)
      PICTURE.forEach((value, i) => expect(picture[i]).toBeCloseTo(value, 4))
    }
  },
)

test('guidance moves away from what the network says without the prompt', async () => {
  const denoise = createDenoiser(
    scheduleFor('sample'),
    async () => ({
      conditional: Float32Array.from([3]),
      unconditional: Float32Array.from([2]),
    }),
    4,
  )
  expect([...(await denoise(Float64Array.from([9]), 1))]).toEqual([2 + 4 * (3 - 2)])
})

test('guidance rescale gives back the deviation of the prediction with the prompt', async () => {
  const conditional = Float32Array.from([1, -2, 4, 3])
  const unconditional = Float32Array.from([0.5, 1, -1, 0])
  const deviation = (values: Iterable<number>): number => {
    const all = [...values]
    const mean = all.reduce((sum, value) => sum + value, 0) / all.length
    return Math.sqrt(all.reduce((sum, value) => sum + (value - mean) ** 2, 0) / all.length)
  }
  const deviations = []
  for (const rescale of [0, 0.5, 1]) {
    const predict = async () => ({ conditional, unconditional })
    const denoise = createDenoiser(scheduleFor('sample'), predict, 4, rescale)
    deviations.push(deviation(await denoise(new Float64Array(4), 1)))
  }
  const [full, half, none] = deviations as [number, number, number]
  expect(none).toBeCloseTo(deviation(conditional), 6)
  expect(full).toBeGreaterThan(2 * none)
  expect(half).toBeCloseTo((full + none) / 2, 6)
})
