import { expect, test } from 'vitest'
import { blendStreams, createNoiseStream, pictureSeed, retrySeed } from './noise.ts'

test('a seed gives the same stream however it is drawn, another seed another one', () => {
  const whole = createNoiseStream(7)(12)
  const stream = createNoiseStream(7)
  expect([...stream(5), ...stream(7)]).toEqual([...whole])
  expect([...createNoiseStream(8)(12)]).not.toEqual([...whole])
})

test('the stream never changes: pictures can be made again from their seeds', () => {
  expect([...createNoiseStream(0)(3)]).toMatchInlineSnapshot(`
    [
      -0.8868947293161809,
      -0.5400935518852548,
      -0.7337002525703429,
    ]
  `)
  expect([...createNoiseStream(2 ** 32 - 1)(3)]).toMatchInlineSnapshot(`
    [
      -0.2858508924665387,
      2.4792247687319056,
      1.9384244920089702,
    ]
  `)
})

test('values are normal with deviation 1 and independent of the ones before', () => {
  const values = createNoiseStream(123)(100_000)
  const mean = (of: (value: number, i: number) => number): number =>
    values.reduce((sum, value, i) => sum + of(value, i), 0) / values.length
  expect(mean((v) => v)).toBeCloseTo(0, 1)
  expect(mean((v) => v ** 2)).toBeCloseTo(1, 1)
  expect(mean((v) => v ** 4)).toBeCloseTo(3, 0)
  expect(mean((v, i) => v * (values[i + 1] ?? 0))).toBeCloseTo(0, 1)
})

test('the seed of an image wraps at 32 bits', () => {
  expect(pictureSeed(2 ** 32 - 1, 2)).toBe(1)
})

test('a stream between two keeps the size of the noise and is each of them at its end', () => {
  const blend = (part: number): number[] => [
    ...blendStreams(createNoiseStream(7), createNoiseStream(8), part)(2000),
  ]
  const [first, second] = [7, 8].map((seed) => [...createNoiseStream(seed)(2000)])
  const distance = (a: number[], b: number[]): number =>
    Math.hypot(...a.map((value, i) => value - b[i]!)) / Math.sqrt(a.length)
  expect(blend(0)).toEqual(first)
  expect(blend(1)).toEqual(second)
  const steps = [0.1, 0.3, 0.5, 0.9].map((part) => distance(blend(part), first!))
  expect(steps).toEqual(steps.toSorted((a, b) => a - b))
  for (const part of [0.2, 0.5, 0.8])
    expect(Math.hypot(...blend(part)) / Math.hypot(...first!)).toBeCloseTo(1, 1)
  const same = blendStreams(createNoiseStream(7), createNoiseStream(7), 0.4)(2000)
  expect([...same]).toEqual(first)
})

test('the second try has other noise, and always the same', () => {
  expect(retrySeed(7)).toBe(retrySeed(7))
  expect(new Set([7, 8, retrySeed(7), retrySeed(8)]).size).toBe(4)
})
