/**
 * Whose turn it is: the one rule of the queue. Admission applies it to what waits in the database, the estimates and the bench
 * replay it. Everything in here is pure.
 *
 * *Weighted fair shares by person* (start-time fair queueing). A line has a clock, `turn`: the start of the turn that was given
 * last. A turn ends `cost / weight` after its start. The next turn of a person starts where their last one ended, but not before
 * the clock: who was away gets no arrears, who has many jobs gets no more than their share, one job after the other.
 *
 * *An age bound.* What goes before a waiting job though it came later is less than three times what goes before it because it
 * came earlier. So it waits no longer than four times what first come, first served would give, whoever comes after it.
 * What has been done counts as what it took, for nobody knows for sure what a job will take: of what is only expected, that
 * which would wait for its turn counts half, and that which would pass counts twice. So the bound holds on one slot as long as
 * no job takes less than half or more than twice what was expected; with several slots, where jobs begin side by side, it may
 * be two jobs' time more.
 */

/** What went through a line so far. */
export interface Line {
  /** The clock: the start of the turn that was given last. */
  turn: number
  /** Seconds of all that was begun: of what has ended, those that it took; of the rest, those that it is expected to take. */
  done: number
}

/** The oldest waiting job of a person. Younger ids are larger; a replay has numbers for them, which are compared faster. */
export interface Head<Id extends string | number = string> {
  id: Id
  /** Seconds that it is expected to take. */
  cost: number
  /** The share of its person, compared with others. */
  weight: number
  /** Where its person's last turn ended; 0: they had none. */
  ended: number
}

/** A waiting job that others may pass. */
export interface Waiting<Id extends string | number = string> {
  id: Id
  /** As `done` of its line when it came. */
  came: number
  /** Seconds that all is expected to take that came before it and waits. */
  ahead: number
  /** Seconds of what came after it and was begun. */
  passed: number
  /** As `passed` when it came: some, if it was ordered before it came to its line. */
  passedBefore: number
}

/**
 * How much may go before a job that came after it, compared with what came before it. Three would be the bound; a sixth of that
 * is for the moments between jobs, which first come, first served would have fewer of.
 */
const PASSING = 2.5

/** By what factor a job may take more or less than is expected. */
export const UNSURE = 2

/** For what sums of fractions lose. */
const EXACTNESS = 1e-9

export const NEW_LINE: Line = { turn: 0, done: 0 }

/** Whether a job of so many seconds may begin before one that came earlier. */
export function mayPass(line: Line, waiting: Omit<Waiting, 'id'>, cost: number): boolean {
  const { came, ahead, passed, passedBefore } = waiting
  // Less than nothing where what had begun before it came took less than was expected: `done` is as much less.
  const since = passed - passedBefore
  return allows(Math.max(0, line.done - came - since) + ahead / UNSURE, Math.max(0, since), cost)
}

/**
 * Whether a job of so many seconds may begin before this one and before all that are younger, whatever was done: less has passed
 * those, and more waits before them.
 */
export const mayPassFrom = (
  { ahead, passed }: Pick<Waiting, 'ahead' | 'passed'>,
  cost: number,
): boolean => allows(ahead / UNSURE, passed, cost)

const allows = (earlier: number, passed: number, cost: number): boolean =>
  passed + UNSURE * cost <= PASSING * earlier * (1 + EXACTNESS)

/** Where the turn of a head would start. */
export const startOf = (line: Line, { ended }: Pick<Head, 'ended'>): number =>
  Math.max(line.turn, ended)

/** Where a turn that starts there ends. */
export const endOf = (start: number, { cost, weight }: Pick<Head, 'cost' | 'weight'>): number =>
  start + cost / weight

/** The line after a turn that starts there was given. */
export const advance = (line: Line, start: number, { cost }: Pick<Head, 'cost'>): Line => ({
  turn: Math.max(line.turn, start),
  done: line.done + cost,
})

/** The line after something has ended that was expected to take `cost` seconds. */
export const correct = ({ turn, done }: Line, cost: number, took: number): Line => ({
  turn,
  done: done + took - cost,
})

/**
 * The heads that may go next, in order; there is one if there is any head.
 * @param heads of persons who may begin one more job
 * @param waiting of the same persons, oldest first; those that the largest of the heads may pass may be left out
 */
export function orderTurns<Id extends string | number, T extends Head<Id>>(
  line: Line,
  heads: readonly T[],
  waiting: readonly Waiting<Id>[],
): T[] {
  return heads
    .filter((head) => mayGo(line, head, waiting))
    .toSorted((a, b) => (isBefore(line, a, b) ? -1 : 1))
}

/** The first of `orderTurns`. An estimate asks for every turn of a line, so nothing is made here. */
export function nextTurn<Id extends string | number, T extends Head<Id>>(
  line: Line,
  heads: readonly T[],
  waiting: readonly Waiting<Id>[],
): T | undefined {
  let best: T | undefined
  let first = Infinity
  for (const head of heads) {
    const start = startOf(line, head)
    if (best && (start > first || (start === first && head.id >= best.id))) continue
    if (!mayGo(line, head, waiting)) continue
    best = head
    first = start
  }
  return best
}

/** Whether it passes no older job that it may not pass. */
function mayGo<Id extends string | number>(
  line: Line,
  head: Head<Id>,
  waiting: readonly Waiting<Id>[],
): boolean {
  for (const one of waiting) if (one.id < head.id && !mayPass(line, one, head.cost)) return false
  return true
}

function isBefore<Id extends string | number>(line: Line, a: Head<Id>, b: Head<Id>): boolean {
  const first = startOf(line, a)
  const second = startOf(line, b)
  return first === second ? a.id < b.id : first < second
}
