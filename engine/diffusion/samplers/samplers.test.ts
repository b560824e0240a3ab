import { describe, expect, test } from 'vitest'
import { SAMPLERS } from '#contract/samplers.ts'
import { unpackFixture } from '#tests/support/packed-fixtures.ts'
import {
  checkSamplers,
  largestError,
  relativeError,
  samplerHolds,
} from '../../checks/check-samplers.ts'
import { mixtureDenoiser } from '../../checks/mixture-denoiser.ts'
import { createSchedule } from '../schedule.ts'
import { findSampler, implementedSamplers } from './index.ts'
import type { StartingPoint } from './sampler.ts'

const REFERENCE = unpackFixture('tests/fixtures/samplers/trajectories.json')
/** UniPC's reference was computed in single precision. */
const allowed = (sampler: string): number => (sampler === 'UniPC' ? 1e-4 : 1e-6)

describe('samplers against reference trajectories', async () => {
  const checks = await checkSamplers(REFERENCE)

  test('every sampler that exists is covered', () => {
    const covered = new Set(checks.filter((one) => one.implemented).map((one) => one.sampler))
    expect([...covered].toSorted()).toEqual(implementedSamplers.toSorted())
  })

  test.each(checks.filter((one) => one.implemented))(
    '$sampler, $steps steps',
    ({ sampler, schedule, trajectory, result, calls }) => {
      expect(result).toBeLessThanOrEqual(allowed(sampler))
      expect(trajectory ?? 0).toBeLessThanOrEqual(allowed(sampler))
      expect(schedule ?? 0).toBeLessThanOrEqual(1e-9)
      expect(calls.made).toBe(calls.expected ?? calls.made)
    },
  )
})

test.each([
  [
    'other betas, spacings, ends and step counts',
    unpackFixture('tests/fixtures/samplers/settings.json'),
    SAMPLERS.length,
  ],
  ['alphas in single precision, whatever the betas', 'tests/fixtures/samplers/rounding.json', 2],
])('%s lead where the references lead', async (_, file, samplers) => {
  const checks = await checkSamplers(file)
  expect(new Set(checks.map(({ sampler }) => sampler)).size).toBe(samplers)
  const failed = checks.filter((one) => !samplerHolds(one))
  expect(failed.map((one) => [one.sampler, one.steps, largestError(one)])).toEqual([])
})

describe('every sampler', () => {
  const schedule = createSchedule({
    prediction: 'epsilon',
    trainTimesteps: 1000,
    betaStart: 0.00085,
    betaEnd: 0.012,
    betaSchedule: 'scaled_linear',
    timestepSpacing: 'leading',
    stepsOffset: 1,
    setAlphaToOne: false,
  })
  const denoise = mixtureDenoiser({ means: [[1, -1]], weights: [1], deviation: 0.01 })

  test.each(
    implementedSamplers.flatMap((name) => [1, 2, 3, 5, 100].map((steps) => ({ name, steps }))),
  )(
    '$name ends near the only picture there is in $steps steps, with as many yields as announced',
    async ({ name, steps }) => {
      const sampler = findSampler(name)!
      let yields = 0
      const sampling = sampler.sample({
        schedule,
        steps,
        start: Float64Array.from([0.3, -0.8]),
        noise: () => Float64Array.from([0.1, 0.2]),
        denoise: async (x, sigma) => denoise(x, sigma),
      })
      let turn = await sampling.next()
      for (; !turn.done; turn = await sampling.next()) yields += 1
      expect(yields).toBe(sampler.stepCount(steps))
      // With one step DDIM and PLMS take the model's first timestep, where hardly any noise is left to
      // remove; with two the ancestral methods have added noise once and removed little of it.
      expect(relativeError(turn.value, [1, -1])).toBeLessThan(steps > 2 ? 0.1 : 2)
    },
  )

  test.each(implementedSamplers.flatMap((name) => [1, 5, 17].map((left) => ({ name, left }))))(
    '$name goes on from an image in its last $left of 20 steps',
    async ({ name, left }) => {
      const sampler = findSampler(name)!
      const two = mixtureDenoiser({
        means: [
          [1, -1],
          [-1, 1],
        ],
        weights: [1, 1],
        deviation: 0.01,
      })
      const finish = async (from: StartingPoint | undefined) => {
        let yields = 0
        const sampling = sampler.sample({
          schedule,
          steps: 20,
          start: Float64Array.from([0.8, -0.8]),
          from,
          noise: () => Float64Array.from([0.1, -0.1]),
          denoise: async (x, sigma) => two(x, sigma),
        })
        let turn = await sampling.next()
        for (; !turn.done; turn = await sampling.next()) yields += 1
        return { result: turn.value, yields }
      }
      const latents = Float64Array.from([-1, 1])
      const { result, yields } = await finish({ latents, skip: 20 - left })
      expect(yields).toBe(sampler.stepCount(left))
      // Little noise leaves the picture what it was; with much of it the noise decides.
      const wanted = left < 17 ? [-1, 1] : [1, -1]
      expect(relativeError(result, wanted)).toBeLessThan(0.2)
      expect(relativeError((await finish(undefined)).result, [1, -1])).toBeLessThan(0.2)
    },
  )

  test('an unknown name gives no other sampler', () => {
    const missing = SAMPLERS.filter((name) => !implementedSamplers.includes(name))
    expect(missing.map(findSampler)).toEqual(missing.map(() => undefined))
  })
})
