import { sql } from 'kysely'
import { people } from '#server/domains/accounts/index.ts'
import type { Tx } from '#server/platform/db/index.ts'
import { type Account, lockAccount } from './account.ts'
import { announce } from './announce.ts'
import { applyDueEntries } from './apply-due-entries.ts'
import { moveUpLine, linesOf } from './move-up.ts'
import type { CreditContext } from './context.ts'
import { lockCount, reserveTime } from './free-line.ts'
import { tellWait } from './tell-wait.ts'

/** An account whose first free credits have not come yet. */
interface Waiting {
  userId: string
  network: string | null
  isAside: boolean
  /** Limited, banned or deleted. */
  isRestricted: boolean
  isDeleted: boolean
}

const IS_RESTRICTED = sql<boolean>`(banned_at is not null or limited_at is not null or closing_at is not null)`

/** Tells whether somebody is limited, banned or deleted. */
export async function isRestricted({ tx, userId }: Account): Promise<boolean> {
  const { restricted } = await tx
    .selectFrom(people.as('person'))
    .select(IS_RESTRICTED.as('restricted'))
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return restricted
}

async function findWaiting(tx: Tx, userIds: readonly string[]): Promise<Waiting[]> {
  const rows = await tx
    .selectFrom('free_credits as free')
    .innerJoin(people.as('person'), 'person.id', 'free.user_id')
    .select([
      'free.user_id',
      'network',
      'aside_since',
      'closing_at',
      IS_RESTRICTED.as('restricted'),
    ])
    .where('free.user_id', 'in', userIds)
    .where('decided_through', 'is', null)
    .where((eb) => eb.or([eb('network', 'is not', null), eb('aside_since', 'is not', null)]))
    .orderBy('free.user_id')
    .execute()
  return rows.map((row) => ({
    userId: row.user_id,
    network: row.network,
    isAside: row.aside_since !== null,
    isRestricted: row.restricted,
    isDeleted: row.closing_at !== null,
  }))
}

/** Gives up the place of somebody who waits. One that brought credits, or is due now, stays taken. @returns whether it did */
async function leaveLine(tx: Tx, { userId, isDeleted }: Waiting): Promise<boolean> {
  const { now } = await lockAccount(tx, userId)
  const { numUpdatedRows } = await tx
    .updateTable('free_credits')
    .set({
      aside_since: sql<Date>`coalesce(aside_since, ${now})`,
      // Nobody comes back who would need it.
      ...(isDeleted && { network: null, network_range: null }),
    })
    .where('user_id', '=', userId)
    .where('decided_through', 'is', null)
    .where((eb) => eb.or([eb('due_at', '>', now), eb('aside_since', 'is not', null)]))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Gives somebody who was put aside the first place that is free; one whose network was forgotten meanwhile takes none. */
async function rejoinLine(
  tx: Tx,
  context: CreditContext,
  { userId, network }: Waiting,
): Promise<void> {
  const account = await lockAccount(tx, userId)
  const reserved =
    network === null
      ? { dueAt: account.now, isEverywhere: false }
      : await reserveTime(account, network, context.free)
  const { numUpdatedRows } = await tx
    .updateTable('free_credits')
    .set({ due_at: reserved.dueAt, aside_since: null })
    .where('user_id', '=', userId)
    .where('aside_since', 'is not', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return
  await applyDueEntries(account, context)
  if (reserved.dueAt > account.now) await tellWait(account, context, reserved)
  announce(account, context)
}

/**
 * Follows limits, bans and deletions of accounts that wait for their first free credits, in the transaction that sets or lifts
 * them: they take no place meanwhile, and those behind them move up.
 */
export async function followStanding(
  tx: Tx,
  context: CreditContext,
  userIds: readonly string[],
): Promise<void> {
  const networksOf = (found: readonly Waiting[]) =>
    found.flatMap(({ network }) => (network === null ? [] : [network]))
  const seen = await findWaiting(tx, userIds)
  if (seen.length === 0) return
  // Lines before accounts: who moves others holds theirs, and asks for these.
  const lines = linesOf(networksOf(seen), context.free)
  for (const of of lines) await lockCount(tx, of)
  const left: Waiting[] = []
  for (const one of await findWaiting(tx, userIds)) {
    if (!one.isRestricted) {
      if (one.isAside) await rejoinLine(tx, context, one)
    } else if (!one.isAside || one.isDeleted) {
      if (await leaveLine(tx, one)) left.push(one)
    }
  }
  for (const of of linesOf(networksOf(left), context.free)) await moveUpLine(tx, context, of)
}
