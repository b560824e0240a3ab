/**
 * Whose turn it is: the one rule of the queue. Admission applies it to what waits in the database, the estimates and the bench
 * replay it. Everything in here is pure.
 *
 * *Weighted fair shares by person* (start-time fair queueing). A line has a clock, `turn`: the start of the turn that was given
 * last. A turn ends `cost / weight` after its start. The next turn of a person starts where their last one ended, but not before
 * the clock: who was away gets no arrears, who has many jobs gets no more than their share, one job after the other.
 *
 * *An age bound.* A job is due when three times the work has been begun since it came that waited before it when it came. Then
 * nobody younger goes before it. So what goes before a job is at most what waited before it, and three times as much again:
 * it waits no longer than four times what first come, first served would give, whoever comes after it. That is exact on one
 * slot; with several, where jobs begin side by side, it may be two jobs' time more.
 */

/** What went through a line so far. */
export interface Line {
  /** The clock: the start of the turn that was given last. */
  turn: number
  /** Cost of all that was begun, in seconds. */
  done: number
}

/** The oldest waiting job of a person. Younger ids are larger. */
export interface Head {
  id: string
  /** Seconds that it is expected to take. */
  cost: number
  /** The share of its person, compared with others. */
  weight: number
  /** Where its person's last turn ended; 0: they had none. */
  ended: number
}

/** When a waiting job is due: as `done` of its line. */
export interface Due {
  id: string
  due: number
}

/** How much may go before a job that came after it, compared with what waited before it. */
const PASSING = 3

/** For what sums of fractions lose. */
const EXACTNESS = 1e-9

export const NEW_LINE: Line = { turn: 0, done: 0 }

/** @param ahead cost of what waits in the line already */
export const dueAfter = (line: Line, ahead: number): number => line.done + PASSING * ahead

/** Where the turn of a head would start. */
export const startOf = (line: Line, { ended }: Pick<Head, 'ended'>): number =>
  Math.max(line.turn, ended)

/** Where a turn that starts there ends. */
export const endOf = (start: number, { cost, weight }: Pick<Head, 'cost' | 'weight'>): number =>
  start + cost / weight

/** The line after a turn that starts there. */
export const advance = (line: Line, start: number, { cost }: Pick<Head, 'cost'>): Line => ({
  turn: Math.max(line.turn, start),
  done: line.done + cost,
})

/**
 * The heads that may go next, in order; there is one if there is any head.
 * @param heads of persons who may begin one more job
 * @param dues waiting jobs of the same persons; those that are not due yet may be left out
 */
export function orderTurns<T extends Head>(
  line: Line,
  heads: readonly T[],
  dues: readonly Due[],
): T[] {
  return heads
    .filter((head) => mayGo(line, head, dues))
    .toSorted((a, b) => (isBefore(line, a, b) ? -1 : 1))
}

/** The first of `orderTurns`. */
export function nextTurn<T extends Head>(
  line: Line,
  heads: Iterable<T>,
  dues: readonly Due[],
): T | undefined {
  let best: T | undefined
  for (const head of heads)
    if ((!best || isBefore(line, head, best)) && mayGo(line, head, dues)) best = head
  return best
}

/** Whether no older job would be passed that is due by then. */
function mayGo(line: Line, head: Head, dues: readonly Due[]): boolean {
  const done = (line.done + head.cost) * (1 - EXACTNESS)
  return dues.every(({ id, due }) => id >= head.id || due >= done)
}

function isBefore(line: Line, a: Head, b: Head): boolean {
  const [first, second] = [startOf(line, a), startOf(line, b)]
  return first === second ? a.id < b.id : first < second
}
