import type { PublicEngine } from '#contract/status.ts'

export const SHOWN_DAYS = 90
const DAY_MS = 86_400_000
const MINUTE_MS = 60_000

/** A day, and for how long there was no work on it. */
export interface IncidentDay {
  /** Its start, milliseconds. */
  from: number
  minutes: number
}

/**
 * Minutes without work on each of the last 90 days (UTC), the oldest first, as far as there was an engine.
 * @param now of the answer; what goes on has lasted until then
 */
export function minutesByDay(
  { incidents, since }: Pick<PublicEngine, 'incidents' | 'since'>,
  now: number,
): IncidentDay[] {
  const tomorrow = (Math.floor(now / DAY_MS) + 1) * DAY_MS
  const days = Array.from({ length: SHOWN_DAYS }, (_, index) => {
    const from = tomorrow - (SHOWN_DAYS - index) * DAY_MS
    const minutes = incidents.reduce((sum, { started_at: start, ended_at: end }) => {
      const begun = Math.max(from, Date.parse(start))
      const ended = Math.min(from + DAY_MS, end === null ? now : Date.parse(end))
      return sum + Math.max(0, ended - begun) / MINUTE_MS
    }, 0)
    return { from, minutes }
  })
  return days.filter(({ from }) => from + DAY_MS > Date.parse(since))
}

/** How a day looks: without an incident, with a short one, or with one of an hour and more. */
export const levelOf = (minutes: number): 'none' | 'short' | 'long' =>
  minutes === 0 ? 'none' : minutes < 60 ? 'short' : 'long'
