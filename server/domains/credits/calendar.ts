/** Dates as money means them: everything in UTC. */

const DAY_MS = 86_400_000

export function dayStart(at: Date): Date {
  return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate()))
}

export function addDays(at: Date, days: number): Date {
  return new Date(at.getTime() + days * DAY_MS)
}

export function monthStart(at: Date): Date {
  return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), 1))
}

/**
 * The same day and time of day, `months` later; a day that the month does not have is its last.
 * Always count from the original anchor: 31 January + 1 + 1 would lose the 31st.
 */
export function addMonths(anchor: Date, months: number): Date {
  const year = anchor.getUTCFullYear()
  const month = anchor.getUTCMonth() + months
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  const timeOfDay = anchor.getTime() - dayStart(anchor).getTime()
  return new Date(Date.UTC(year, month, Math.min(anchor.getUTCDate(), lastDay)) + timeOfDay)
}

/** `2026-11-05` */
export function isoDate(at: Date): string {
  return at.toISOString().slice(0, 10)
}

/** `2026-11` */
export function isoMonth(at: Date): string {
  return at.toISOString().slice(0, 7)
}

/** A day as pages and mails write it: `Nov 5, 2026`, in Spanish `5 nov 2026` */
export const dayName = (at: Date, language = 'en'): string =>
  new Intl.DateTimeFormat(`${language}-US`, { dateStyle: 'medium', timeZone: 'UTC' }).format(at)
