import { readMoneyTime } from '#server/platform/db/index.ts'
import type { PaymentContext } from './context.ts'
import { findCustomer } from './customers.ts'
import type { PaymentProvider } from './payment-provider.ts'
import type { Payment } from './payments.ts'
import type { PaymentDifference, ProviderComparison } from './types.ts'

const DAY_MS = 86_400_000
/** So far back the provider keeps what has happened. */
const EVENT_DAYS = 30
/** What the provider tells when money has come. */
const PAID_EVENTS = new Set([
  'invoice.paid',
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
])

/**
 * Our payments, all or those of the last days, against what the provider says of each now, and what it says was paid against ours.
 * Reads only.
 * @throws {AppError} `unavailable`, `provider_error`
 */
export async function compareWithProvider(
  context: PaymentContext,
  days: number | null,
): Promise<ProviderComparison> {
  const { db, provider } = context
  const now = (await readMoneyTime(db.kysely)).getTime()
  const since = days === null ? null : new Date(now - days * DAY_MS)
  const payments = await db.kysely
    .selectFrom('payments')
    .selectAll()
    .where('provider', '=', provider.name)
    .where('status', 'in', ['paid', 'rejected'])
    .orderBy('created_at')
    .execute()
  const asked = payments.filter(
    ({ paid_at: paidAt, created_at: createdAt }) =>
      since === null || (paidAt ?? createdAt) >= since,
  )
  const differences: PaymentDifference[] = []
  for (const payment of asked) differences.push(...(await comparePayment(provider, payment)))
  const searchedFrom = new Date(now - Math.min(days ?? EVENT_DAYS, EVENT_DAYS) * DAY_MS)
  // All that it tells of: how far back it keeps what happened is its own matter.
  differences.push(...(await findUnknown(context, since ?? new Date(0))))
  return {
    differences,
    compared: asked.length,
    leftOut: payments.length - asked.length,
    searchedFrom,
  }
}

/** Amount, and what was given back of it. */
async function comparePayment(
  provider: PaymentProvider,
  payment: Payment,
): Promise<PaymentDifference[]> {
  const { external_id: id, kind, user_id: userId } = payment
  const remote = kind !== 'plan' ? await readPack(provider, id) : await readPlan(provider, id)
  const differ = (check: string, expected: string, actual: string): PaymentDifference[] =>
    expected === actual ? [] : [{ check, payment: id, userId, expected, actual }]
  if (!remote?.paid) return differ('a payment stands at the provider', 'paid', 'not paid')
  const money = remote.paymentIntent ? await provider.readMoney(remote.paymentIntent) : null
  const lost = money?.dispute?.status === 'lost' ? money.dispute.amount : 0
  return [
    ...differ('a payment has the amount of the provider', `${remote.amount}`, `${payment.amount}`),
    ...differ(
      'what the provider gave back',
      `${money ? money.given - money.failed : 0}`,
      `${payment.refunded}`,
    ),
    ...differ('what a lost dispute took', `${lost}`, `${payment.disputed}`),
  ]
}

interface RemotePayment {
  paid: boolean
  amount: number
  paymentIntent: string | null
}

async function readPlan(provider: PaymentProvider, id: string): Promise<RemotePayment | null> {
  const invoice = await provider.readInvoice(id)
  return invoice && { ...invoice, paid: invoice.status === 'paid' }
}

async function readPack(provider: PaymentProvider, id: string): Promise<RemotePayment | null> {
  return await provider.readSession(id)
}

/**
 * Whose money it is that a row must stand for; null: nobody's. A session that sold a plan is paid by its invoice; the
 * invoice of a pack is paid by its session.
 */
async function payerOf(
  provider: PaymentProvider,
  kind: 'session' | 'invoice',
  id: string,
): Promise<string | null> {
  if (kind === 'session') {
    const session = await provider.readSession(id)
    return session?.quantity == null && session?.headshots == null ? null : session.customer
  }
  const invoice = await provider.readInvoice(id)
  return invoice?.subscription == null ? null : invoice.customer
}

/** Money that came and that we have no row of, by what the provider told of these days. */
async function findUnknown(context: PaymentContext, since: Date): Promise<PaymentDifference[]> {
  const { db, provider } = context
  const told = new Map<string, 'session' | 'invoice'>()
  for await (const { type, target } of provider.listEvents(since)) {
    if (!PAID_EVENTS.has(type)) continue
    if (target?.kind === 'session' || target?.kind === 'invoice') told.set(target.id, target.kind)
  }
  if (told.size === 0) return []
  const known = await db.kysely
    .selectFrom('payments')
    .select('external_id')
    .where('provider', '=', provider.name)
    .where('external_id', 'in', [...told.keys()])
    .where('status', 'in', ['paid', 'rejected'])
    .execute()
  for (const { external_id: id } of known) told.delete(id)
  const differences: PaymentDifference[] = []
  for (const [id, kind] of told) {
    const payer = await payerOf(provider, kind, id)
    // The operator may sell other things at the same provider.
    if (payer === null || !(await findCustomer(db.kysely, provider.name, payer))) continue
    differences.push({
      check: 'what the provider was paid is known here',
      payment: id,
      userId: null,
      expected: 'a payment',
      actual: 'none',
    })
  }
  return differences
}
