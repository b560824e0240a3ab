import { sql } from 'kysely'
import { type OpenedAccount, people } from '#server/domains/accounts/index.ts'
import { payments } from '#server/domains/billing/index.ts'
import { REFERRAL_DAYS } from '#contract/referral-terms.ts'
import type { Tx } from '#server/platform/db/index.ts'
import { findInviter } from './codes.ts'
import type { ReferralContext } from './context.ts'

/**
 * Notes, in the transaction that opens an account, by whose link it was opened. What the two have in common already decides against
 * it; what turns up later is looked at before anything is granted.
 */
export async function openReferral(
  { clusters }: Pick<ReferralContext, 'clusters'>,
  tx: Tx,
  { userId, device, referral }: OpenedAccount,
): Promise<void> {
  const inviter = referral === null ? null : await findInviter(tx, referral)
  if (inviter === null) return
  const person = await tx
    .selectFrom(people.as('inviter'))
    .select('id')
    .where('id', '=', inviter)
    .where('closing_at', 'is', null)
    .executeTakeFirst()
  if (!person) return
  const [trait] = await clusters.sharedTraits(tx, [inviter, userId], device)
  await tx
    .insertInto('referrals')
    .values({
      inviter_id: inviter,
      invited_id: userId,
      state: trait ? 'refused' : 'waiting',
      reason: trait ?? null,
      decided_at: trait ? sql<Date>`money_now()` : null,
    })
    .execute()
}

/** Notes the first payment of an invited account, in the transaction in which it is written. What cost nothing is none. */
export async function notePayment(tx: Tx, paymentId: string): Promise<void> {
  await sql`
    update referrals referral
    set payment_id = payment.id, due_at = payment.paid_at + make_interval(days => ${REFERRAL_DAYS})
    from ${payments} payment
    where payment.id = ${paymentId} and payment.amount > 0 and payment.paid_at is not null
      and referral.invited_id = payment.user_id and referral.state = 'waiting'
      and referral.payment_id is null`.execute(tx)
}
