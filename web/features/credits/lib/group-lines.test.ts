import { expect, test } from 'vitest'
import type { CreditEntry } from '#contract/credits.ts'
import { groupLines, sumOfJob } from './group-lines.ts'

const line = (id: string, change: Partial<CreditEntry>): CreditEntry => ({
  id,
  created_at: '2026-11-01T00:00:00.000Z',
  kind: 'capture',
  amount: 0,
  captured: 0,
  balance_after: 0,
  job: null,
  image: null,
  payment: null,
  text: id,
  ...change,
})

const lines = [
  line('6', { job: 'b', kind: 'hold', amount: -1, text: 'Image generation' }),
  line('5', { job: 'a', kind: 'release', amount: 1, text: 'Not used: image generation' }),
  line('4', { job: 'a', captured: 1, text: 'Image 2 of 3' }),
  line('3', { kind: 'grant', amount: 40, text: 'Free credits' }),
  line('2', { job: 'a', captured: 1, text: 'Image 1 of 3' }),
  line('1', { job: 'a', kind: 'hold', amount: -3, text: 'Image generation, 3 images' }),
]

test('the lines of a job are one row where its newest stands; all others stay', () => {
  const rows = groupLines(lines)
  expect(rows.map((row) => row.lines.map(({ id }) => id))).toEqual([
    ['6'],
    ['5', '4', '2', '1'],
    ['3'],
  ])
  const all = rows.flatMap((row) => row.lines)
  expect(all.reduce((sum, { amount }) => sum + amount, 0)).toBe(37)
})

test('a job is used, reserved or given back, and its sum is what it changed', () => {
  const [running, done] = groupLines(lines)
  expect(sumOfJob(running!)).toEqual({
    text: 'Image generation',
    kind: 'hold',
    used: 0,
    amount: -1,
  })
  expect(sumOfJob(done!)).toEqual({
    text: 'Image generation, 3 images',
    kind: 'capture',
    used: 2,
    amount: -2,
  })
  const released = groupLines([
    line('8', { job: 'c', kind: 'release', amount: 4 }),
    line('7', { job: 'c', kind: 'hold', amount: -4, text: 'Image generation, 4 images' }),
  ])
  expect(sumOfJob(released[0]!)).toMatchObject({ kind: 'release', used: 0, amount: 0 })
})
