import type Stripe from 'stripe'
import { escapeHtml } from '#server/platform/escape-html.ts'
import { cardFields } from './card-form.ts'
import { alertHtml, testPage } from './layout.ts'
import type { PageLanguage, PageText } from './page-language.ts'

export interface PortalView {
  language: PageLanguage
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
  { session, features, language: { t, money, day } }: PortalView,
  { subscription, name }: PortalView['subscriptions'][number],
): string {
  const [item] = subscription.items.data
  if (!item) return ''
  const { id, cancel_at: cancelAt, schedule } = subscription
  const amount = money((item.price.unit_amount ?? 0) * (item.quantity ?? 1), subscription.currency)
  const state =
    cancelAt === null
      ? t('portal.renews', { day: day(item.current_period_end) })
      : t('portal.ends', { day: day(cancelAt) })
  const interval = item.price.recurring?.interval ?? ''
  const each = t('checkout.each', { amount, interval })
  const isFailing = subscription.status === 'past_due'
  const action = `/test-portal/${session.id}`
  const canCancel = features.subscription_cancel.enabled && schedule === null
  const button =
    cancelAt === null
      ? buttonForm(`${action}/cancel/`, t('portal.cancel'), { subscription: id })
      : buttonForm(`${action}/resume/`, t('portal.keep'), { subscription: id })
  return `<section class="card"><h2>${escapeHtml(name)}</h2>
<p>${each}<br><span class="quiet">${state}</span></p>
${isFailing ? alertHtml(t('portal.failing')) : ''}
${canCancel ? button : ''}</section>`
}

function cardHtml({ session, features, card, language }: PortalView): string {
  const { t } = language
  if (!features.payment_method_update.enabled) return ''
  const now = card?.card
    ? `<p>${t('portal.cardEnding')} <strong class="number">${card.card.last4}</strong></p>`
    : `<p>${t('portal.noCard')}</p>`
  return `<section class="card"><h2>${t('portal.card')}</h2>${now}
<details><summary>${t('portal.changeCard')}</summary>
<form method="post" action="/test-portal/${session.id}/card/">${cardFields(language, '4242424242424242')}<button>${t('portal.saveCard')}</button></form>
</details></section>`
}

const INVOICE_STATES: Readonly<Record<string, PageText>> = {
  draft: 'invoiceState.draft',
  open: 'invoiceState.open',
  paid: 'invoiceState.paid',
  void: 'invoiceState.void',
  uncollectible: 'invoiceState.uncollectible',
}

function invoiceRow({ t, money, day }: PageLanguage, invoice: Stripe.Invoice): string {
  const { status, hosted_invoice_url: url } = invoice
  const known = INVOICE_STATES[status ?? '']
  const state = known === undefined ? '' : t(known)
  const path = url ? new URL(url).pathname : null
  const text = status === 'open' ? t('portal.pay') : t('portal.show')
  const link = path
    ? ` <a href="${path}">${text}<span class="hidden"> ${invoice.number ?? ''}</span></a>`
    : ''
  return `<tr><th scope="row">${day(invoice.created)}<br><span class="quiet">${invoice.number ?? ''}</span></th>
<td>${money(invoice.total, invoice.currency)}</td><td>${state}${link}</td></tr>`
}

function invoicesHtml({ features, invoices, language }: PortalView): string {
  if (!features.invoice_history.enabled) return ''
  const { t } = language
  const rows = invoices.map((invoice) => invoiceRow(language, invoice)).join('\n')
  return `<section class="card"><h2>${t('portal.invoices')}</h2>${rows ? `<table><tbody>${rows}</tbody></table>` : `<p>${t('portal.noInvoices')}</p>`}</section>`
}

/** A customer's own page: plan, card, invoices, as far as the configuration lets them. */
export function portalPage(view: PortalView): string {
  const { session, message, subscriptions, language } = view
  const { t } = language
  const plans = subscriptions.map((each) => subscriptionHtml(view, each)).join('\n')
  return testPage({
    language,
    title: t('portal.title'),
    body: `<h1>${t('portal.title')}</h1>
${message ? alertHtml(message.text, message.kind) : ''}
${plans || `<section class="card"><h2>${t('portal.plan')}</h2><p>${t('portal.noPlan')}</p></section>`}
${cardHtml(view)}
${invoicesHtml(view)}`,
    back: session.return_url ? { url: session.return_url, text: t('layout.returnToShop') } : null,
  })
}

/** Asks once more, for nothing is lost by looking twice. */
export function confirmCancelPage(view: Omit<PortalView, 'message'>, subscription: string): string {
  const each = view.subscriptions.find((known) => known.subscription.id === subscription)
  const [item] = each?.subscription.items.data ?? []
  const { language } = view
  const { t } = language
  const end = item ? language.day(item.current_period_end) : ''
  const plan = escapeHtml(each?.name ?? t('portal.plan'))
  const action = `/test-portal/${view.session.id}`
  return testPage({
    language,
    title: t('portal.cancel'),
    body: `<h1>${t('portal.cancel')}</h1><section class="card">
<p>${t('portal.cancelAbout', { plan, day: end })}</p>
<form method="post" action="${action}/cancel/"><input type="hidden" name="subscription" value="${escapeHtml(subscription)}">
<input type="hidden" name="sure" value="yes"><button>${t('portal.cancelOn', { day: end })}</button></form>
<a class="button second" href="${action}">${t('portal.keep')}</a></section>`,
  })
}
