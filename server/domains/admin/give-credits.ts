import { sql } from 'kysely'
import type { Adjustment } from '#contract/admin.ts'
import type { Reader, Tx } from '#server/platform/db/index.ts'
import type { AdminContext } from './context.ts'
import { type AdjustmentInput, makeAdjustment } from './request-adjustment.ts'

/** What the credits are given for, as `KIND:ID`. */
export type GiftInput = AdjustmentInput & { reference: string }

/** Credits of one administrator to one person for one thing. */
export type Gift = Pick<GiftInput, 'adminId' | 'userId' | 'reference'>

const sumOf = sql<number>`coalesce(sum(amount), 0)::integer`

/**
 * What the person was given for the same before, by anybody, and by this administrator for all of its kind in the last
 * 30 days. What still waits for a second administrator counts.
 */
async function alreadyGiven(
  reader: Reader,
  { adminId, userId, key, reference }: Gift & { key?: string },
): Promise<number> {
  const kind = reference.slice(0, reference.indexOf(':') + 1)
  const { given } = await reader
    .selectFrom('credit_adjustments')
    .select(sumOf.as('given'))
    .where('user_id', '=', userId)
    .where('plan', 'is', null)
    .where('forgives', '=', false)
    .where('state', 'in', ['waiting', 'done'])
    .where((eb) =>
      eb.or([
        eb('reference', '=', reference),
        eb.and([
          eb('requested_by', '=', adminId),
          eb(eb.fn<boolean>('starts_with', ['reference', eb.val(kind)]), '=', true),
          eb('created_at', '>', sql<Date>`now() - interval '30 days'`),
        ]),
      ]),
    )
    .$if(key !== undefined, (rows) =>
      rows.where((eb) =>
        eb.not(eb.and([eb('requested_by', '=', adminId), eb('request_key', '=', key!)])),
      ),
    )
    .executeTakeFirstOrThrow()
  return given
}

/**
 * Gives credits in the caller's transaction, or lets them wait for a second administrator when they and what was given before are a large
 * sum. The same key changes nothing a second time.
 * @throws {AppError} `idempotency_mismatch` for another adjustment with the same key
 */
export async function giveCredits(
  context: AdminContext,
  tx: Tx,
  input: GiftInput,
): Promise<Adjustment> {
  // Several at once for one person: each knows of the others.
  await sql`select pg_advisory_xact_lock(hashtext('given credits'), hashtext(${input.userId}))`.execute(
    tx,
  )
  return makeAdjustment(context, tx, {
    ...input,
    plan: null,
    period: null,
    instead_of: null,
    alreadyGiven: await alreadyGiven(tx, input),
  })
}

/** Returns how many credits can be given now without a second administrator. */
export async function creditsAtOnce(context: AdminContext, gift: Gift): Promise<number> {
  const given = await alreadyGiven(context.db.kysely, gift)
  return Math.max(0, context.adjustmentLimit() - given)
}

/** Credits for the same that wait for a second administrator. */
export async function waitingCredits(reader: Reader, reference: string): Promise<number> {
  const { waiting } = await reader
    .selectFrom('credit_adjustments')
    .select(sumOf.as('waiting'))
    .where('state', '=', 'waiting')
    .where('plan', 'is', null)
    .where('reference', '=', reference)
    .executeTakeFirstOrThrow()
  return waiting
}
