import { sql } from 'kysely'
import { payments, withdrawals } from '#server/domains/billing/index.ts'
import { grantKeys, referralKey } from '#server/domains/credits/index.ts'
import { type Db, transact, type Tx } from '#server/platform/db/index.ts'
import { t } from '#server/texts/index.ts'
import type { ReferralContext } from './context.ts'
import { type Referral, sidesOf } from './decide-referrals.ts'
import { mailTakenBack, type TakenBack } from './mails.ts'

const BATCH = 50
/** The longest that a payment can be disputed. */
const RETURNABLE_DAYS = 540
const RESTORED_TEXT = t('statement.invitationRefundFailed')
const TEXT = t('statement.invitationPaidBack')

/**
 * Referrals that counted and whose payment went back since: by a lost dispute, a withdrawal, or in full. What was spent of their credits
 * counts after those have expired as well, so they are looked at for as long as a card network lets a bank take a payment back.
 */
async function findReturned({ kysely }: Db): Promise<{ id: string; reason: Reason }[]> {
  const { rows } = await sql<{ id: string; reason: Reason }>`
    select referral.id, case when payment.dispute_status = 'lost' then 'disputed' else 'refunded' end as reason
    from referrals referral join ${payments} payment on payment.id = referral.payment_id
    where referral.state = 'granted' and referral.due_at > money_now() - make_interval(days => ${RETURNABLE_DAYS})
      and (payment.dispute_status = 'lost' or payment.refunded + payment.disputed >= payment.amount
        or exists (
          select from ${withdrawals} withdrawal
          where withdrawal.payment_id = payment.id and withdrawal.confirmed_at is not null
        ))
    order by referral.due_at limit ${BATCH}`.execute(kysely)
  return rows
}

/** Referrals that were taken back for a refund which failed afterwards, so that the payment stands again. */
async function findStanding({ kysely }: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select referral.id from referrals referral join ${payments} payment on payment.id = referral.payment_id
    where referral.state = 'taken_back' and payment.refunds_failed > 0
      and payment.dispute_status is distinct from 'lost'
      and payment.refunded + payment.disputed < payment.amount
      and not exists (
        select from ${withdrawals} withdrawal
        where withdrawal.payment_id = payment.id and withdrawal.confirmed_at is not null
      )
    order by referral.due_at limit ${BATCH}`.execute(kysely)
  return rows.map(({ id }) => id)
}

type Reason = 'refunded' | 'disputed'

const lotsOf = ({ id }: Referral) => ({ payment: grantKeys.referral(id), key: referralKey(id) })

/** From here on nothing of it is spent any more. */
async function begin(
  { credits }: ReferralContext,
  tx: Tx,
  { id, reason }: { id: string; reason: Reason },
): Promise<void> {
  const referral = await tx
    .updateTable('referrals')
    .set({ state: 'taking_back', reason })
    .where('id', '=', id)
    .where('state', '=', 'granted')
    .returningAll()
    .executeTakeFirst()
  if (!referral) return
  for (const { userId } of sidesOf(referral)) {
    await credits.writer(tx).freeze({ userId, ...lotsOf(referral), text: TEXT })
  }
}

/** Takes what is unspent, once no job holds a part of it; what was spent counts as unrecovered. */
async function finish(context: ReferralContext, tx: Tx, id: string): Promise<void> {
  const referral = await tx
    .selectFrom('referrals')
    .selectAll()
    .where('id', '=', id)
    .where('state', '=', 'taking_back')
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  if (!referral) return
  const taken: TakenBack[] = []
  for (const { userId } of sidesOf(referral)) {
    const lots = { userId, ...lotsOf(referral), text: TEXT, owesSpent: true }
    const withdrawn = await context.credits.writer(tx).withdraw(lots)
    if (withdrawn === null) return
    taken.push({ userId, credits: withdrawn.unspent, spent: withdrawn.unrecovered })
  }
  await tx
    .updateTable('referrals')
    .set({ state: 'taken_back', decided_at: sql<Date>`money_now()` })
    .where('id', '=', id)
    .execute()
  for (const one of taken) {
    if (one.credits + one.spent > 0) await mailTakenBack(context, tx, one)
  }
}

/** Gives back what was taken, and nothing is missing any more. */
async function restore({ credits }: ReferralContext, tx: Tx, id: string): Promise<void> {
  const referral = await tx
    .updateTable('referrals')
    .set({ state: 'granted', reason: null, decided_at: sql<Date>`money_now()` })
    .where('id', '=', id)
    .where('state', '=', 'taken_back')
    .returningAll()
    .executeTakeFirst()
  if (!referral) return
  const payment = grantKeys.referral(id)
  for (const { userId } of sidesOf(referral)) {
    await credits.writer(tx).restore({
      userId,
      payment,
      refunded: 0,
      paid: 1,
      externalId: `standing:${payment}`,
      text: RESTORED_TEXT,
    })
  }
}

/** Takes the credits of referrals back whose payment went back, and gives them back where it did not after all. Safe to repeat, and by several at once. */
export async function takeBackReferrals(context: ReferralContext): Promise<void> {
  const { db, log } = context
  const attempt = async (id: string, act: (tx: Tx) => Promise<void>) => {
    try {
      await transact(db, act)
    } catch (error) {
      // One that fails must not stop the others; it is found again at the next run.
      log.error({ err: error, referral: id }, 'Credits of a referral could not be taken back')
    }
  }
  for (const one of await findReturned(db)) await attempt(one.id, (tx) => begin(context, tx, one))
  const open = await db.kysely
    .selectFrom('referrals')
    .select('id')
    .where('state', '=', 'taking_back')
    .orderBy('due_at')
    .limit(BATCH)
    .execute()
  for (const { id } of open) await attempt(id, (tx) => finish(context, tx, id))
  for (const id of await findStanding(db)) await attempt(id, (tx) => restore(context, tx, id))
}
