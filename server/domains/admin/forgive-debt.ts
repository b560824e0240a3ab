import type { Adjustment } from '#contract/admin.ts'
import { people } from '#server/domains/accounts/index.ts'
import { transact } from '#server/platform/db/index.ts'
import { notFound, userError } from '#server/platform/errors.ts'
import { isId } from '#server/platform/storable-text.ts'
import { t } from '#server/texts/index.ts'
import type { AdminContext } from './context.ts'
import { findRepeated, type Asked, makeAdjustment } from './request-adjustment.ts'

/**
 * Forgives all that somebody spent of payments that went back, or lays it before a second administrator when it is a large sum. The same
 * key changes nothing a second time.
 * @throws {AppError} `not_found`; `conflict` where nothing is missing; `idempotency_mismatch`
 */
export async function forgiveDebt(
  context: AdminContext,
  { adminId, userId, key, reason }: Asked & { key: string; reason: string },
): Promise<Adjustment> {
  if (!isId(userId)) throw notFound()
  return transact(context.db, async (tx) => {
    const user = await tx
      .selectFrom(people.as('person'))
      .select('id')
      .where('id', '=', userId)
      .executeTakeFirst()
    if (!user) throw notFound()
    const shared = { adminId, userId, key, reason, reference: null, plan: null, period: null }
    // The sum is read first: when the same request has forgiven it meanwhile, that is found below.
    const amount = await context.credits.unrecovered(tx, userId)
    const repeated = await findRepeated(tx, { ...shared, amount: null, forgives: true })
    if (repeated) return repeated
    if (amount === 0) throw userError('conflict', t('console.nothingMissing'))
    return makeAdjustment(context, tx, { ...shared, amount, forgives: true, instead_of: null })
  })
}
