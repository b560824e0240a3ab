import { sql } from 'kysely'
import { statement, transact } from '#server/platform/db/index.ts'
import { AppError } from '#server/platform/errors.ts'
import { applyMoney } from './apply-money.ts'
import { applySession } from './apply-session.ts'
import { type BillingContext, type PaymentContext, withProvider } from './context.ts'
import { noteDocument } from './pack-document.ts'
import type { EventTarget, ProviderEvent } from './payment-provider.ts'
import { syncSubscription } from './sync-subscription.ts'
import type { EventJob } from './types.ts'

/** Queue lane of events that are stored and wait for their work. */
export const PAYMENT_EVENTS_LANE = 'payment-events'

/** The object that a stored event is about. */
function storedTarget(target: EventTarget | null): string | null {
  return target && `${target.kind}:${target.id}`
}

function readTarget(text: string): EventTarget {
  const [kind, ...id] = text.split(':')
  return { kind: kind as EventTarget['kind'], id: id.join(':') }
}

/** Runs for every event, so its text is fixed. One that is known is not stored again. */
const STORE = statement<{ event_id: string }>(`
  insert into provider_events (
    provider, event_id, type, object_id, api_version, created_at, done_at, outcome
  )
  select $1, $2, $3, $4, $5, $6, case when $4::text is null then now() end,
    case when $4::text is null then 'ignored' end
  on conflict (provider, event_id) do nothing
  returning event_id`)

/**
 * Stores an event and leaves its work to a job, in one transaction. One that is known changes nothing.
 * @returns whether it was new
 */
export async function storeEvent(
  { db, queue, provider: { name: provider } }: PaymentContext,
  { id: eventId, type, target, apiVersion, createdAt }: ProviderEvent,
): Promise<boolean> {
  const values = [provider, eventId, type, storedTarget(target), apiVersion, createdAt]
  // Most of what a provider tells leads to nothing: one statement, which is a transaction of its own.
  if (!target) return (await STORE.run(db.kysely, values)).length > 0
  return transact(db, async (tx) => {
    if ((await STORE.run(tx, values)).length === 0) return false
    await queue.send(tx, PAYMENT_EVENTS_LANE, { provider, eventId })
    return true
  })
}

/**
 * What `/api/webhooks/stripe/` does: verifies, stores, and is done.
 * @throws {AppError} `invalid` for a signature that does not fit, `provider_not_configured`
 */
export async function receiveEvent(
  context: BillingContext,
  { body, signature }: { body: Buffer; signature: string | undefined },
): Promise<void> {
  const payments = withProvider(context)
  await storeEvent(payments, payments.provider.readEvent(body, signature))
}

/** Reads the object again and applies it. @returns whether it is one of ours */
async function applyTarget(context: PaymentContext, { kind, id }: EventTarget): Promise<boolean> {
  if (kind === 'subscription') return syncSubscription(context, id)
  if (kind === 'payment') return applyMoney(context, id)
  if (kind === 'session') {
    const session = await context.provider.readSession(id)
    if (session) await applySession(context, session)
    return session !== null
  }
  const invoice = await context.provider.readInvoice(id)
  if (!invoice) return false
  if (invoice.subscription !== null) return syncSubscription(context, invoice.subscription)
  // Stripe makes the invoice of a pack a moment after its payment.
  return invoice.url === null
    ? false
    : noteDocument(context.db.kysely, context.provider, invoice.paymentIntent, {
        url: invoice.url,
        number: invoice.number,
      })
}

async function noteDone(
  { db }: PaymentContext,
  { provider, eventId }: EventJob,
  outcome: string,
): Promise<void> {
  await db.kysely
    .updateTable('provider_events')
    .set({ done_at: sql<Date>`now()`, outcome })
    .where('provider', '=', provider)
    .where('event_id', '=', eventId)
    .execute()
}

/**
 * Works on a stored event. What the provider refuses for good is noted and not tried again; what may work later is
 * thrown, so that the queue brings it back.
 */
export async function workOnEvent(context: PaymentContext, job: EventJob): Promise<void> {
  const { db, provider, log } = context
  if (job.provider !== provider.name) return
  const event = await db.kysely
    .updateTable('provider_events')
    .set({ attempts: sql<number>`attempts + 1` })
    .where('provider', '=', job.provider)
    .where('event_id', '=', job.eventId)
    .where('done_at', 'is', null)
    .returning(['object_id', 'type'])
    .executeTakeFirst()
  if (!event || event.object_id === null) return
  try {
    const isOurs = await applyTarget(context, readTarget(event.object_id))
    await noteDone(context, job, isOurs ? 'applied' : 'not ours')
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'provider_error') throw error
    log.error({ err: error, event: job.eventId, type: event.type }, 'A payment event was refused')
    await noteDone(context, job, `refused: ${error.message}`.slice(0, 500))
  }
}
