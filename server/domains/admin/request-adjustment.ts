import { sql } from 'kysely'
import { people } from '#server/domains/accounts/index.ts'
import type { Adjustment } from '#contract/admin.ts'
import { transact, type Tx } from '#server/platform/db/index.ts'
import { notFound, userError } from '#server/platform/errors.ts'
import { isId } from '#server/platform/storable-text.ts'
import { t } from '#server/texts/index.ts'
import { type AdjustmentRow, readAdjustment } from './adjustments.ts'
import { applyAdjustment, noteStep } from './apply-adjustment.ts'
import type { AdminContext } from './context.ts'

/** Whose credits or plan, and which administrator asks. */
export interface Asked {
  adminId: string
  userId: string
}

export interface AdjustmentInput extends Asked {
  key: string
  amount: number
  reason: string
  reference: string | null
}

type NewAdjustment = AdjustmentInput &
  Pick<AdjustmentRow, 'plan' | 'period' | 'instead_of'> & {
    /** Missing credits are forgiven, none are given; default false. */
    forgives?: boolean
    /** What the person was given for the same before; it counts towards the limit. */
    alreadyGiven?: number
  }

/**
 * What was made of the same request before; null: nothing.
 * @param input.amount null: however many are missing
 * @throws {AppError} `idempotency_mismatch` for another adjustment with the same key
 */
export async function findRepeated(
  tx: Tx,
  input: Omit<NewAdjustment, 'instead_of' | 'amount'> & { amount: number | null },
): Promise<Adjustment | null> {
  const row = await tx
    .selectFrom('credit_adjustments')
    .selectAll()
    .where('requested_by', '=', input.adminId)
    .where('request_key', '=', input.key)
    .executeTakeFirst()
  if (!row) return null
  const isSame =
    row.user_id === input.userId &&
    (input.amount === null || row.amount === input.amount) &&
    row.forgives === (input.forgives ?? false) &&
    row.plan === input.plan &&
    row.period === input.period &&
    row.reason === input.reason &&
    row.reference === input.reference
  if (isSame) return readAdjustment(tx, row.id)
  throw userError('idempotency_mismatch', t('console.otherAdjustment'))
}

/** Makes the adjustment, or lets it wait for a second administrator when it is a large sum. */
export async function makeAdjustment(
  context: AdminContext,
  tx: Tx,
  input: NewAdjustment,
): Promise<Adjustment> {
  const { adminId } = input
  const isSmall = Math.abs(input.amount) + (input.alreadyGiven ?? 0) <= context.adjustmentLimit()
  const made = await tx
    .insertInto('credit_adjustments')
    .values({
      user_id: input.userId,
      amount: input.amount,
      plan: input.plan,
      period: input.period,
      instead_of: input.instead_of,
      forgives: input.forgives ?? false,
      reason: input.reason,
      reference: input.reference,
      state: isSmall ? 'done' : 'waiting',
      requested_by: adminId,
      request_key: input.key,
      decided_by: isSmall ? adminId : null,
      decided_at: isSmall ? sql`now()` : null,
    })
    .onConflict((conflict) => conflict.columns(['requested_by', 'request_key']).doNothing())
    .returningAll()
    .executeTakeFirst()
  if (!made) {
    const repeated = await findRepeated(tx, input.forgives ? { ...input, amount: null } : input)
    if (repeated) return repeated
    throw new Error('An adjustment was neither made nor found')
  }
  if (isSmall) await applyAdjustment(context, tx, { adjustment: made, actorId: adminId })
  else await noteStep(tx, made, adminId, 'requested')
  return readAdjustment(tx, made.id)
}

/**
 * Adds or takes credits, or lays it before a second administrator when it is a large sum. The same key changes
 * nothing a second time.
 * @throws {AppError} `not_found`; `idempotency_mismatch` for another adjustment with the same key; `not_enough_credits`
 */
export async function requestAdjustment(
  context: AdminContext,
  input: AdjustmentInput,
): Promise<Adjustment> {
  if (!isId(input.userId)) throw notFound()
  return transact(context.db, async (tx) => {
    const user = await tx
      .selectFrom(people.as('person'))
      .select('id')
      .where('id', '=', input.userId)
      .executeTakeFirst()
    if (!user) throw notFound()
    return makeAdjustment(context, tx, { ...input, plan: null, period: null, instead_of: null })
  })
}
