import { sql } from 'kysely'
import type { Tx } from '#server/platform/db/index.ts'
import { rangeOf } from '#server/platform/public-network.ts'
import type { Account } from './account.ts'
import { addDays, dayStart, isoDate } from './calendar.ts'
import type { FreePolicy } from './free-policy.ts'

/*
 * First free credits are given on so many days as their network has others before. An account holds a place on the day on which
 * its credits are due; a place that brought credits stays taken, whatever becomes of its account, so that a day never brings more.
 */

/** One of the counts that free credits are limited by. */
export interface Count {
  /** First grants a day; 0: no limit. */
  most: number
  /** Those that are counted together. */
  of: Partial<Record<'network' | 'network_range', string>>
}

/** Returns the counts that limit a network, from the widest on. */
export const countsOf = (network: string, free: FreePolicy): Count[] =>
  [
    { most: free.firstGrantsOfAllADay, of: {} },
    { most: free.firstGrantsOfRangeADay, of: { network_range: rangeOf(network) } },
    { most: free.firstGrantsADay, of: { network } },
  ].filter(({ most }) => most > 0)

/** Returns the accounts among which a place of a network is looked for: those of its widest count. */
export const lineOf = (network: string, free: FreePolicy): Count['of'] =>
  countsOf(network, free)[0]?.of ?? {}

export const nameOf = (of: Count['of']): string => of.network ?? of.network_range ?? 'all'

/** Locks those that are counted together: their places are given one after the other. */
export async function lockCount(tx: Tx, of: Count['of']): Promise<void> {
  const name = `free:${nameOf(of)}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx)
}

/** Selects the places, from today on, of those that are counted together. */
export function placesSince(tx: Tx, now: Date, of: Count['of']) {
  let places = tx
    .selectFrom('free_credits')
    .where('network', 'is not', null)
    .where('aside_since', 'is', null)
    .where('due_at', '>=', dayStart(now))
  for (const [column, value] of Object.entries(of))
    places = places.where(column as keyof typeof of, '=', value)
  return places
}

/** Returns the days, from today on, on which a count has no place left. */
async function fullDays({ tx, now }: Account, { most, of }: Count): Promise<string[]> {
  await lockCount(tx, of)
  const rows = await placesSince(tx, now, of)
    .select(sql<string>`to_char(due_at at time zone 'UTC', 'YYYY-MM-DD')`.as('day'))
    .groupBy('day')
    .having(sql<number>`count(*)`, '>=', most)
    .execute()
  return rows.map(({ day }) => day)
}

/** The time at which the first free credits of an account are due. */
export interface Reserved {
  dueAt: Date
  /** All free credits of today are given out, wherever somebody is. */
  isEverywhere: boolean
}

/** Returns now, or the same time on the first day on which each count has a place left. */
export async function reserveTime(
  account: Account,
  network: string,
  free: FreePolicy,
): Promise<Reserved> {
  const full = new Set<string>()
  let isEverywhere = false
  // From the widest on, so that no two wait for each other.
  for (const count of countsOf(network, free)) {
    const days = await fullDays(account, count)
    if (Object.keys(count.of).length === 0) isEverywhere = days.includes(isoDate(account.now))
    for (const day of days) full.add(day)
  }
  let dueAt = account.now
  while (full.has(isoDate(dueAt))) dueAt = addDays(dueAt, 1)
  return { dueAt, isEverywhere }
}
