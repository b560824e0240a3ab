import type Stripe from 'stripe'
import { z } from 'zod'
import { declinedError } from '../billing/attempt-payment.ts'
import {
  attemptInvoice,
  finalizeInvoice,
  paymentOf,
  subscriptionOf,
  usualCard,
  voidInvoice,
} from '../billing/invoices.ts'
import { dropPendingUpdate } from '../billing/pending-update.ts'
import { idOf } from '../object-types.ts'
import type { Store } from '../store.ts'
import { flag, ignored, mergeMetadata, metadata, paging, range, text } from '../wire/params.ts'
import { ApiError } from '../wire/api-error.ts'
import { listRoute, pageOptions } from './lists.ts'
import { listOf } from '../wire/list.ts'
import { previewRoute } from './previews.ts'
import { type ApiRoute, route } from './route.ts'

const PATH = '/v1/invoices'

/** How an invoice may be paid. */
export const payParams = z.strictObject({
  payment_method: text.optional(),
  off_session: flag.optional(),
})

/** @throws {ApiError} 402 when the card does not give it; the attempt is counted */
async function pay(
  store: Store,
  params: z.output<typeof payParams>,
  id: string,
): Promise<Stripe.Invoice> {
  const invoice = await store.get('invoice', id)
  if (invoice.status === 'paid') {
    throw new ApiError('Invoice is already paid', { code: 'invoice_already_paid' })
  }
  if (invoice.status === 'draft') await finalizeInvoice(store, invoice)
  if (invoice.status !== 'open') {
    throw new ApiError(`This invoice is ${invoice.status} and cannot be paid.`, {
      code: 'invoice_not_editable',
    })
  }
  const method =
    params.payment_method === undefined
      ? await usualCard(store, invoice)
      : await store.get('payment_method', params.payment_method, 'payment_method')
  if (!method) {
    throw new ApiError('There is no `default_payment_method` set on this Customer or Invoice.', {
      code: 'missing',
    })
  }
  const result = await attemptInvoice(store, invoice, { method, present: false })
  if (result === 'succeeded') return invoice
  const waiting = await paymentOf(store, invoice)
  if (result === 'confirm') {
    throw new ApiError(
      'This payment requires additional user action before it can be completed successfully.',
      {
        status: 402,
        type: 'card_error',
        code: 'invoice_payment_intent_requires_action',
        keepsChanges: true,
      },
    )
  }
  throw waiting
    ? declinedError(waiting.intent)
    : new ApiError('Your card was declined.', { status: 402 })
}

/** A void invoice is owed no longer: the change that waits for it is off, and who was late is not. */
async function giveUp(store: Store, id: string): Promise<Stripe.Invoice> {
  const invoice = await store.get('invoice', id)
  await voidInvoice(store, invoice)
  const subscription = await subscriptionOf(store, invoice)
  if (store.hidden(subscription).pendingInvoice === id) await dropPendingUpdate(store, subscription)
  const isLatest = idOf(subscription.latest_invoice) === id
  if (isLatest && subscription.status === 'past_due') subscription.status = 'active'
  store.update('customer.subscription.updated', subscription)
  return invoice
}

const listParams = z.strictObject({
  ...paging,
  created: range.optional(),
  customer: text.optional(),
  subscription: text.optional(),
  status: z.enum(['draft', 'open', 'paid', 'uncollectible', 'void']).optional(),
  collection_method: ignored,
})

async function list(
  store: Store,
  params: z.output<typeof listParams>,
): Promise<Stripe.ApiList<Stripe.Invoice>> {
  const { customer, subscription, status, created } = params
  const page = await store.list('invoice', {
    ...pageOptions(params),
    created,
    where: {
      ...(customer !== undefined && { customer }),
      ...(status !== undefined && { status }),
      ...(subscription !== undefined && { parent: { subscription_details: { subscription } } }),
    },
  })
  return { object: 'list', data: page.data, has_more: page.hasMore, url: PATH }
}

export const invoiceRoutes: ApiRoute[] = [
  previewRoute,
  route('GET', PATH, listParams, list),
  route('GET', `${PATH}/:id`, z.strictObject({}), (store, _params, id) => store.get('invoice', id)),
  route(
    'POST',
    `${PATH}/:id`,
    z.strictObject({ metadata: metadata.optional(), auto_advance: flag.optional() }),
    async (store, params, id) => {
      const invoice = await store.get('invoice', id)
      invoice.metadata = mergeMetadata(invoice.metadata, params.metadata)
      store.update('invoice.updated', invoice)
      return invoice
    },
  ),
  route('GET', `${PATH}/:id/lines`, z.strictObject(paging), async (store, _params, id) => {
    const invoice = await store.get('invoice', id)
    return listOf(invoice.lines.data, `${PATH}/${id}/lines`)
  }),
  route('POST', `${PATH}/:id/pay`, payParams, pay),
  route(
    'POST',
    `${PATH}/:id/finalize`,
    z.strictObject({ auto_advance: flag.optional() }),
    async (store, _params, id) => {
      const invoice = await store.get('invoice', id)
      await finalizeInvoice(store, invoice)
      return invoice
    },
  ),
  route('POST', `${PATH}/:id/void`, z.strictObject({}), (store, _params, id) => giveUp(store, id)),
  listRoute({
    kind: 'invoice_payment',
    path: '/v1/invoice_payments',
    filters: {
      invoice: text.optional(),
      status: z.enum(['canceled', 'open', 'paid']).optional(),
      payment: z.strictObject({ type: text, payment_intent: text.optional() }).optional(),
    },
  }),
  route('GET', '/v1/invoice_payments/:id', z.strictObject({}), (store, _params, id) =>
    store.get('invoice_payment', id),
  ),
]
