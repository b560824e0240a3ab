import { type Selectable, sql } from 'kysely'
import {
  REFERRAL_CREDITS,
  REFERRAL_CREDITS_DAYS,
  REFERRALS_A_YEAR,
} from '#contract/referral-terms.ts'
import type { ReferralReason } from '#contract/referrals.ts'
import { people } from '#server/domains/accounts/index.ts'
import { type Payment, payments, unreadCharges } from '#server/domains/billing/index.ts'
import { grantKeys } from '#server/domains/credits/index.ts'
import { type Database, type Db, transact, type Tx } from '#server/platform/db/index.ts'
import { t } from '#server/texts/index.ts'
import type { ReferralContext } from './context.ts'
import { mailReward } from './mails.ts'

const BATCH = 50
const DAY_MS = 86_400_000

export type Referral = Selectable<Database['referrals']>

/**
 * Referrals whose first payment is old enough and can be decided about: while it is disputed, while one of the two is banned, limited or
 * not confirmed, and while a card that one of the two paid with is not known yet, they wait. Cards that cannot be read are waited for no
 * longer than two days.
 */
async function findDue({ kysely }: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select referral.id from referrals referral
      join ${payments} payment on payment.id = referral.payment_id
      join ${people} inviter on inviter.id = referral.inviter_id
      join ${people} invited on invited.id = referral.invited_id
    where referral.state = 'waiting' and referral.due_at <= money_now()
      and payment.dispute_status is distinct from 'open'
      and (inviter.closing_at is not null or invited.closing_at is not null or (
        inviter.email_verified_at is not null and invited.email_verified_at is not null
        and coalesce(inviter.banned_at, inviter.limited_at, invited.banned_at, invited.limited_at) is null
      ))
      and (referral.due_at < money_now() - interval '2 days' or not exists (
        select from ${unreadCharges} unread
        where unread.user_id in (referral.inviter_id, referral.invited_id)
      ))
    order by referral.due_at limit ${BATCH}`.execute(kysely)
  return rows.map(({ id }) => id)
}

async function isClosed(tx: Tx, { inviter_id: inviter, invited_id: invited }: Referral) {
  const row = await tx
    .selectFrom(people.as('person'))
    .select('id')
    .where('id', 'in', [inviter, invited])
    .where('closing_at', 'is not', null)
    .executeTakeFirst()
  return row !== undefined
}

/** Referrals of the same person that counted in the year before. Two at once count one after the other. */
async function isOverLimit(tx: Tx, { inviter_id: inviter, due_at: at }: Referral) {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`referrals:${inviter}`}, 0))`.execute(
    tx,
  )
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from referrals
    where inviter_id = ${inviter} and state in ('granted', 'taking_back', 'taken_back')
      and due_at > ${at}::timestamptz - interval '1 year'`.execute(tx)
  return rows[0]!.count >= REFERRALS_A_YEAR
}

const moneyFault = ({ status, refunded, dispute_status: dispute }: Payment) => {
  if (dispute === 'lost') return 'disputed'
  return status !== 'paid' || refunded > 0 ? 'refunded' : null
}

/** Why a referral brings nothing; null: it counts. */
async function refusalOf(
  { clusters }: ReferralContext,
  tx: Tx,
  { referral, payment }: { referral: Referral; payment: Payment },
): Promise<ReferralReason | null> {
  const fault = moneyFault(payment)
  if (fault !== null) return fault
  if (await isClosed(tx, referral)) return 'account_closed'
  const [trait] = await clusters.sharedTraits(tx, [referral.inviter_id, referral.invited_id])
  if (trait) return trait
  return (await isOverLimit(tx, referral)) ? 'limit' : null
}

/** The two sides, in an order in which no two transactions wait for each other's account. */
export const sidesOf = ({ inviter_id: inviter, invited_id: invited }: Referral) =>
  [
    { userId: inviter, side: 'inviter' as const },
    { userId: invited, side: 'invited' as const },
  ].toSorted((a, b) => (a.userId < b.userId ? -1 : 1))

const TEXTS = {
  inviter: t('statement.invitedSomebody'),
  invited: t('statement.wasInvited'),
}

/** @param dueAt when the payment was old enough: the credits are dated then, however late this runs */
async function grantBoth(
  { credits }: ReferralContext,
  tx: Tx,
  { referral, dueAt }: { referral: Referral; dueAt: Date },
): Promise<Record<'inviter' | 'invited', number>> {
  const given = { inviter: 0, invited: 0 }
  const key = grantKeys.referral(referral.id)
  for (const { userId, side } of sidesOf(referral)) {
    const { state } = await credits.writer(tx).reward({
      userId,
      kind: 'bonus',
      amount: REFERRAL_CREDITS,
      expiresAt: new Date(dueAt.getTime() + REFERRAL_CREDITS_DAYS * DAY_MS),
      externalId: key,
      payment: key,
      text: TEXTS[side],
      at: dueAt,
    })
    if (state !== 'withheld') given[side] = REFERRAL_CREDITS
  }
  return given
}

async function decide(context: ReferralContext, tx: Tx, id: string): Promise<void> {
  const referral = await tx
    .selectFrom('referrals')
    .selectAll()
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  if (!referral?.due_at) return
  const payment = await tx
    .selectFrom(payments.as('payment'))
    .selectAll()
    .where('id', '=', referral.payment_id)
    .executeTakeFirstOrThrow()
  if (payment.dispute_status === 'open') return
  const reason = await refusalOf(context, tx, { referral, payment })
  const given =
    reason === null
      ? await grantBoth(context, tx, { referral, dueAt: referral.due_at })
      : { inviter: 0, invited: 0 }
  await tx
    .updateTable('referrals')
    .set({
      state: reason === null ? 'granted' : 'refused',
      reason,
      inviter_credits: given.inviter,
      invited_credits: given.invited,
      decided_at: sql<Date>`money_now()`,
    })
    .where('id', '=', id)
    .execute()
  for (const { userId, side } of sidesOf(referral)) {
    if (given[side] > 0) await mailReward(context, tx, { userId, side, credits: given[side] })
  }
}

/** Grants or refuses what is due, each referral in a transaction of its own. Safe to repeat, and by several at once. */
export async function decideReferrals(context: ReferralContext): Promise<void> {
  for (const id of await findDue(context.db)) {
    try {
      await transact(context.db, (tx) => decide(context, tx, id))
    } catch (error) {
      // One that fails must not stop the others; it is due again at the next run.
      context.log.error({ err: error, referral: id }, 'A referral could not be decided')
    }
  }
}
