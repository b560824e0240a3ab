import { expect, test } from 'vitest'
import { levelOf, minutesByDay, SHOWN_DAYS } from './incident-days.ts'

const minutesOf = (
  incidents: ReturnType<typeof incident>[],
  at: number,
  since = '2020-01-01T00:00:00Z',
) => minutesByDay({ incidents, since }, at).map(({ minutes }) => minutes)

const now = Date.parse('2026-03-10T12:00:00Z')
const incident = (started_at: string, ended_at: string | null) => ({ started_at, ended_at })

test('an incident counts on every day that it touches', () => {
  const days = minutesOf(
    [
      incident('2026-03-08T23:30:00Z', '2026-03-09T01:00:00Z'),
      incident('2026-03-10T11:30:00Z', null),
    ],
    now,
  )
  expect(days).toHaveLength(SHOWN_DAYS)
  expect(days.slice(-3)).toEqual([30, 60, 30])
  expect(days.slice(0, -3).every((minutes) => minutes === 0)).toBe(true)
  expect(days.slice(-3).map(levelOf)).toEqual(['short', 'long', 'short'])
})

test('what is older than the first day counts from that day on', () => {
  const days = minutesOf([incident('2025-01-01T00:00:00Z', '2025-12-11T06:00:00Z')], now)
  expect(days.slice(0, 2)).toEqual([360, 0])
})

test('days before there was an engine are none', () => {
  const since = '2026-03-08T22:00:00Z'
  const days = minutesOf([incident('2026-03-08T23:30:00Z', '2026-03-09T01:00:00Z')], now, since)
  expect(days).toEqual([30, 60, 0])
})
