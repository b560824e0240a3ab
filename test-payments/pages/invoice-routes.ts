import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type Stripe from 'stripe'
import { z } from 'zod'
import { escapeHtml } from '#server/platform/escape-html.ts'
import { paths } from '#contract/paths.ts'
import { ApiError } from '../wire/api-error.ts'
import { findCard, TEST_CARDS } from '../objects/cards.ts'
import { attemptInvoice, customerOf, paymentOf, subscriptionOf } from '../billing/invoices.ts'
import { isLive } from '../billing/subscription-state.ts'
import { addPaymentMethod, attachPaymentMethod } from '../objects/payment-method.ts'
import { dayText } from '../calendar.ts'
import type { Core } from '../core.ts'
import type { Store } from '../store.ts'
import { cardFields } from './card-form.ts'
import { confirmHtml } from './confirm-form.ts'
import { alertHtml, money, testPage } from './layout.ts'
import { sendPage } from './send-page.ts'

const form = z.object({
  card: z.string().max(40).default(''),
  choice: z.string().max(40).default(''),
  confirmation: z.enum(['given', 'refused']).optional(),
})

type Ided = FastifyRequest<{ Params: { id: string } }>

interface InvoiceView {
  invoice: Stripe.Invoice
  path: string
  outcome: { result: string; message: string | null } | null
  card: string
}

/** The address holds the invoice's id and a part that nobody guesses. */
async function findInvoice(store: Store, path: string): Promise<Stripe.Invoice> {
  const id = path.split('_').slice(0, 2).join('_')
  const invoice = await store.get('invoice', id)
  if (invoice.hosted_invoice_url?.endsWith(`/test-invoice/${path}`)) return invoice
  throw new ApiError('No such invoice', { status: 404 })
}

/** Seller and buyer, with their tax ids. */
function partiesHtml(invoice: Stripe.Invoice): string {
  const seller = [invoice.account_name ?? '', invoice.account_country ?? '']
  const ids = (invoice.customer_tax_ids ?? []).map(({ value }) => `Tax ID ${value ?? ''}`)
  const buyer = [invoice.customer_name ?? '', invoice.customer_email ?? '', ...ids]
  const lines = (parts: string[]) =>
    parts
      .filter((part) => part !== '')
      .map((part) => escapeHtml(part))
      .join('<br>')
  return `<p>From<br><strong>${lines(seller)}</strong></p><p>To<br><strong>${lines(buyer)}</strong></p>`
}

function invoicePage({ invoice, path, outcome, card }: InvoiceView): string {
  const lines = invoice.lines.data.map(
    (line) =>
      `<tr><th scope="row">${escapeHtml(line.description ?? '')}</th><td>${money(line.amount, line.currency)}</td></tr>`,
  )
  const off = (invoice.total_discount_amounts ?? []).reduce((sum, { amount }) => sum + amount, 0)
  const discount =
    off === 0
      ? ''
      : `<tr><th scope="row">Discount</th><td>${money(-off, invoice.currency)}</td></tr>`
  const used = invoice.amount_due - invoice.total
  const credit =
    used < 0 ? `<tr><th scope="row">Credit</th><td>${money(used, invoice.currency)}</td></tr>` : ''
  const action = `/test-invoice/${path}/pay/`
  const payHtml =
    outcome?.result === 'confirm'
      ? confirmHtml(action, card)
      : `<section class="card"><h2>Pay by card</h2><form method="post" action="${action}">${cardFields(card)}<button>Pay ${money(invoice.amount_due, invoice.currency)}</button></form>${invoice.parent ? '<p class="quiet">The next payments of the plan are made with this card, too.</p>' : ''}</section>`
  const states: Record<string, string> = {
    paid: alertHtml('This invoice is paid.', 'good'),
    void: alertHtml('This invoice is void: nothing has to be paid.'),
  }
  return testPage({
    title: `Invoice ${invoice.number ?? ''}`,
    body: `<h1>Invoice ${escapeHtml(invoice.number ?? '')}</h1>
${outcome?.message ? alertHtml(outcome.message) : ''}
${states[invoice.status ?? ''] ?? ''}
<div class="two"><section class="card" aria-label="Lines"><p class="quiet">${dayText(invoice.created)}</p>${partiesHtml(invoice)}<table><tbody>${lines.join('\n')}${discount}${credit}</tbody>
<tfoot><tr><th scope="row">Total</th><td>${money(invoice.amount_due, invoice.currency)}</td></tr></tfoot></table></section>
${invoice.status === 'open' ? payHtml : ''}</div>`,
    back: { url: paths.billing.link(), text: 'Return to the shop' },
  })
}

async function pay(
  store: Store,
  invoice: Stripe.Invoice,
  { card, confirmation }: { card: string; confirmation: 'given' | 'refused' | undefined },
): Promise<InvoiceView['outcome']> {
  if (invoice.status !== 'open') return null
  const method = addPaymentMethod(store, findCard(card))
  attachPaymentMethod(store, method, await customerOf(store, invoice))
  const result = await attemptInvoice(store, invoice, {
    method,
    present: true,
    ...(confirmation && { confirmation }),
  })
  if (result === 'succeeded' && invoice.parent) await keepCard(store, invoice, method)
  const waiting = await paymentOf(store, invoice)
  return { result, message: waiting?.intent.last_payment_error?.message ?? null }
}

/** The card that has paid a subscription's invoice here pays the next ones, too. */
async function keepCard(
  store: Store,
  invoice: Stripe.Invoice,
  method: Stripe.PaymentMethod,
): Promise<void> {
  const subscription = await subscriptionOf(store, invoice)
  if (!isLive(subscription)) return
  subscription.default_payment_method = method.id
  store.update('customer.subscription.updated', subscription)
}

function show(reply: FastifyReply, view: InvoiceView): FastifyReply {
  return sendPage(reply, invoicePage(view))
}

const USUAL_CARD = TEST_CARDS[0]?.number ?? ''

/** `/test-invoice/...`: an invoice, and the way to pay it while the card's owner is there. */
export function invoicePages(app: FastifyInstance, core: Core): void {
  app.get('/test-invoice/:id', async (request: Ided, reply) => {
    const path = request.params.id
    const invoice = await core.read((store) => findInvoice(store, path))
    return show(reply, { invoice, path, outcome: null, card: USUAL_CARD })
  })
  const config = { ignoresCallers: true }
  app.post('/test-invoice/:id/pay/', { config }, async (request: Ided, reply) => {
    const path = request.params.id
    const result = form.safeParse(request.body ?? {})
    if (!result.success) throw new ApiError('This form is not complete.')
    const card = result.data.card.trim() || result.data.choice || USUAL_CARD
    const { confirmation } = result.data
    try {
      const view = await core.write(async (store) => {
        const invoice = await findInvoice(store, path)
        const outcome = await pay(store, invoice, { card, confirmation })
        return { invoice, outcome }
      })
      return show(reply, { ...view, path, card })
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 402) throw error
      const invoice = await core.read((store) => findInvoice(store, path))
      return show(reply, {
        invoice,
        path,
        outcome: { result: 'declined', message: error.message },
        card,
      })
    }
  })
}
