import type Stripe from 'stripe'
import { escapeHtml } from '#server/platform/escape-html.ts'
import type { SessionPaymentResult } from '../billing/pay-session.ts'
import { cardFields } from './card-form.ts'
import { confirmHtml } from './confirm-form.ts'
import { alertHtml, testPage } from './layout.ts'
import { type PageLanguage, pageLanguage } from './page-language.ts'
import { problemText } from './problem-text.ts'

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

/** A view with the language of its page. */
type Shown = CheckoutView & { language: PageLanguage }

function priceText(
  { t, money }: PageLanguage,
  { price, amount_subtotal: subtotal, currency }: Stripe.LineItem,
): string {
  const amount = money(subtotal, currency)
  const interval = price?.recurring?.interval
  return interval ? t('checkout.each', { amount, interval }) : amount
}

function discountHtml({ session, code, language: { t, money } }: Shown): string {
  const off = session.total_details?.amount_discount ?? 0
  if (off === 0) return ''
  const name = t('checkout.discount', { code: code === null ? 'none' : escapeHtml(code) })
  return `<tr><th scope="row">${name}</th><td>${money(-off, session.currency ?? 'usd')}</td></tr>`
}

function summaryHtml(view: Shown): string {
  const { lines, language } = view
  const { t } = language
  const total = totalOf(view)
  const rows = lines.map(
    (
      line,
    ) => `<tr><th scope="row">${escapeHtml(line.description ?? '')}${(line.quantity ?? 1) > 1 ? ` × ${line.quantity}` : ''}</th>
<td>${priceText(language, line)}</td></tr>`,
  )
  return `<section class="card" aria-label="${t('checkout.order')}">
<p class="total">${total}</p>
<table><tbody>${rows.join('\n')}${discountHtml(view)}</tbody>
<tfoot><tr><th scope="row">${t('checkout.dueToday')}</th><td>${total}</td></tr></tfoot></table>
</section>`
}

/** For companies; what is typed stands on the invoice. */
function taxIdHtml({ session, company, language: { t } }: Shown): string {
  if (session.tax_id_collection?.enabled !== true) return ''
  const open = company.taxId === '' ? '' : ' open'
  return `<details${open}><summary>${t('checkout.company')}</summary>
<p><label for="business">${t('checkout.companyName')}</label><input type="text" id="business" name="business_name" maxlength="150" autocomplete="organization" value="${escapeHtml(company.businessName)}"></p>
<p><label for="tax-id">${t('checkout.taxId')}</label><input type="text" id="tax-id" name="tax_id" maxlength="30" autocomplete="off" aria-describedby="tax-id-hint" value="${escapeHtml(company.taxId)}">
<span class="hint" id="tax-id-hint">${t('checkout.taxIdHint')}</span></p></details>`
}

/** A choice to pay by one press the next time. */
function keepHtml({ session, language: { t } }: Shown): string {
  const { saved_payment_method_options: saved } = session
  return saved?.payment_method_save === 'enabled'
    ? `<label class="choice"><input type="checkbox" name="keep" value="yes"><span>${t('checkout.keepCard')}</span></label>`
    : ''
}

const totalOf = ({ session, language: { money } }: Shown): string =>
  money(session.amount_total ?? 0, session.currency ?? 'usd')

/** Each kept card is a button that pays. */
function keptHtml(view: Shown, action: string): string {
  const amount = totalOf(view)
  const { t } = view.language
  return view.kept
    .map(
      ({ number, name }) =>
        `<form method="post" action="${action}"><input type="hidden" name="card" value="${number}"><button>${t('checkout.payWith', { amount, card: escapeHtml(name) })}</button></form>`,
    )
    .join('\n')
}

function payHtml(view: Shown): string {
  const { session, outcome, card, language } = view
  const { t } = language
  const action = `/test-checkout/${session.id}/pay/`
  if (outcome?.result === 'confirm') return confirmHtml(language, action, card)
  const amount = totalOf(view)
  const press =
    session.mode === 'subscription'
      ? t('checkout.subscribe', { amount })
      : t('checkout.pay', { amount })
  const terms = session.custom_text.submit?.message
  const small = terms ? `<p class="quiet">${escapeHtml(terms)}</p>` : ''
  if (session.mode === 'payment' && session.amount_total === 0) {
    return `<section class="card"><h2>${t('checkout.nothingToPay')}</h2>
<form method="post" action="${action}"><button>${t('checkout.complete')}</button>${small}</form></section>`
  }
  const kept = keptHtml(view, action)
  const saved =
    kept === '' ? '' : `<section class="card"><h2>${t('checkout.savedCard')}</h2>${kept}</section>`
  return `<div>${saved}<section class="card"><h2>${kept === '' ? t('checkout.payByCard') : t('checkout.payByOther')}</h2>
<form method="post" action="${action}">${cardFields(language, card)}${taxIdHtml(view)}${keepHtml(view)}
<button>${press}</button>${small}</form></section></div>`
}

/** The page of a checkout: open, to be confirmed, paid or expired. */
export function checkoutPage(asked: CheckoutView): string {
  const { session, outcome } = asked
  const language = pageLanguage(session.locale)
  const view = { ...asked, language }
  const { t } = language
  const cancel = session.cancel_url ? { url: session.cancel_url, text: t('checkout.cancel') } : null
  if (session.status === 'complete' || session.status === 'expired') {
    const paid = session.status === 'complete'
    const title = paid ? t('checkout.paid') : t('checkout.expired')
    return testPage({
      language,
      title,
      body: `<h1>${title}</h1>${paid ? summaryHtml(view) : `<p>${t('checkout.expiredAbout')}</p>`}`,
      back: paid
        ? { url: returnUrl(session), text: t('checkout.continue') }
        : cancel && { ...cancel, text: t('checkout.back') },
    })
  }
  const problem = outcome?.message ? alertHtml(problemText(language, outcome)) : ''
  return testPage({
    language,
    title: t('checkout.title'),
    body: `<h1>${t('checkout.title')}</h1>\n${problem}<div class="two">${summaryHtml(view)}\n${payHtml(view)}</div>`,
    back: cancel,
  })
}

/** Where a paid checkout leads, with its id where the address asks for it. */
export function returnUrl({ success_url: url, id }: Stripe.Checkout.Session): string {
  return (url ?? '/').replaceAll('{CHECKOUT_SESSION_ID}', id)
}
