import { sql } from 'kysely'
import { people } from '#server/domains/accounts/index.ts'
import type { Adjustment } from '#contract/admin.ts'
import { transact, type Tx } from '#server/platform/db/index.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import { isId } from '#server/platform/storable-text.ts'
import { type AdjustmentRow, readAdjustment } from './adjustments.ts'
import { applyAdjustment, noteStep } from './apply-adjustment.ts'
import type { AdminContext } from './context.ts'

/** Whose, and who asks. */
export interface Asked {
  adminId: string
  userId: string
}

export interface AdjustmentWish extends Asked {
  key: string
  amount: number
  reason: string
  reference: string | null
}

type NewWish = AdjustmentWish & Pick<AdjustmentRow, 'plan' | 'period' | 'instead_of'>

/**
 * What was made of the same wish before; null: nothing.
 * @throws {AppError} `idempotency_mismatch` for another wish with the same key
 */
export async function findRepeated(
  tx: Tx,
  wish: Omit<NewWish, 'instead_of'>,
): Promise<Adjustment | null> {
  const row = await tx
    .selectFrom('credit_adjustments')
    .selectAll()
    .where('requested_by', '=', wish.adminId)
    .where('request_key', '=', wish.key)
    .executeTakeFirst()
  if (!row) return null
  const isSame =
    row.user_id === wish.userId &&
    row.amount === wish.amount &&
    row.plan === wish.plan &&
    row.period === wish.period &&
    row.reason === wish.reason &&
    row.reference === wish.reference
  if (isSame) return readAdjustment(tx, row.id)
  throw new AppError('idempotency_mismatch', 'This key was used with another adjustment.')
}

/** Does what is wished for, or lays it before a second administrator when it is a large sum. */
export async function makeAdjustment(
  context: AdminContext,
  tx: Tx,
  wish: NewWish,
): Promise<Adjustment> {
  const { adminId } = wish
  const isSmall = Math.abs(wish.amount) <= context.adjustmentLimit
  const made = await tx
    .insertInto('credit_adjustments')
    .values({
      user_id: wish.userId,
      amount: wish.amount,
      plan: wish.plan,
      period: wish.period,
      instead_of: wish.instead_of,
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
  if (!made) {
    const repeated = await findRepeated(tx, wish)
    if (repeated) return repeated
    throw new Error('An adjustment was neither made nor found')
  }
  if (isSmall) await applyAdjustment(context, tx, { wish: made, actorId: adminId })
  else await noteStep(tx, made, adminId, 'requested')
  return readAdjustment(tx, made.id)
}

/**
 * Adds or takes credits, or lays it before a second administrator when it is a large sum. The same key changes
 * nothing a second time.
 * @throws {AppError} `not_found`; `idempotency_mismatch` for another wish with the same key; `not_enough_credits`
 */
export async function requestAdjustment(
  context: AdminContext,
  wish: AdjustmentWish,
): Promise<Adjustment> {
  if (!isId(wish.userId)) throw notFound()
  return transact(context.db, async (tx) => {
    const user = await tx
      .selectFrom(people.as('person'))
      .select('id')
      .where('id', '=', wish.userId)
      .executeTakeFirst()
    if (!user) throw notFound()
    return makeAdjustment(context, tx, { ...wish, plan: null, period: null, instead_of: null })
  })
}
