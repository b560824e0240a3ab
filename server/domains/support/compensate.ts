import type { Adjustment } from '#contract/admin.ts'
import { transact, type Tx } from '#server/platform/db/index.ts'
import { userError } from '#server/platform/errors.ts'
import { t } from '#server/texts/index.ts'
import type { Act, SupportDeps } from './deps.ts'
import { lockTicket, now, referenceOf, type TicketRow } from './rows.ts'
import { tellCustomer } from './tell-customer.ts'

interface Gift {
  staffId: string
  key: string
  credits: number
  reason: string
}

/**
 * Gives credits back for a ticket that is locked, so that what was given before is known, or lets them wait for a second
 * administrator. The same key does it once.
 * @throws {AppError} `permission_denied` for one's own ticket; `idempotency_mismatch`
 */
export async function giveBack(
  { giveCredits }: Pick<SupportDeps, 'giveCredits'>,
  tx: Tx,
  ticket: TicketRow,
  { staffId, key, credits, reason }: Gift,
): Promise<Adjustment> {
  if (ticket.user_id === staffId) throw userError('permission_denied', t('support.ownTicket'))
  return giveCredits(tx, {
    adminId: staffId,
    userId: ticket.user_id,
    key,
    amount: credits,
    reason,
    reference: referenceOf(ticket.id),
  })
}

/**
 * Gives credits back for what a ticket is about. Within the configured sum, for one ticket and for all of the last 30 days that
 * this colleague gave to this customer, they are there at once, and the customer is told; above it they wait for a second administrator, and stand in the statement once that one agrees. The same key does it once.
 * @throws {AppError} `not_found`; `permission_denied` for one's own ticket; `idempotency_mismatch`
 */
export async function compensate(
  deps: SupportDeps,
  { id, ...gift }: Act & Gift,
): Promise<Adjustment> {
  return transact(deps.db, async (tx) => {
    const { staffId, credits, reason } = gift
    const ticket = await lockTicket(tx, id, null)
    const adjustment = await giveBack(deps, tx, ticket, gift)
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
