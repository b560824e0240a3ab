import { type Mail, renderMail } from '#server/platform/mail/index.ts'
import type { BillingEvent } from '../types.ts'

/** To whom a mail goes, and the site that its links lead to. */
export interface Letter {
  to: string
  siteName: string
  /** Of the site, without a slash at the end. */
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
  url: `${letter.origin}/user/billing`,
})

/** What was bought, for how much, and what it gives. */
export function receiptMail(letter: Letter, item: PaidItem, gives: string): Mail {
  return renderMail({
    ...letter,
    subject: `Receipt: ${item.text}, ${item.amount}`,
    paragraphs: [
      `Thank you. You paid ${item.amount} for ${item.text}.`,
      gives,
      ...(item.number === null ? [] : [`Invoice number ${item.number}.`]),
    ],
    button:
      item.url === null
        ? page(letter, 'See your billing page')
        : { label: 'See the receipt', url: item.url },
    notes: ['Every credit and every payment stands in the statement on your billing page.'],
  })
}

export function refundMail(letter: Letter, item: PaidItem, refunded: string): Mail {
  return renderMail({
    ...letter,
    subject: `${refunded} were given back to you`,
    paragraphs: [
      `Of your payment of ${item.amount} for ${item.text}, ${refunded} were given back.`,
      'Credits that were bought with it and not spent are taken back in the same share.',
    ],
    button: page(letter, 'See your statement'),
    notes: ['Banks show it after a few days.'],
  })
}

export function failedRefundMail(letter: Letter, item: PaidItem, amount: string): Mail {
  return renderMail({
    ...letter,
    subject: `${amount} could not be given back to you`,
    paragraphs: [
      `Of your payment of ${item.amount} for ${item.text}, ${amount} were to be given back, but your bank did not take them.`,
      'Credits and time of a plan that were taken back for it are yours again. We know of it and look for another way.',
    ],
    button: page(letter, 'See your statement'),
    notes: ['Often the card has expired or was replaced.'],
  })
}

export function rejectedMail(letter: Letter, item: PaidItem): Mail {
  return renderMail({
    ...letter,
    subject: 'Your payment goes back to you',
    paragraphs: [
      `We received ${item.amount} for ${item.text}, but there was nothing to give for it: you have a plan already, or this one had ended.`,
      'The whole sum is given back by itself. You need not do anything.',
    ],
    button: page(letter, 'See your billing page'),
    notes: ['Banks show it after a few days.'],
  })
}

interface Failure {
  isRenewal: boolean
  /** Day of the provider's next try; null: it has not planned one. */
  nextAttempt: string | null
}

function nextTryText({ isRenewal, nextAttempt }: Failure): string {
  const next = nextAttempt === null ? '' : `We will try again on ${nextAttempt}. `
  return isRenewal
    ? `${next}If the payment cannot be collected, your plan ends.`
    : `${next}You can also pay it now with another card.`
}

export function failedPaymentMail(letter: Letter, item: PaidItem, failure: Failure): Mail {
  const { isRenewal } = failure
  const consequence = isRenewal
    ? "Your plan stays as it is for now; this month's credits come as soon as it is paid."
    : 'Nothing has changed: the new plan begins when it is paid.'
  return renderMail({
    ...letter,
    subject: `A payment failed: ${item.text}`,
    paragraphs: [
      `Your card did not pay ${item.amount} for ${item.text}.`,
      consequence,
      nextTryText(failure),
    ],
    button:
      item.url === null
        ? page(letter, 'Pay or change the card')
        : { label: 'Pay now', url: item.url },
    notes: ['Credits of packs stay in any case.'],
  })
}

type EndReason = Extract<BillingEvent, { type: 'subscription_ended' }>['reason']

const END_REASONS: Record<EndReason, string> = {
  cancelled: 'It was cancelled, and its paid time is over.',
  payment_failed:
    'Its payment could not be collected. The open invoice will not be charged any more.',
  refunded: 'Its payment was given back in full.',
  disputed: 'Its payment was disputed, and the bank gave it back.',
}

export function planEndedMail(letter: Letter, plan: string, reason: EndReason): Mail {
  return renderMail({
    ...letter,
    subject: `Your plan ${plan} has ended`,
    paragraphs: [
      `Your plan ${plan} has ended. ${END_REASONS[reason]}`,
      'You are on the free plan now. Your images stay, and so do the credits of packs.',
    ],
    button: { label: 'See the plans', url: `${letter.origin}/pricing` },
    notes: [],
  })
}

export function cancelledMail(letter: Letter, plan: string, day: string): Mail {
  return renderMail({
    ...letter,
    subject: `Your plan ${plan} ends on ${day}`,
    paragraphs: [
      `You have cancelled your plan ${plan}. It stays as it is until ${day}; nothing more is charged.`,
      'Then you are on the free plan. Your images stay, and so do the credits of packs.',
    ],
    button: page(letter, 'Take it back'),
    notes: ['You can take the cancellation back until that day.'],
  })
}

/** @param next `Basic, monthly` where the plan changes on that day; null: it goes on for another year */
export function renewalMail(
  letter: Letter,
  plan: string,
  { amount, day, next }: { amount: string; day: string; next: string | null },
): Mail {
  return renderMail({
    ...letter,
    subject:
      next === null
        ? `Your plan ${plan} renews on ${day}`
        : `Your plan ${plan} changes to ${next} on ${day}`,
    paragraphs: [
      next === null
        ? `On ${day} your plan ${plan} renews for another year, and your card is charged ${amount}.`
        : `On ${day} your plan ${plan} changes to ${next}, as you have set it, and your card is charged ${amount}.`,
      'If you do not want that, cancel before: the plan then runs to the end of what is paid.',
    ],
    button: page(letter, 'Keep, change or cancel'),
    notes: [],
  })
}

export function lowCreditsMail(letter: Letter, balance: number, day: string): Mail {
  return renderMail({
    ...letter,
    subject: `${balance} credits are left`,
    paragraphs: [
      `You have ${balance} credits left. New ones come on ${day}.`,
      'A pack of credits never expires; a larger plan gives more every month.',
    ],
    button: { label: 'Get more credits', url: `${letter.origin}/pricing` },
    notes: [`This comes once a month at most. Switch it off: ${letter.origin}/user/billing#mails`],
  })
}
