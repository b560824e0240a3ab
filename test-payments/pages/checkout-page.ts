import type Stripe from 'stripe'
import { escapeHtml } from '#server/platform/escape-html.ts'
import type { SessionPaymentResult } from '../billing/pay-session.ts'
import { cardFields } from './card-form.ts'
import { confirmHtml } from './confirm-form.ts'
import { alertHtml, money, testPage } from './layout.ts'

export interface CheckoutView {
  session: Stripe.Checkout.Session
  lines: Stripe.LineItem[]
  /** Code that was typed to get a discount; null: there is none, or it has no code. */
  code: string | null
  /** What came of the attempt before. */
  outcome: SessionPaymentResult | null
  /** The number that was tried. */
  card: string
  /** Details that were typed for a company. */
  company: { taxId: string; businessName: string }
  /** Cards that the customer kept, newest first. */
  kept: readonly { number: string; name: string }[]
}

function cadence({ price }: Stripe.LineItem): string {
  return price?.recurring ? ` / ${price.recurring.interval}` : ''
}

function discountHtml({ session, code }: CheckoutView): string {
  const off = session.total_details?.amount_discount ?? 0
  if (off === 0) return ''
  const name = code === null ? 'Discount' : `Discount (${escapeHtml(code)})`
  return `<tr><th scope="row">${name}</th><td>-${money(off, session.currency ?? 'usd')}</td></tr>`
}

function summaryHtml(view: CheckoutView): string {
  const { session, lines } = view
  const currency = session.currency ?? 'usd'
  const total = money(session.amount_total ?? 0, currency)
  const rows = lines.map(
    (
      line,
    ) => `<tr><th scope="row">${escapeHtml(line.description ?? '')}${(line.quantity ?? 1) > 1 ? ` × ${line.quantity}` : ''}</th>
<td>${money(line.amount_subtotal, currency)}${cadence(line)}</td></tr>`,
  )
  return `<section class="card" aria-label="Order">
<p class="total">${total}</p>
<table><tbody>${rows.join('\n')}${discountHtml(view)}</tbody>
<tfoot><tr><th scope="row">Due today</th><td>${total}</td></tr></tfoot></table>
</section>`
}

/** For companies; what is typed stands on the invoice. */
function taxIdHtml({ session, company }: CheckoutView): string {
  if (session.tax_id_collection?.enabled !== true) return ''
  const open = company.taxId === '' ? '' : ' open'
  return `<details${open}><summary>I’m buying for a company</summary>
<p><label for="business">Company name</label><input type="text" id="business" name="business_name" maxlength="150" autocomplete="organization" value="${escapeHtml(company.businessName)}"></p>
<p><label for="tax-id">Tax ID</label><input type="text" id="tax-id" name="tax_id" maxlength="30" autocomplete="off" aria-describedby="tax-id-hint" value="${escapeHtml(company.taxId)}">
<span class="hint" id="tax-id-hint">Such as ES12345678Z. It is printed on the invoice.</span></p></details>`
}

/** A choice to pay by one press the next time. */
function keepHtml({ saved_payment_method_options: saved }: Stripe.Checkout.Session): string {
  return saved?.payment_method_save === 'enabled'
    ? '<label class="choice"><input type="checkbox" name="keep" value="yes"><span>Save this card for my next purchase</span></label>'
    : ''
}

/** Each kept card is a button that pays. */
function keptHtml({ session, kept }: CheckoutView, action: string, verb: string): string {
  const total = money(session.amount_total ?? 0, session.currency ?? 'usd')
  return kept
    .map(
      ({ number, name }) =>
        `<form method="post" action="${action}"><input type="hidden" name="card" value="${number}"><button>${verb} ${total} with ${escapeHtml(name)}</button></form>`,
    )
    .join('\n')
}

function payHtml(view: CheckoutView): string {
  const { session, outcome, card } = view
  const action = `/test-checkout/${session.id}/pay/`
  if (outcome?.result === 'confirm') return confirmHtml(action, card)
  const verb = session.mode === 'subscription' ? 'Subscribe and pay' : 'Pay'
  const terms = session.custom_text.submit?.message
  const small = terms ? `<p class="quiet">${escapeHtml(terms)}</p>` : ''
  if (session.mode === 'payment' && session.amount_total === 0) {
    return `<section class="card"><h2>Nothing to pay</h2>
<form method="post" action="${action}"><button>Complete the order</button>${small}</form></section>`
  }
  const kept = keptHtml(view, action, verb)
  const saved = kept === '' ? '' : `<section class="card"><h2>Your saved card</h2>${kept}</section>`
  return `<div>${saved}<section class="card"><h2>${kept === '' ? 'Pay by card' : 'Pay with another card'}</h2>
<form method="post" action="${action}">${cardFields(card)}${taxIdHtml(view)}${keepHtml(session)}
<button>${verb} ${money(session.amount_total ?? 0, session.currency ?? 'usd')}</button>${small}</form></section></div>`
}

/** The page of a checkout: open, to be confirmed, paid or expired. */
export function checkoutPage(view: CheckoutView): string {
  const { session, outcome } = view
  const cancel = session.cancel_url ? { url: session.cancel_url, text: 'Cancel and go back' } : null
  if (session.status === 'complete' || session.status === 'expired') {
    const paid = session.status === 'complete'
    const title = paid ? 'This order is paid' : 'This checkout has expired'
    return testPage({
      title,
      body: `<h1>${title}</h1>${paid ? summaryHtml(view) : '<p>Nothing was charged. Go back to start again.</p>'}`,
      back: paid
        ? { url: returnUrl(session), text: 'Continue' }
        : cancel && { ...cancel, text: 'Go back' },
    })
  }
  const problem = outcome?.message ? alertHtml(outcome.message) : ''
  return testPage({
    title: 'Checkout',
    body: `<h1>Checkout</h1>\n${problem}<div class="two">${summaryHtml(view)}\n${payHtml(view)}</div>`,
    back: cancel,
  })
}

/** Where a paid checkout leads, with its id where the address asks for it. */
export function returnUrl({ success_url: url, id }: Stripe.Checkout.Session): string {
  return (url ?? '/').replaceAll('{CHECKOUT_SESSION_ID}', id)
}
