import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type Stripe from 'stripe'
import { z } from 'zod'
import { escapeHtml } from '#server/platform/escape-html.ts'
import { paths } from '#contract/paths.ts'
import { ApiError } from '../wire/api-error.ts'
import { findCard, TEST_CARDS } from '../objects/cards.ts'
import { failureOf } from '../billing/attempt-payment.ts'
import { attemptInvoice, customerOf, paymentOf, subscriptionOf } from '../billing/invoices.ts'
import { isLive } from '../billing/subscription-state.ts'
import { addPaymentMethod, attachPaymentMethod } from '../objects/payment-method.ts'
import type { Core } from '../core.ts'
import type { Store } from '../store.ts'
import { cardFields } from './card-form.ts'
import { confirmHtml } from './confirm-form.ts'
import { alertHtml, testPage } from './layout.ts'
import { type PageLanguage, pageLanguage } from './page-language.ts'
import { problemText } from './problem-text.ts'
import { sendPage } from './send-page.ts'

const form = z.object({
  card: z.string().max(40).default(''),
  choice: z.string().max(40).default(''),
  confirmation: z.enum(['given', 'refused']).optional(),
})

type Ided = FastifyRequest<{ Params: { id: string } }>

interface InvoiceView {
  language: PageLanguage
  invoice: Stripe.Invoice
  path: string
  outcome: { result: string; message: string | null; code: string | null } | null
  card: string
}

/** The address holds the invoice's id and a part that nobody guesses. */
async function findInvoice(store: Store, path: string): Promise<Stripe.Invoice> {
  const id = path.split('_').slice(0, 2).join('_')
  const invoice = await store.get('invoice', id)
  if (invoice.hosted_invoice_url?.endsWith(`/test-invoice/${path}`)) return invoice
  throw new ApiError('No such invoice', { status: 404 })
}

/** An invoice, in the language that its customer prefers. */
async function readInvoice(
  store: Store,
  path: string,
): Promise<Pick<InvoiceView, 'invoice' | 'language'>> {
  const invoice = await findInvoice(store, path)
  const { preferred_locales: locales } = await customerOf(store, invoice)
  return { invoice, language: pageLanguage(locales?.[0]) }
}

/** Seller and buyer, with their tax ids. */
function partiesHtml({ t }: PageLanguage, invoice: Stripe.Invoice): string {
  const seller = [invoice.account_name ?? '', invoice.account_country ?? '']
  const ids = (invoice.customer_tax_ids ?? []).map(({ value }) =>
    t('invoice.taxId', { id: value ?? '' }),
  )
  const buyer = [invoice.customer_name ?? '', invoice.customer_email ?? '', ...ids]
  const lines = (parts: string[]) =>
    parts
      .filter((part) => part !== '')
      .map((part) => escapeHtml(part))
      .join('<br>')
  return `<p>${t('invoice.from')}<br><strong>${lines(seller)}</strong></p><p>${t('invoice.to')}<br><strong>${lines(buyer)}</strong></p>`
}

function invoicePage({ language, invoice, path, outcome, card }: InvoiceView): string {
  const { t, money, day } = language
  const lines = invoice.lines.data.map(
    (line) =>
      `<tr><th scope="row">${escapeHtml(line.description ?? '')}</th><td>${money(line.amount, line.currency)}</td></tr>`,
  )
  const off = (invoice.total_discount_amounts ?? []).reduce((sum, { amount }) => sum + amount, 0)
  const discount =
    off === 0
      ? ''
      : `<tr><th scope="row">${t('invoice.discount')}</th><td>${money(-off, invoice.currency)}</td></tr>`
  const used = invoice.amount_due - invoice.total
  const credit =
    used < 0
      ? `<tr><th scope="row">${t('invoice.credit')}</th><td>${money(used, invoice.currency)}</td></tr>`
      : ''
  const action = `/test-invoice/${path}/pay/`
  const payHtml =
    outcome?.result === 'confirm'
      ? confirmHtml(language, action, card)
      : `<section class="card"><h2>${t('invoice.payByCard')}</h2><form method="post" action="${action}">${cardFields(language, card)}<button>${t('invoice.pay', { amount: money(invoice.amount_due, invoice.currency) })}</button></form>${invoice.parent ? `<p class="quiet">${t('invoice.nextPayments')}</p>` : ''}</section>`
  const states: Record<string, string> = {
    paid: alertHtml(t('invoice.paid'), 'good'),
    void: alertHtml(t('invoice.void')),
  }
  const title = t('invoice.title', { number: invoice.number ?? '' })
  return testPage({
    language,
    title,
    body: `<h1>${escapeHtml(title)}</h1>
${outcome?.message ? alertHtml(problemText(language, outcome)) : ''}
${states[invoice.status ?? ''] ?? ''}
<div class="two"><section class="card" aria-label="${t('invoice.lines')}"><p class="quiet">${day(invoice.created)}</p>${partiesHtml(language, invoice)}<table><tbody>${lines.join('\n')}${discount}${credit}</tbody>
<tfoot><tr><th scope="row">${t('invoice.total')}</th><td>${money(invoice.amount_due, invoice.currency)}</td></tr></tfoot></table></section>
${invoice.status === 'open' ? payHtml : ''}</div>`,
    back: { url: paths.billing.link(), text: t('layout.returnToShop') },
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
  return { result, ...(waiting ? failureOf(waiting.intent) : { message: null, code: null }) }
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
    const invoice = await core.read((store) => readInvoice(store, path))
    return show(reply, { ...invoice, path, outcome: null, card: USUAL_CARD })
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
        const found = await readInvoice(store, path)
        return { ...found, outcome: await pay(store, found.invoice, { card, confirmation }) }
      })
      return show(reply, { ...view, path, card })
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 402) throw error
      const found = await core.read((store) => readInvoice(store, path))
      const { message, code } = error
      return show(reply, { ...found, path, outcome: { result: 'declined', message, code }, card })
    }
  })
}
