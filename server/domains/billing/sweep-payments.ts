import { type SqlBool, sql } from 'kysely'
import { readMoneyTime, transact } from '#server/platform/db/index.ts'
import { applySession } from './apply-session.ts'
import type { PaymentContext } from './context.ts'
import type { ProviderEvent } from './payment-provider.ts'
import { PAYMENT_EVENTS_LANE, storeEvent } from './provider-events.ts'
import { returnOwed } from './return-owed.ts'
import { returnRejected } from './return-rejected.ts'
import { endSubscription } from './subscription-states.ts'
import { finishFreePeriods } from './promotions/free-period.ts'
import { tellPromotions } from './promotions/manage.ts'
import { settleWithdrawals } from './withdrawals/settle.ts'
import { sendWaitingEvidence } from './disputes/submit-evidence.ts'
import { syncSubscription } from './sync-subscription.ts'

/** Events that are asked for again and again; the provider itself tries to deliver them for three days. */
const WINDOW_MS = 24 * 3_600_000
const BATCH = 200

/** Stores those of them that are not known. @returns how many */
async function storeUnknown(
  context: PaymentContext,
  events: readonly ProviderEvent[],
): Promise<number> {
  if (events.length === 0) return 0
  const known = await context.db.kysely
    .selectFrom('provider_events')
    .select('event_id')
    .where('provider', '=', context.provider.name)
    .where(
      'event_id',
      'in',
      events.map(({ id }) => id),
    )
    .execute()
  const ids = new Set(known.map(({ event_id: id }) => id))
  let stored = 0
  for (const event of events) {
    if (!ids.has(event.id) && (await storeEvent(context, event))) stored += 1
  }
  return stored
}

/** Events that the provider has and that never came. */
async function fetchMissedEvents(context: PaymentContext): Promise<number> {
  const since = new Date((await readMoneyTime(context.db.kysely)).getTime() - WINDOW_MS)
  let missed = 0
  let events: ProviderEvent[] = []
  for await (const event of context.provider.listEvents(since)) {
    events.push(event)
    if (events.length < BATCH) continue
    missed += await storeUnknown(context, events)
    events = []
  }
  return missed + (await storeUnknown(context, events))
}

/** Stored events whose job got lost. */
async function resendWaiting({ db, queue, provider }: PaymentContext): Promise<void> {
  const waiting = await db.kysely
    .selectFrom('provider_events')
    .select('event_id')
    .where('provider', '=', provider.name)
    .where('done_at', 'is', null)
    .where(sql<SqlBool>`received_at < now() - interval '2 minutes'`)
    .orderBy('received_at')
    .limit(BATCH)
    .execute()
  for (const { event_id: eventId } of waiting) {
    await transact(db, (tx) =>
      queue.send(
        tx,
        PAYMENT_EVENTS_LANE,
        { provider: provider.name, eventId },
        { singletonKey: eventId },
      ),
    )
  }
}

/** Checkouts that nobody told the end of. */
async function readOpenCheckouts(context: PaymentContext): Promise<void> {
  const { db, provider } = context
  const open = await db.kysely
    .selectFrom('checkouts')
    .select('session_id')
    .where('provider', '=', provider.name)
    .where('status', '=', sql.lit('open'))
    .where('session_id', 'is not', null)
    .where(sql<SqlBool>`created_at < money_now() - interval '10 minutes'`)
    .where(sql<SqlBool>`created_at > money_now() - interval '90 days'`)
    .orderBy('created_at')
    .limit(BATCH)
    .execute()
  for (const { session_id: id } of open) {
    const session = id === null ? null : await provider.readSession(id)
    if (session) await applySession(context, session)
  }
}

/** Subscriptions whose renewal is over and of which nothing was heard, and such whose change was cut in the middle. */
async function readSilentSubscriptions(context: PaymentContext): Promise<void> {
  const { db, provider } = context
  const silent = await db.kysely
    .selectFrom('subscriptions')
    .select('external_id')
    .where('provider', '=', provider.name)
    .where('status', '<>', sql.lit('ended'))
    .where('external_id', 'is not', null)
    .where(
      sql<SqlBool>`(keeps_scheduled or clears_scheduled or renews_at < money_now() - interval '2 hours')`,
    )
    .orderBy('renews_at')
    .limit(BATCH)
    .execute()
  for (const { external_id: id } of silent) if (id !== null) await syncSubscription(context, id)
}

/** Plans of a provider that this installation used before: nobody renews them. */
async function endForgotten({ db, provider }: PaymentContext): Promise<void> {
  await transact(db, async (tx) => {
    const at = await readMoneyTime(tx)
    const forgotten = await tx
      .selectFrom('subscriptions')
      .selectAll()
      .where('provider', '<>', provider.name)
      .where('external_id', 'is not', null)
      .where('status', '<>', sql.lit('ended'))
      .where(sql<SqlBool>`renews_at < money_now() - interval '1 day'`)
      .orderBy('id')
      .forUpdate()
      .execute()
    for (const row of forgotten) await endSubscription(tx, row, { at, reason: 'replaced' })
  })
}

/** For cron: repairs what never came, or was cut in the middle. */
export async function sweepPayments(context: PaymentContext): Promise<void> {
  const missed = await fetchMissedEvents(context)
  if (missed > 0) context.log.info({ missed }, 'Payment events that had not come were fetched')
  await resendWaiting(context)
  await readOpenCheckouts(context)
  await readSilentSubscriptions(context)
  await tellPromotions(context)
  await finishFreePeriods(context)
  await settleWithdrawals(context)
  await returnRejected(context)
  await returnOwed(context)
  await sendWaitingEvidence(context)
  await endForgotten(context)
}
