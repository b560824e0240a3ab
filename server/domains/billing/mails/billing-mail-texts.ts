import { type Mail, type MailTexts, mailTextsIn, renderMail } from '#server/platform/mail/index.ts'
import { paths, UNSUBSCRIBE } from '#contract/paths.ts'
import english from '../messages/en.json' with { type: 'json' }
import spanish from '../messages/es.json' with { type: 'json' }
import { labelOf, type PaidPlan } from '../plans.ts'
import type { Payment } from '../payments.ts'
import type { BillingEvent, ReturnReason } from '../types.ts'

const texts = mailTextsIn({ en: english, es: spanish })

type Texts = MailTexts<keyof typeof english>

/** To whom a mail goes, and the site that its links lead to. */
export interface Letter {
  to: string
  language: string
  name: string
  /** Of the site with the prefix of the language, without a slash at the end. */
  origin: string
}

export interface PaidItem {
  /** `Pro, monthly`, or `1,000 credits`. */
  text: string
  /** `$29.00` */
  amount: string
  number: string | null
  url: string | null
}

const page = (letter: Letter, label: string) => ({
  label,
  url: letter.origin + paths.billing.link(),
})

/** What was bought: `1,000 credits`. */
export function creditsText({ language }: Letter, credits: number): string {
  const t = texts(language)
  return t('item.credits', { credits })
}

/** What was bought: a set of headshots. */
export function headshotsText({ language }: Letter): string {
  const t = texts(language)
  return t('item.headshots')
}

/** `Basic, monthly`. @param plan null where a payment does not name it */
export function planText(
  { language }: Letter,
  plan: PaidPlan | null,
  period: 'monthly' | 'yearly',
): string {
  const t = texts(language)
  return t('item.plan', { plan: plan === null ? t('item.unknownPlan') : labelOf(plan), period })
}

/** What a payment gives: a pack's credits, those of an upgrade, of a month, or of each month of a year; or a set of headshots. */
export function givesText(
  { language }: Letter,
  what: 'pack' | 'headshots' | 'upgrade' | 'monthly' | 'yearly',
  credits: number,
): string {
  const t = texts(language)
  return t(`gives.${what}`, { credits })
}

/** What stands beside the button that pays for credits or a plan: they are there at once, and there is a way back. */
export const termsText = (language: string): string => texts(language)('checkout.terms')

/** The way back from a purchase, by a link that needs no account. */
export interface WayBack {
  /** The last day. */
  day: string
  token: string
}

/** What was bought, for how much, and what it gives. @param wayBack null where there is none */
export function receiptMail(
  letter: Letter,
  item: PaidItem,
  { gives, wayBack }: { gives: string; wayBack: WayBack | null },
): Mail {
  const t = texts(letter.language)
  const { amount, number, url } = item
  return renderMail(letter, {
    to: letter.to,
    subject: t('receipt.subject', { item: item.text, amount }),
    paragraphs: [
      t('receipt.text', { item: item.text, amount }),
      gives,
      ...(number === null ? [] : [t('receipt.number', { number })]),
    ],
    button: url === null ? page(letter, t('seeBilling')) : { label: t('receipt.button'), url },
    notes: [
      t('receipt.note'),
      ...(wayBack === null
        ? []
        : [
            t('receipt.withdraw', {
              day: wayBack.day,
              url: letter.origin + paths.withdraw.link({ token: wayBack.token }),
            }),
          ]),
    ],
  })
}

/** Says that a withdrawal was received, and when. */
export function withdrawalMail(
  letter: Letter,
  item: PaidItem,
  { paidOn, at, isPlan }: { paidOn: string; at: string; isPlan: boolean },
): Mail {
  const t = texts(letter.language)
  return renderMail(letter, {
    to: letter.to,
    subject: t('withdrawal.subject', { item: item.text }),
    paragraphs: [
      t('withdrawal.text', { item: item.text, amount: item.amount, paidOn, at }),
      t(isPlan ? 'withdrawal.plan' : 'withdrawal.pack'),
      t('withdrawal.money'),
    ],
    button: page(letter, t('seeBilling')),
    notes: [t('withdrawal.note'), t('bankDelay')],
  })
}

export function refundMail(
  letter: Letter,
  item: PaidItem,
  {
    refunded,
    why,
  }: { refunded: string; why: ReturnReason | 'credits' | 'headshots' | 'withdrawal' },
): Mail {
  const t = texts(letter.language)
  return renderMail(letter, {
    to: letter.to,
    subject: t('refund.subject', { refunded }),
    paragraphs: [
      t('refund.text', { refunded, amount: item.amount, item: item.text }),
      t(`refundWhy.${why}`),
    ],
    button: page(letter, t('seeStatement')),
    notes: [t('bankDelay')],
  })
}

