import { sql } from 'kysely'
import type { Tx } from '#server/platform/db/index.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Said } from '#server/texts/index.ts'
import type { Account } from './account.ts'
import { postEntry } from './post-entry.ts'
import { inSpendingOrder, type LotPart, type SpendableLot, totalOf } from './spending-order.ts'
import type { HoldResult } from './types.ts'

export interface Hold {
  id: string
  jobId: string | null
  createdAt: Date
  /** What is neither captured nor released, by lot. */
  rest: SpendableLot[]
}

/** The id of the hold that was made under this key. */
export async function findHoldId(
  tx: Tx,
  userId: string,
  externalId: string,
): Promise<string | undefined> {
  const hold = await tx
    .selectFrom('credit_holds')
    .select('id')
    .where('user_id', '=', userId)
    .where('external_id', '=', externalId)
    .executeTakeFirst()
  return hold?.id
}

/** Makes a hold of these very credits, with its line in the statement. */
export async function postHold(
  account: Account,
  hold: {
    id: string
    parts: LotPart[]
    externalId: string
    jobId: string | null
    text: Said
  },
): Promise<void> {
  const { id: holdId, ...rest } = hold
  await postEntry(account, { ...rest, kind: 'hold', from: 'remaining', to: 'held', holdId })
}

/** All that a hold took. */
export async function readHeld(tx: Tx, holdId: string): Promise<HoldResult> {
  const parts = await tx
    .selectFrom('credit_hold_parts as p')
    .innerJoin('credit_lots as l', 'l.id', 'p.lot_id')
    .select(['l.id', 'l.kind', 'l.expires_at as expiresAt', 'p.amount as available'])
    .where('p.hold_id', '=', holdId)
    .execute()
  const lots = inSpendingOrder(parts).map(({ kind, available }) => ({ kind, amount: available }))
  return { holdId, lots }
}

/** @throws {AppError} `internal` for an id that is none, and for a hold of another account */
export async function readHold(account: Account, holdId: string): Promise<Hold> {
  const rows = await account.tx
    .selectFrom('credit_holds as h')
    .innerJoin('credit_hold_parts as p', 'p.hold_id', 'h.id')
    .innerJoin('credit_lots as l', 'l.id', 'p.lot_id')
    .select(['h.job_id', 'h.created_at', 'l.id', 'l.kind', 'l.expires_at'])
    .select(sql<number>`p.amount - p.captured - p.released`.as('available'))
    .where('h.id', '=', holdId)
    .where('h.user_id', '=', account.userId)
    .execute()
  const [first] = rows
  if (!first)
    throw new AppError('internal', `User ${account.userId} has no hold ${holdId}`, {
      userMessage: null,
    })
  const rest = rows
    .filter((row) => row.available > 0)
    .map(({ id, kind, expires_at, available }) => ({ id, kind, expiresAt: expires_at, available }))
  return { id: holdId, jobId: first.job_id, createdAt: first.created_at, rest }
}

/** Notes in the hold what was given back of it; it closes when nothing is left. */
export async function releaseParts(
  account: Account,
  holdId: string,
  parts: LotPart[],
): Promise<void> {
  const total = totalOf(parts)
  await sql`
    with parts as (
      update credit_hold_parts p set released = p.released + taken.amount
      from jsonb_to_recordset(${JSON.stringify(parts)}::jsonb) as taken (lot uuid, amount integer)
      where p.hold_id = ${holdId} and p.lot_id = taken.lot
    )
    update credit_holds set
      released = released + ${total},
      closed_at = case when captured + released + ${total} = amount then ${account.now}::timestamptz end
    where id = ${holdId} and user_id = ${account.userId}`.execute(account.tx)
}
