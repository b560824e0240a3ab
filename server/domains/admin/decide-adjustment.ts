import { sql } from 'kysely'
import type { Adjustment } from '#contract/admin.ts'
import { transact } from '#server/platform/db/index.ts'
import { notFound, userError } from '#server/platform/errors.ts'
import { isId } from '#server/platform/storable-text.ts'
import { t } from '#server/texts/index.ts'
import { readAdjustment } from './adjustments.ts'
import { applyAdjustment, noteStep } from './apply-adjustment.ts'
import type { AdminContext } from './context.ts'

/**
 * A second administrator agrees to a large adjustment or refuses it. Who asked for it can withdraw it, not agree to it.
 * @throws {AppError} `not_found`; `conflict` once it is decided, or when the plan is another one by now;
 *   `permission_denied`; `not_enough_credits`
 */
export async function decideAdjustment(
  context: AdminContext,
  adminId: string,
  id: string,
  agree: boolean,
): Promise<Adjustment> {
  if (!isId(id)) throw notFound()
  return transact(context.db, async (tx) => {
    const adjustment = await tx
      .selectFrom('credit_adjustments')
      .selectAll()
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (!adjustment) throw notFound()
    if (adjustment.state !== 'waiting') throw userError('conflict', t('console.decidedAlready'))
    if (agree && adjustment.requested_by === adminId) {
      throw userError('permission_denied', t('console.secondAdministrator'))
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
    if (agree) await applyAdjustment(context, tx, { adjustment, actorId: adminId })
    else await noteStep(tx, adjustment, adminId, 'refused')
    return readAdjustment(tx, id)
  })
}
