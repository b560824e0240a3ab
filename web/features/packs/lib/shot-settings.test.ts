import { expect, test } from 'vitest'
import { bodyOf, carrySettings, isEdge, PLAIN } from './shot-settings.ts'

const seeded = (...seeds: number[]) => seeds.map((seed) => ({ ...PLAIN, seed }))
const seedsAfter = (before: string, after: string) =>
  carrySettings(before.split(''), after.split(''), seeded(1, 2, 3, 4)).map(({ seed }) => seed)

test('settings stay with their prompts', () => {
  expect(seedsAfter('abcd', 'abcd')).toEqual([1, 2, 3, 4])
  expect(seedsAfter('abcd', 'abXd')).toEqual([1, 2, 3, 4])
  expect(seedsAfter('abcd', 'aXbcd')).toEqual([1, null, 2, 3, 4])
  expect(seedsAfter('abcd', 'Xabcd')).toEqual([null, 1, 2, 3, 4])
  expect(seedsAfter('abcd', 'abcdX')).toEqual([1, 2, 3, 4, null])
  expect(seedsAfter('abcd', 'acd')).toEqual([1, 3, 4])
  expect(seedsAfter('aaaa', 'aaa')).toEqual([1, 2, 3])
  expect(seedsAfter('abcd', '')).toEqual([])
})

test('an edge is of whole steps, neither too short nor too long', () => {
  expect([64, 512, 2048].map(isEdge)).toEqual([true, true, true])
  expect([56, 100, 2056, Number.NaN].map(isEdge)).toEqual([false, false, false, false])
})

test('a video has neither style nor negative prompt, an image no motion', () => {
  const all = { ...PLAIN, negative: ' blur ', style: '3d', seed: 5, motion: 'push_in' as const }
  const size = { width: 512, height: 512 }
  expect(bodyOf('photo', all)).toEqual({ ...size, seed: 5, negative_prompt: 'blur', style: '3d' })
  expect(bodyOf('video', all)).toEqual({ ...size, seed: 5, motion: 'push_in' })
})
