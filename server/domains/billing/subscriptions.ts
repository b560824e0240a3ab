import { type Selectable, sql, type SqlBool } from 'kysely'
import {
  addMonths,
  grantKeys,
  type PlannedChange,
  type PlanSchedule,
} from '#server/domains/credits/index.ts'
import type { Database, Reader, Tx } from '#server/platform/db/index.ts'
import { labelOf, monthlyCreditsOf } from './plans.ts'

export type Subscription = Selectable<Database['subscriptions']>

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

/** The subscription whose paid period includes now. */
export async function findPaidSubscription(
  from: Reader,
  userId: string,
): Promise<Subscription | undefined> {
  return await from
    .selectFrom('subscriptions')
    .selectAll()
    .where('user_id', '=', userId)
    .where('status', '<>', sql.lit('ended'))
    .where(sql<SqlBool>`renews_at > money_now()`)
    .executeTakeFirst()
}

export async function endSubscription(tx: Tx, id: string, at: Date): Promise<void> {
  await tx
    .updateTable('subscriptions')
    .set({ status: 'ended', ended_at: at })
    .where('id', '=', id)
    .execute()
}

async function noteGrantedMonths(tx: Tx, id: string, months: number): Promise<void> {
  await tx
    .updateTable('subscriptions')
    .set({ credit_months_granted: months })
    .where('id', '=', id)
    .execute()
}

/** The next credit month, counted from the anchor, as long as the paid period lasts; then the end. */
async function nextChange(tx: Tx, userId: string): Promise<PlannedChange | null> {
  const open = await findOpenSubscription(tx, userId)
  if (!open) return null
  const month = open.credit_months_granted
  const start = addMonths(open.anchor, month)
  if (start >= open.renews_at) {
    const at = open.renews_at
    return { at, grant: null, record: (during) => endSubscription(during, open.id, at) }
  }
  const end = addMonths(open.anchor, month + 1)
  return {
    at: start,
    grant: {
      kind: 'plan',
      amount: monthlyCreditsOf(open.plan),
      expiresAt: end < open.renews_at ? end : open.renews_at,
      externalId: grantKeys.planMonth(open.id, start),
      text: `${labelOf(open.plan)} plan: credits until ${end.toISOString().slice(0, 10)}`,
    },
    record: (during) => noteGrantedMonths(during, open.id, month + 1),
  }
}

/** Walks over the paid periods that touch the span; they do not overlap. */
async function freeFrom(tx: Tx, userId: string, from: Date, until: Date): Promise<Date | null> {
  const paid = await tx
    .selectFrom('subscriptions')
    .select('created_at as start')
    .select(sql<Date>`coalesce(ended_at, renews_at)`.as('end'))
    .where('user_id', '=', userId)
    .where('created_at', '<', until)
    .orderBy('created_at')
    .execute()
  const free = paid.reduce((at, { start, end }) => (start <= at && end > at ? end : at), from)
  return free < until ? free : null
}

export const planSchedule: PlanSchedule = { next: nextChange, freeFrom }
