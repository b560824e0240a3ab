import { sql } from 'kysely'
import { MOST_STRIKES } from '#contract/reports.ts'
import type { Reader, Tx } from '#server/platform/db/index.ts'

/**
 * Has decisions about one creator wait for each other, so that each counts the strikes before it. Comes before what a decision
 * writes: two that had both written would wait for each other without an end.
 */
export async function lockCreator(tx: Tx, creatorId: string): Promise<void> {
  await tx
    .selectFrom('community_creators')
    .select('id')
    .where('id', '=', creatorId)
    .forNoKeyUpdate()
    .execute()
}

/** Adds a strike for a takedown. */
export async function addStrike(tx: Tx, creatorId: string, takedownId: string): Promise<void> {
  await tx
    .insertInto('community_strikes')
    .values({ creator_id: creatorId, takedown_id: takedownId, lifted_at: null })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Lifts the strike of a takedown that is taken back. */
export async function liftStrike(tx: Tx, takedownId: string): Promise<void> {
  await tx
    .updateTable('community_strikes')
    .set({ lifted_at: sql<Date>`now()` })
    .where('takedown_id', '=', takedownId)
    .where('lifted_at', 'is', null)
    .execute()
}

/** Standing strikes of the last twelve months, by creator. */
export async function strikesOf(
  reader: Reader,
  creators: readonly string[],
): Promise<Map<string, number>> {
  if (creators.length === 0) return new Map()
  const rows = await reader
    .selectFrom('community_strikes')
    .select(['creator_id', sql<number>`count(*)::integer`.as('strikes')])
    .where('creator_id', 'in', [...creators])
    .where('lifted_at', 'is', null)
    .where('created_at', '>', sql<Date>`now() - interval '1 year'`)
    .groupBy('creator_id')
    .execute()
  return new Map(rows.map(({ creator_id: id, strikes }) => [id, strikes]))
}

/** Whether so many strikes end an account. */
export const endsAccount = (strikes: number): boolean => strikes >= MOST_STRIKES
