import { sql } from 'kysely'
import {
  isoDate,
  grantKeys,
  type PlannedChange,
  type PlanSchedule,
} from '#server/domains/credits/index.ts'
import { type Reader, statement, type Tx } from '#server/platform/db/index.ts'
import { t } from '#server/texts/index.ts'
import { creditMonth } from './credit-months.ts'
import { labelOf } from './plans.ts'
import {
  changeSubscription,
  endSubscription,
  stateOf,
  type Subscription,
} from './subscription-states.ts'

/** How long the credits of the old period stay while nobody knows whether the renewal is paid. */
const GRACE_MS = 86_400_000

/** The subscription that is not yet ended in the books; its paid period may be over. */
export async function findOpenSubscription(
  from: Reader,
  userId: string,
): Promise<Subscription | undefined> {
  return await from
    .selectFrom('subscriptions')
    .selectAll()
    .where('user_id', '=', userId)
    .where('status', '<>', sql.lit('ended'))
    .executeTakeFirst()
}

/** SQL condition of the subscription that gives its plan now: also while its renewal is late, until that invoice is abandoned. */
const GIVES_PLAN = `status <> 'ended' and (cancel_at is null or cancel_at > money_now())`

const FIND_PAID = statement<Subscription>(
  `select * from subscriptions where user_id = $1 and ${GIVES_PLAN}`,
)

/** The subscription that gives its plan now. */
export async function findPaidSubscription(
  from: Reader,
  userId: string,
): Promise<Subscription | undefined> {
  const [paid] = await FIND_PAID.run(from, [userId])
  return paid
}

/** Whether somebody pays for it, at the provider that is in use; one that runs out is not known there any more. */
export const isPaid = (row: Subscription, inUse: { name: string } | null): boolean =>
  row.external_id !== null && row.provider === inUse?.name && stateOf(row).life !== 'running_out'

/** SQL for the plan that the subscription of a user gives now, null for none; `user` as in `$1`. */
export const paidPlan = (user: string) =>
  `(select plan from subscriptions where user_id = ${user} and ${GIVES_PLAN})`

function grantOfMonth(open: Subscription): PlannedChange | null {
  if (stateOf(open).grants === 'paused') return null
  const granted = open.credit_months_granted
  const month = creditMonth(open, granted)
  if (!month || (open.cancel_at && month.start >= open.cancel_at)) return null
  return {
    // Paid late, it comes with the payment; its end stays where it was.
    at: open.paid_at && open.paid_at > month.start ? open.paid_at : month.start,
    grant: {
      kind: 'plan',
      amount: open.monthly_credits,
      expiresAt: month.end,
      externalId: grantKeys.planMonth(open.id, month.start),
      text: t('statement.planMonth', {
        plan: labelOf(open.plan),
        day: { day: isoDate(month.end) },
      }),
      ...(open.paid_by !== null && { payment: open.paid_by }),
    },
    async record(during) {
      await changeSubscription(during, open, { credit_months_granted: granted + 1 })
    },
  }
}

/** The next credit month, as long as the paid period lasts; then the end, if it does not renew. */
async function nextChange(tx: Tx, userId: string): Promise<PlannedChange | null> {
  const open = await findOpenSubscription(tx, userId)
  if (!open) return null
  const month = grantOfMonth(open)
  if (month || !open.cancel_at) return month
  const at = open.cancel_at
  const over = { at, reason: 'over' }
  return { at, grant: null, record: (during) => endSubscription(during, open, over) }
}

/** Until when the plan goes on although its renewal has neither been paid nor failed yet; null if no renewal is open. */
async function graceUntil(tx: Tx, userId: string, at: Date): Promise<Date | null> {
  const open = await findOpenSubscription(tx, userId)
  if (!open || open.external_id === null || open.cancel_at || open.status !== 'active') return null
  return open.renews_at.getTime() === at.getTime() ? new Date(at.getTime() + GRACE_MS) : null
}

/** Walks over the paid periods that touch the span; they do not overlap. */
async function freeFrom(tx: Tx, userId: string, from: Date, until: Date): Promise<Date | null> {
  const paid = await tx
    .selectFrom('subscriptions')
    .select('created_at as start')
    .select(sql<Date>`coalesce(ended_at, cancel_at, ${until}::timestamptz)`.as('end'))
    .where('user_id', '=', userId)
    .where('created_at', '<', until)
    .orderBy('created_at')
    .execute()
  const free = paid.reduce((at, { start, end }) => (start <= at && end > at ? end : at), from)
  return free < until ? free : null
}

export const planSchedule: PlanSchedule = { next: nextChange, graceUntil, freeFrom }
