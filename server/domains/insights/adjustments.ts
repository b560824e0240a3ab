import { type Selectable, sql } from 'kysely'
import { admin, type Adjustment } from '#contract/admin.ts'
import { type Database, transact, type Tx } from '#server/platform/db/index.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import { cutPage, pageLink, readCursor } from '#server/platform/keyset.ts'
import { isId } from '#server/platform/storable-text.ts'
import { recordAct } from './audit.ts'
import type { InsightsContext } from './context.ts'

type AdjustmentRow = Selectable<Database['credit_adjustments']>

export interface AdjustmentWish {
  key: string
  amount: number
  reason: string
  reference: string | null
}

const adjustments = (from: InsightsContext['db']['kysely'] | Tx) =>
  from
    .selectFrom('credit_adjustments as wish')
    .innerJoin('users as owner', 'owner.id', 'wish.user_id')
    .innerJoin('users as asker', 'asker.id', 'wish.requested_by')
    .leftJoin('users as decider', 'decider.id', 'wish.decided_by')
    .selectAll('wish')
    .select(['owner.email as owner', 'asker.email as asker', 'decider.email as decider'])

type ShownRow = Awaited<ReturnType<ReturnType<typeof adjustments>['executeTakeFirstOrThrow']>>

const present = (row: ShownRow): Adjustment => ({
  id: row.id,
  user: row.user_id,
  email: row.owner,
  amount: row.amount,
  reason: row.reason,
  reference: row.reference,
  state: row.state,
  requested_by: row.asker,
  decided_by: row.decider,
  created_at: row.created_at.toISOString(),
})

/**
 * Adds or takes credits, or lays it before a second administrator when it is a large sum. The same key changes
 * nothing a second time.
 * @throws {AppError} `not_found`; `idempotency_mismatch` for another wish with the same key; `not_enough_credits`
 */
export async function requestAdjustment(
  context: InsightsContext,
  adminId: string,
  userId: string,
  wish: AdjustmentWish,
): Promise<Adjustment> {
  if (!isId(userId)) throw notFound()
  return transact(context.db, async (tx) => {
    const user = await tx
      .selectFrom('users')
      .select('id')
      .where('id', '=', userId)
      .executeTakeFirst()
    if (!user) throw notFound()
    const isSmall = Math.abs(wish.amount) <= context.adjustmentLimit
    const made = await tx
      .insertInto('credit_adjustments')
      .values({
        user_id: userId,
        amount: wish.amount,
        reason: wish.reason,
        reference: wish.reference,
        state: isSmall ? 'done' : 'waiting',
        requested_by: adminId,
        request_key: wish.key,
        decided_by: isSmall ? adminId : null,
        decided_at: isSmall ? sql`now()` : null,
      })
      .onConflict((conflict) => conflict.columns(['requested_by', 'request_key']).doNothing())
      .returningAll()
      .executeTakeFirst()
    if (!made) return repeated(tx, adminId, userId, wish)
    if (isSmall) await apply(context, tx, made, adminId)
    else await record(tx, made, adminId, 'adjustment_requested')
    return show(tx, made.id)
  })
}

async function repeated(
  tx: Tx,
  adminId: string,
  userId: string,
  { key, amount, reason, reference }: AdjustmentWish,
): Promise<Adjustment> {
  const row = await adjustments(tx)
    .where('wish.requested_by', '=', adminId)
    .where('wish.request_key', '=', key)
    .executeTakeFirstOrThrow()
  const isSame =
    row.user_id === userId &&
    row.amount === amount &&
    row.reason === reason &&
    row.reference === reference
  if (isSame) return present(row)
  throw new AppError('idempotency_mismatch', 'This key was used with another adjustment.')
}

async function apply(
  { credits }: InsightsContext,
  tx: Tx,
  wish: AdjustmentRow,
  adminId: string,
): Promise<void> {
  await credits.writer(tx).adjust({
    userId: wish.user_id,
    amount: wish.amount,
    externalId: `adjustment:${wish.id}`,
    text: wish.reason,
  })
  await record(tx, wish, adminId, 'adjustment_done')
}

async function record(
  tx: Tx,
  wish: AdjustmentRow,
  actorId: string,
  action: 'adjustment_requested' | 'adjustment_done' | 'adjustment_refused',
): Promise<void> {
  const { id, user_id: userId, amount, reason, reference } = wish
  const data = { adjustment: id, amount }
  await recordAct(tx, { actorId, action, userId, subject: reference, reason, data })
}

async function show(tx: Tx, id: string): Promise<Adjustment> {
  return present(await adjustments(tx).where('wish.id', '=', id).executeTakeFirstOrThrow())
}

/**
 * A second person's word on a large sum. Whoever asked can take the wish back, but not agree to it.
 * @throws {AppError} `not_found`; `conflict` once it is decided; `permission_denied`; `not_enough_credits`
 */
export async function decideAdjustment(
  context: InsightsContext,
  adminId: string,
  id: string,
  agree: boolean,
): Promise<Adjustment> {
  if (!isId(id)) throw notFound()
  return transact(context.db, async (tx) => {
    const wish = await tx
      .selectFrom('credit_adjustments')
      .selectAll()
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (!wish) throw notFound()
    if (wish.state !== 'waiting') throw new AppError('conflict', 'This is decided already.')
    if (agree && wish.requested_by === adminId) {
      throw new AppError('permission_denied', 'A second administrator has to agree.')
    }
    await tx
      .updateTable('credit_adjustments')
      .set({
        state: agree ? 'done' : 'refused',
        decided_by: adminId,
        decided_at: sql`now()`,
      })
      .where('id', '=', id)
      .execute()
    if (agree) await apply(context, tx, wish, adminId)
    else await record(tx, wish, adminId, 'adjustment_refused')
    return show(tx, id)
  })
}

export interface AdjustmentQuery {
  cursor?: string | undefined
  limit?: number | undefined
  state?: Adjustment['state'] | undefined
}

const DEFAULT_LIMIT = 50

/** One page, newest first. @throws {AppError} `invalid` for a cursor that is none */
export async function listAdjustments(
  { db }: InsightsContext,
  query: AdjustmentQuery,
): Promise<{ next: string | null; previous: string | null; results: Adjustment[] }> {
  const place = readCursor(query.cursor)
  const limit = query.limit ?? DEFAULT_LIMIT
  let rows = adjustments(db.kysely)
  if (query.state !== undefined) rows = rows.where('wish.state', '=', query.state)
  if (place) rows = rows.where('wish.id', place.side === 'after' ? '<' : '>', place.id)
  const found = await rows
    .orderBy('wish.id', place?.side === 'before' ? 'asc' : 'desc')
    .limit(limit + 1)
    .execute()
  const page = cutPage(found, limit, place)
  const { path } = admin.adjustments
  return {
    next: pageLink(path, { ...query }, page.next),
    previous: pageLink(path, { ...query }, page.previous),
    results: page.items.map(present),
  }
}
