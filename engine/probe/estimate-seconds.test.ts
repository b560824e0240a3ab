import { expect, test } from 'vitest'
import { createEstimator, secondsFor } from './estimate-seconds.ts'
import { measureSpeed } from './measure-speed.ts'

const SD_15 = { size: 512, steps: 20, teraflopsAStep: 1.6 }

test('seconds grow with steps and size, and fall with speed', () => {
  const seconds = secondsFor(SD_15, 0.19)
  // 20 guided steps of 8.5 s and 18 s for the pixels, as measured on one thread.
  expect(seconds).toBeGreaterThan(180)
  expect(seconds).toBeLessThan(195)
  expect(secondsFor(SD_15, 0.38)).toBeCloseTo(seconds / 2)
  expect(secondsFor({ ...SD_15, steps: 4 }, 0.19)).toBeLessThan(seconds / 3)
  expect(secondsFor({ ...SD_15, size: 768 }, 0.19)).toBeGreaterThan(seconds)
})

test('a machine is measured once, and again where that failed', async () => {
  let measured = 0
  const estimate = createEstimator({ threads: 1 }, async () => {
    measured++
    if (measured === 1) throw new Error('no runtime')
    return 1
  })
  expect(await estimate(SD_15)).toBeNull()
  expect(await Promise.all([estimate(SD_15), estimate({ ...SD_15, steps: 40 })])).toEqual([35, 67])
  expect(measured).toBe(2)
})

test('this machine has a speed', async () => {
  const speed = await measureSpeed({ threads: 1 })
  expect(speed).toBeGreaterThan(0.001)
  expect(speed).toBeLessThan(100)
})
