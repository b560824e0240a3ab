import type Stripe from 'stripe'
import { escapeHtml } from '#server/platform/escape-html.ts'
import { dayText } from '../calendar.ts'
import { cardFields } from './card-form.ts'
import { alertHtml, money, testPage } from './layout.ts'

export interface PortalView {
  session: Stripe.BillingPortal.Session
  features: Stripe.BillingPortal.Configuration.Features
  card: Stripe.PaymentMethod | null
  subscriptions: { subscription: Stripe.Subscription; name: string }[]
  invoices: Stripe.Invoice[]
  message: { text: string; kind: 'bad' | 'good' } | null
}

/** A form of one button. */
function buttonForm(action: string, text: string, fields: Record<string, string> = {}): string {
  const inputs = Object.entries(fields).map(
    ([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`,
  )
  return `<form method="post" action="${action}">${inputs.join('')}<button class="second">${text}</button></form>`
}

function subscriptionHtml(
  { session, features }: PortalView,
  { subscription, name }: PortalView['subscriptions'][number],
): string {
  const [item] = subscription.items.data
  if (!item) return ''
  const { id, cancel_at: cancelAt, schedule } = subscription
  const amount = money((item.price.unit_amount ?? 0) * (item.quantity ?? 1), subscription.currency)
  const end = dayText(item.current_period_end)
  const state =
    cancelAt === null ? `Renews on ${end}` : `Ends on ${dayText(cancelAt)}; it will not be renewed`
  const isFailing = subscription.status === 'past_due'
  const action = `/test-portal/${session.id}`
  const canCancel = features.subscription_cancel.enabled && schedule === null
  const button =
    cancelAt === null
      ? buttonForm(`${action}/cancel/`, 'Cancel the plan', { subscription: id })
      : buttonForm(`${action}/resume/`, 'Keep the plan', { subscription: id })
  return `<section class="card"><h2>${escapeHtml(name)}</h2>
<p>${amount} / ${escapeHtml(item.price.recurring?.interval ?? '')}<br><span class="quiet">${state}</span></p>
${isFailing ? alertHtml('The last payment failed. Change the card, then pay the open invoice below.') : ''}
${canCancel ? button : ''}</section>`
}

function cardHtml({ session, features, card }: PortalView): string {
  if (!features.payment_method_update.enabled) return ''
  const now = card?.card
    ? `<p>Visa ending in <strong class="number">${card.card.last4}</strong></p>`
    : '<p>There is no card yet.</p>'
  return `<section class="card"><h2>Card</h2>${now}
<details><summary>Change the card</summary>
<form method="post" action="/test-portal/${session.id}/card/">${cardFields('4242424242424242')}<button>Save the card</button></form>
</details></section>`
}

const INVOICE_STATES: Record<string, string> = {
  draft: 'In preparation',
  open: 'Open',
  paid: 'Paid',
  void: 'Void',
  uncollectible: 'Given up',
}

function invoiceRow(invoice: Stripe.Invoice): string {
  const { status, hosted_invoice_url: url } = invoice
  const state = INVOICE_STATES[status ?? ''] ?? status ?? ''
  const path = url ? new URL(url).pathname : null
  const text = status === 'open' ? 'Pay' : 'Show'
  const link = path
    ? ` <a href="${path}">${text}<span class="hidden"> ${invoice.number ?? ''}</span></a>`
    : ''
  return `<tr><th scope="row">${dayText(invoice.created)}<br><span class="quiet">${invoice.number ?? ''}</span></th>
<td>${money(invoice.total, invoice.currency)}</td><td>${state}${link}</td></tr>`
}

function invoicesHtml({ features, invoices }: PortalView): string {
  if (!features.invoice_history.enabled) return ''
  const rows = invoices.map(invoiceRow).join('\n')
  return `<section class="card"><h2>Invoices</h2>${rows ? `<table><tbody>${rows}</tbody></table>` : '<p>None yet.</p>'}</section>`
}

/** A customer's own page: plan, card, invoices, as far as the configuration lets them. */
export function portalPage(view: PortalView): string {
  const { session, message, subscriptions } = view
  const plans = subscriptions.map((each) => subscriptionHtml(view, each)).join('\n')
  return testPage({
    title: 'Billing',
    body: `<h1>Billing</h1>
${message ? alertHtml(message.text, message.kind) : ''}
${plans || '<section class="card"><h2>Plan</h2><p>There is no plan at the moment.</p></section>'}
${cardHtml(view)}
${invoicesHtml(view)}`,
    back: session.return_url ? { url: session.return_url, text: 'Return to the shop' } : null,
  })
}

/** Asks once more, for nothing is lost by looking twice. */
export function confirmCancelPage(view: PortalView, subscription: string): string {
  const each = view.subscriptions.find((known) => known.subscription.id === subscription)
  const [item] = each?.subscription.items.data ?? []
  const end = item ? dayText(item.current_period_end) : ''
  const action = `/test-portal/${view.session.id}`
  return testPage({
    title: 'Cancel the plan',
    body: `<h1>Cancel the plan</h1><section class="card">
<p>${escapeHtml(each?.name ?? 'The plan')} stays as it is until ${end} and is not renewed then.</p>
<form method="post" action="${action}/cancel/"><input type="hidden" name="subscription" value="${escapeHtml(subscription)}">
<input type="hidden" name="sure" value="yes"><button>Cancel the plan on ${end}</button></form>
<a class="button second" href="${action}">Keep the plan</a></section>`,
  })
}
