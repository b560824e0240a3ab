import { expect, test } from 'vitest'
import type { SchedulerConfig } from './schedule.ts'
import { alphaBarAfter, createSchedule } from './schedule.ts'

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

test("the noise levels are Stable Diffusion's", () => {
  expect(schedule.sigmaOf(999)).toBeCloseTo(14.614641229333637, 10)
  expect(schedule.sigmaOf(0)).toBeCloseTo(0.029167158151720367, 12)
  expect(1 / (1 + schedule.sigmaOf(499) ** 2)).toBeCloseTo(0.27766965045646763, 10)
})

test('timestepOf is the inverse of sigmaOf, also between timesteps, and clamps', () => {
  for (const timestep of [0, 0.5, 1, 33.25, 500, 998.75, 999])
    expect(schedule.timestepOf(schedule.sigmaOf(timestep))).toBeCloseTo(timestep, 8)
  expect(schedule.timestepOf(1000)).toBe(999)
  expect(schedule.timestepOf(1e-6)).toBe(0)
})

test('the last step leads to no noise or to what the model calls the least', () => {
  const last = (setAlphaToOne: boolean) =>
    alphaBarAfter(createSchedule({ ...config, setAlphaToOne }), 1, 4, false)
  expect(last(true)).toBe(1)
  expect(last(false)).toBe(schedule.alphaBarOf(0))
  expect(alphaBarAfter(schedule, 751, 4, false)).toBe(schedule.alphaBarOf(501))
})

test('alphas are those that diffusers computes in single precision', () => {
  const bars = [0, 500, 999].map((timestep) => schedule.alphaBarOf(timestep))
  expect(bars).toEqual([0.9991499781608582, 0.27633246779441833, 0.00466009508818388])
})
