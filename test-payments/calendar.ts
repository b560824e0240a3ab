/** Billing periods. Every moment is in whole Unix seconds; months are those of UTC. */

type Interval = 'month' | 'year'

export interface Cadence {
  interval: Interval
  count: number
}

export const HOUR = 3600
export const DAY = 24 * HOUR

/** `months` after the anchor at the same time of day; a day that the month does not have is its last. */
function monthsAfter(anchor: number, months: number): number {
  const at = new Date(anchor * 1000)
  const first = Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + months, 1)
  const next = new Date(first)
  const lastDay = new Date(Date.UTC(next.getUTCFullYear(), next.getUTCMonth() + 1, 0)).getUTCDate()
  const day = Math.min(at.getUTCDate(), lastDay)
  return first / 1000 + (day - 1) * DAY + (anchor % DAY)
}

/** End of the period that begins at `start`: the first multiple of the cadence after the anchor that lies behind it. */
export function periodEnd(anchor: number, start: number, { interval, count }: Cadence): number {
  const step = (interval === 'year' ? 12 : 1) * count
  const guess = Math.floor((start - anchor) / (31 * DAY) / step)
  for (let k = Math.max(0, guess); ; k += 1) {
    const end = monthsAfter(anchor, k * step)
    if (end > start) return end
  }
}

/** `Nov 16, 2026` */
export function dayText(at: number): string {
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' }).format(
    at * 1000,
  )
}
