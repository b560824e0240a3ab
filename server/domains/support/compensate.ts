import type { Adjustment } from '#contract/admin.ts'
import { transact } from '#server/platform/db/index.ts'
import { userError } from '#server/platform/errors.ts'
import { t } from '#server/texts/index.ts'
import type { Act } from './answer-ticket.ts'
import type { SupportDeps } from './deps.ts'
import { lockTicket, now, referenceOf } from './rows.ts'
import { tellCustomer } from './tell-customer.ts'

/**
 * Gives credits back for what a ticket is about. Within the configured sum, for one ticket and for all of the last 30 days that
 * this colleague gave to this customer, they are there at once, and the customer is told; above it they wait for a second administrator, and stand in the statement once that one agrees. The same key does it once.
 * @throws {AppError} `not_found`; `permission_denied` for one's own ticket; `idempotency_mismatch`
 */
export async function compensate(
  deps: SupportDeps,
  { id, staffId, key, credits, reason }: Act & { key: string; credits: number; reason: string },
): Promise<Adjustment> {
  return transact(deps.db, async (tx) => {
    // One after the other, so that what was given before is known.
    const ticket = await lockTicket(tx, id, null)
    if (ticket.user_id === staffId) throw userError('permission_denied', t('support.ownTicket'))
    const adjustment = await deps.giveCredits(tx, {
      adminId: staffId,
      userId: ticket.user_id,
      key,
      amount: credits,
      reason,
      reference: referenceOf(id),
    })
    if (adjustment.state !== 'done') return adjustment
    const said = await tx
      .insertInto('support_messages')
      .values({
        ticket_id: id,
        author_id: staffId,
        is_from_team: true,
        text: reason,
        credits,
        adjustment_id: adjustment.id,
      })
      .onConflict((conflict) => conflict.column('adjustment_id').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!said) return adjustment
    await tx.updateTable('support_tickets').set({ updated_at: now }).where('id', '=', id).execute()
    await tellCustomer(deps, tx, ticket, { text: reason, credits })
    return adjustment
  })
}
