import { expect, test } from 'vitest'
import { type WorkParameters, workUnits } from './work-units.ts'

const USUAL: WorkParameters = {
  width: 512,
  height: 512,
  steps: 20,
  guidance_scale: 4,
  sampler: 'Euler a',
}

const size = (edge: number) => ({ width: edge, height: edge })
const hires = (scale: number) => ({ hires: { scale, steps: 0, strength: 0.5 } })

/** Processor time of the built-in model, milliseconds on one thread, without taking up and storing. */
test.each<[what: string, changes: Partial<WorkParameters>, milliseconds: number]>([
  ['60 steps', { steps: 60 }, 750],
  ['60 steps without guidance', { steps: 60, guidance_scale: 1 }, 470],
  ['Heun', { sampler: 'Heun' }, 540],
  ['DPM++ SDE', { sampler: 'DPM++ SDE' }, 520],
  ['a little beyond the first enlargement', size(576), 2050],
  ['extra large', size(1448), 2000],
  ['the largest', size(2048), 2030],
  ['a second pass of 2', hires(2), 1510],
  ['a second pass of 3', hires(3), 3600],
  ['a second pass of 4', hires(4), 4420],
  ['extra large with a second pass of 4', { ...size(1448), ...hires(4) }, 6190],
])('%s is as much more work as was measured', (_what, changes, milliseconds) => {
  const ratio = workUnits({ ...USUAL, ...changes }) / workUnits(USUAL)
  const measured = milliseconds / 340
  expect(ratio).toBeGreaterThan(measured / 1.6)
  expect(ratio).toBeLessThan(measured * 1.6)
})

test('what is drawn over takes the steps of its strength, and none at 0', () => {
  const whole = workUnits({ ...USUAL, strength: 1 })
  const half = workUnits({ ...USUAL, strength: 0.5 })
  const none = workUnits({ ...USUAL, strength: 0 })
  expect(whole - half).toBe(10)
  expect(none).toBeLessThan(half - 10)
})
