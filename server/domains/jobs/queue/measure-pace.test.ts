import { expect, it } from 'vitest'
import { type EndedWork, measurePace } from './measure-pace.ts'

/** So many jobs of 40 units, each unit of which took so long. */
const jobs = (count: number, pace: number, work = 40): EndedWork[] =>
  Array.from({ length: count }, () => ({ work, seconds: work * pace }))

it('a machine that has become four times slower is believed after two jobs', () => {
  const before = jobs(18, 0.1)
  expect(measurePace([...jobs(1, 0.4), ...before]).p50).toBeCloseTo(0.1)
  expect(measurePace([...jobs(2, 0.4), ...before]).p50).toBeCloseTo(0.4)
})

it('and one that has become four times faster, too, but the worst is remembered', () => {
  const pace = measurePace([...jobs(2, 0.1), ...jobs(18, 0.4)])
  expect(pace.p50).toBeCloseTo(0.1)
  expect(pace.p90).toBeCloseTo(0.4)
})

it('many small jobs, which are mostly overhead, do not outweigh a large one', () => {
  expect(measurePace([...jobs(3, 0.5, 12), ...jobs(1, 0.1, 400)]).p50).toBeCloseTo(0.1)
})

it('of one job its own pace, and of old jobs none', () => {
  expect(measurePace(jobs(1, 0.3))).toEqual({ p50: 0.3, p90: 0.3 })
  expect(measurePace([...jobs(20, 0.1), ...jobs(50, 9)]).p90).toBeCloseTo(0.1)
})