export function failedRefundMail(
  letter: Letter,
  item: PaidItem,
  { refund, hasCredits }: { refund: string; hasCredits: boolean },
): Mail {
  const t = texts(letter.language)
  return renderMail(letter, {
    to: letter.to,
    subject: t('refundFailed.subject', { refund }),
    paragraphs: [
      t('refundFailed.text', { refund, amount: item.amount, item: item.text }),
      t(hasCredits ? 'refundFailed.next' : 'refundFailed.headshots'),
    ],
    button: page(letter, t('seeStatement')),
    notes: [t('refundFailed.note')],
  })
}

export function rejectedMail(letter: Letter, item: PaidItem, kind: Payment['kind']): Mail {
  const t = texts(letter.language)
  return renderMail(letter, {
    to: letter.to,
    subject: t('rejected.subject'),
    paragraphs: [
      t(kind === 'headshots' ? 'rejected.headshots' : 'rejected.text', {
        amount: item.amount,
        item: item.text,
      }),
      t('rejected.next'),
    ],
    button: page(letter, t('seeBilling')),
    notes: [t('bankDelay')],
  })
}

interface Failure {
  isRenewal: boolean
  /** Day of the provider's next try; null: it has not planned one. */
  nextAttempt: string | null
}

function nextTryText(t: Texts, { isRenewal, nextAttempt }: Failure): string {
  const next = t(isRenewal ? 'failed.ends' : 'failed.payNow')
  return nextAttempt === null ? next : t('failed.retry', { day: nextAttempt, next })
}

export function failedPaymentMail(letter: Letter, item: PaidItem, failure: Failure): Mail {
  const t = texts(letter.language)
  const { amount, url } = item
  return renderMail(letter, {
    to: letter.to,
    subject: t('failed.subject', { item: item.text }),
    paragraphs: [
      t('failed.text', { amount, item: item.text }),
      t(failure.isRenewal ? 'failed.renewal' : 'failed.upgrade'),
      nextTryText(t, failure),
    ],
    button:
      url === null ? page(letter, t('failed.changeCard')) : { label: t('failed.button'), url },
    notes: [t('packs')],
  })
}

type EndReason = Extract<BillingEvent, { type: 'subscription_ended' }>['reason']

export function planEndedMail(letter: Letter, plan: string, reason: EndReason): Mail {
  const t = texts(letter.language)
  return renderMail(letter, {
    to: letter.to,
    subject: t('ended.subject', { plan }),
    paragraphs: [t('ended.text', { plan, reason: t(`endReason.${reason}`) }), t('ended.free')],
    button: { label: t('ended.button'), url: letter.origin + paths.pricing.link() },
    notes: [],
  })
}

export function cancelledMail(letter: Letter, plan: string, day: string): Mail {
  const t = texts(letter.language)
  return renderMail(letter, {
    to: letter.to,
    subject: t('cancelled.subject', { plan, day }),
    paragraphs: [t('cancelled.text', { plan, day }), t('cancelled.then')],
    button: page(letter, t('cancelled.button')),
    notes: [t('cancelled.note')],
  })
}

/** @param rest that still count as missing */
export function forgivenMail(
  letter: Letter,
  { credits, rest }: { credits: number; rest: number },
): Mail {
  const t = texts(letter.language)
  return renderMail(letter, {
    to: letter.to,
    subject: t('forgiven.subject', { credits }),
    paragraphs: [
      t('forgiven.text', { credits }),
      rest === 0 ? t('forgiven.clear') : t('forgiven.rest', { rest }),
    ],
    button: page(letter, t('seeStatement')),
    notes: [],
  })
}

/** @param next `Basic, monthly` where the plan changes on that day; null: it goes on for another year */
export function renewalMail(
  letter: Letter,
  plan: string,
  { amount, day, next }: { amount: string; day: string; next: string | null },
): Mail {
  const t = texts(letter.language)
  return renderMail(letter, {
    to: letter.to,
    subject:
      next === null
        ? t('renewal.subject', { plan, day })
        : t('planChange.subject', { plan, next, day }),
    paragraphs: [
      next === null
        ? t('renewal.text', { plan, day, amount })
        : t('planChange.text', { plan, next, day, amount }),
      t('renewal.cancel'),
    ],
    button: page(letter, t('renewal.button')),
    notes: [],
  })
}

/** @param token ends these reminders, see `unsubscribe.ts` of accounts */
export function lowCreditsMail(
  letter: Letter,
  { credits, day, token }: { credits: number; day: string; token: string },
): Mail {
  const t = texts(letter.language)
  return renderMail(letter, {
    to: letter.to,
    subject: t('lowCredits.subject', { credits }),
    paragraphs: [t('lowCredits.text', { credits, day }), t('lowCredits.more')],
    button: { label: t('lowCredits.button'), url: letter.origin + paths.pricing.link() },
    notes: [t('lowCredits.note', { url: letter.origin + paths.mailChoice.link() })],
    unsubscribe: `${new URL(letter.origin).origin}${UNSUBSCRIBE}/${token}`,
  })
}
