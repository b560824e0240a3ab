import { sql } from 'kysely'
import type { Tx } from '#server/platform/db/index.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Account } from './account.ts'
import { inSpendingOrder, type LotPart, type SpendableLot, totalOf } from './spending-order.ts'
import type { HoldResult } from './types.ts'

/** @throws {AppError} `internal` for an id that is none */
export async function findHoldOwner(tx: Tx, holdId: string): Promise<string> {
  const hold = await tx
    .selectFrom('credit_holds')
    .select('user_id')
    .where('id', '=', holdId)
    .executeTakeFirst()
  if (!hold) throw new AppError('internal', `No hold ${holdId}`)
  return hold.user_id
}

export interface Hold {
  id: string
  jobId: string | null
  createdAt: Date
  /** What is neither captured nor released, by lot. */
  rest: SpendableLot[]
}

/** @returns its id; null when there is one with this key, which stays as it is */
export async function insertHold(
  { tx, userId, now }: Account,
  hold: { externalId: string; jobId: string | null; parts: LotPart[] },
): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    with hold as (
      insert into credit_holds (user_id, external_id, job_id, amount, created_at)
      values (${userId}, ${hold.externalId}, ${hold.jobId}, ${totalOf(hold.parts)}, ${now})
      on conflict (user_id, external_id) do nothing
      returning id
    ), parts as (
      insert into credit_hold_parts (hold_id, lot_id, amount)
      select hold.id, part.lot, part.amount
      from hold, jsonb_to_recordset(${JSON.stringify(hold.parts)}::jsonb) as part (lot uuid, amount integer)
    )
    select id from hold`.execute(tx)
  return rows[0]?.id ?? null
}

/** The hold that was made under this key, with all that it took. */
export async function findHeld(
  tx: Tx,
  userId: string,
  externalId: string,
): Promise<HoldResult | null> {
  const parts = await tx
    .selectFrom('credit_holds as h')
    .innerJoin('credit_hold_parts as p', 'p.hold_id', 'h.id')
    .innerJoin('credit_lots as l', 'l.id', 'p.lot_id')
    .select([
      'h.id as hold',
      'l.id',
      'l.kind',
      'l.expires_at as expiresAt',
      'p.amount as available',
    ])
    .where('h.user_id', '=', userId)
    .where('h.external_id', '=', externalId)
    .execute()
  const [first] = parts
  if (!first) return null
  const lots = inSpendingOrder(parts).map(({ kind, available }) => ({ kind, amount: available }))
  return { holdId: first.hold, lots }
}

export async function readHold(account: Account, holdId: string): Promise<Hold> {
  const rows = await account.tx
    .selectFrom('credit_holds as h')
    .innerJoin('credit_hold_parts as p', 'p.hold_id', 'h.id')
    .innerJoin('credit_lots as l', 'l.id', 'p.lot_id')
    .select(['h.job_id', 'h.created_at', 'l.id', 'l.kind', 'l.expires_at'])
    .select(sql<number>`p.amount - p.captured - p.released`.as('available'))
    .where('h.id', '=', holdId)
    .execute()
  const [first] = rows
  if (!first) throw new AppError('internal', `Hold ${holdId} has no parts`)
  const rest = rows
    .filter((row) => row.available > 0)
    .map(({ id, kind, expires_at, available }) => ({ id, kind, expiresAt: expires_at, available }))
  return { id: holdId, jobId: first.job_id, createdAt: first.created_at, rest }
}

/** Notes in the hold what became of some of its credits; the hold closes when nothing is left. */
export async function consumeHold(
  account: Account,
  holdId: string,
  { parts, as }: { parts: LotPart[]; as: 'captured' | 'released' },
): Promise<void> {
  const column = sql.ref(as)
  await sql`
    with parts as (
      update credit_hold_parts p set ${column} = p.${column} + taken.amount
      from jsonb_to_recordset(${JSON.stringify(parts)}::jsonb) as taken (lot uuid, amount integer)
      where p.hold_id = ${holdId} and p.lot_id = taken.lot
    )
    update credit_holds set
      ${column} = ${column} + ${totalOf(parts)},
      closed_at = case when captured + released + ${totalOf(parts)} = amount then ${account.now}::timestamptz end
    where id = ${holdId}`.execute(account.tx)
}
