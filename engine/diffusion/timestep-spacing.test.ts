import { expect, test } from 'vitest'
import type { SchedulerConfig } from './schedule.ts'
import { createSchedule } from './schedule.ts'
import { ddimTimesteps, evenLevels, karrasLevels, uniPcTimesteps } from './timestep-spacing.ts'

const config: SchedulerConfig = {
  prediction: 'epsilon',
  trainTimesteps: 1000,
  betaStart: 0.00085,
  betaEnd: 0.012,
  betaSchedule: 'scaled_linear',
  timestepSpacing: 'leading',
  stepsOffset: 1,
  setAlphaToOne: false,
}
const schedule = createSchedule(config)

test.each([evenLevels, karrasLevels])(
  'schedules fall from the greatest level to 0: %o',
  (levels) => {
    for (const steps of [1, 2, 7, 100]) {
      const { sigmas, startDeviation } = levels(schedule, steps)
      expect(sigmas).toHaveLength(steps + 1)
      expect(sigmas[0]).toBeCloseTo(schedule.sigmaOf(999), 9)
      expect(startDeviation).toBe(sigmas[0])
      expect(sigmas.at(-1)).toBe(0)
      expect([...sigmas]).toEqual([...sigmas].toSorted((a, b) => b - a))
    }
  },
)

test('timesteps follow the spacing that the model asks for', () => {
  const spaced = (
    timesteps: typeof ddimTimesteps,
    timestepSpacing: SchedulerConfig['timestepSpacing'],
  ) => timesteps(createSchedule({ ...config, timestepSpacing }), 4)
  expect(spaced(ddimTimesteps, 'leading')).toEqual([751, 501, 251, 1])
  expect(spaced(ddimTimesteps, 'trailing')).toEqual([999, 749, 499, 249])
  expect(spaced(ddimTimesteps, 'linspace')).toEqual([999, 666, 333, 0])
  expect(spaced(uniPcTimesteps, 'leading')).toEqual([801, 601, 401, 201])
  expect(spaced(uniPcTimesteps, 'linspace')).toEqual([999, 749, 500, 250])
})
