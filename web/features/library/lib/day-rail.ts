export interface DayCount {
  /** As in 2026-11-30. */
  day: string
  count: number
}

/** A month's name beside the rail. */
export interface MonthMark {
  /** As in 2026-11. */
  month: string
  /** Where its newest day begins, 0 (newest of all) to 1. */
  place: number
}

/** Where each day begins on a rail on which every image takes the same room, 0 (newest) to 1. */
export function placesOf(days: readonly DayCount[]): number[] {
  const total = days.reduce((sum, { count }) => sum + count, 0)
  let before = 0
  return days.map(({ count }) => {
    const place = before / Math.max(1, total)
    before += count
    return place
  })
}

/** Index of the day at a place of the rail; that of the newest above its start, of the oldest below its end. */
export function dayAt(places: readonly number[], place: number): number {
  return Math.max(
    0,
    places.findLastIndex((start) => start <= place),
  )
}

/**
 * Months that are named beside the rail: of those that begin too near to the one above, none.
 * @param room part of the rail that a name takes
 */
export function monthMarks(
  days: readonly DayCount[],
  places: readonly number[],
  room: number,
): MonthMark[] {
  const marks: MonthMark[] = []
  let last = ''
  for (const [index, { day }] of days.entries()) {
    const month = day.slice(0, 7)
    if (month === last) continue
    last = month
    const place = places[index]!
    const above = marks.at(-1)
    if (place <= 1 - room && (!above || place - above.place >= room)) marks.push({ month, place })
  }
  return marks
}
