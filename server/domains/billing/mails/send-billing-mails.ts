import type { Selectable } from 'kysely'
import { findRecipient, type PersonalSite } from '#server/domains/accounts/index.ts'
import { dayName } from '#server/domains/credits/index.ts'
import type { Database, Tx } from '#server/platform/db/index.ts'
import type { Mailer } from '#server/platform/mail/index.ts'
import { formatMoney } from '#server/texts/index.ts'
import { labelOf } from '../plans.ts'
import type { BillingEvent } from '../types.ts'
import { endOfWindow } from '../withdrawals/purchases.ts'
import { offerWithdrawal } from '../withdrawals/offer.ts'
import {
  cancelledMail,
  creditsText,
  failedPaymentMail,
  failedRefundMail,
  givesText,
  headshotsText,
  type Letter,
  type PaidItem,
  planEndedMail,
  planText,
  receiptMail,
  refundMail,
  rejectedMail,
  type WayBack,
  withdrawalMail,
} from './billing-mail-texts.ts'

export interface BillingMailDeps {
  mailer: Mailer
  /** The site of the person that a mail goes to. */
  siteOfUser(user: { brand: string | null; language: string | null }): PersonalSite
}

type Payment = Selectable<Database['payments']>

function itemOf(
  letter: Letter,
  { kind, plan, period, credits, amount, currency, number, url }: Payment,
): PaidItem {
  const text = {
    pack: () => creditsText(letter, credits),
    plan: () => planText(letter, plan, period ?? 'monthly'),
    headshots: () => headshotsText(letter),
  }[kind]()
  return { text, amount: formatMoney(amount, currency, letter.language), number, url }
}

function givesOf(letter: Letter, { kind, reason, credits, period }: Payment): string {
  if (kind !== 'plan') return givesText(letter, kind, credits)
  if (reason === 'upgrade') return givesText(letter, 'upgrade', credits)
  return givesText(letter, period === 'yearly' ? 'yearly' : 'monthly', credits)
}

/** A link by which the buyer may withdraw; null where there is no right to, and in a receipt that is written again. */
async function wayBackOf(tx: Tx, letter: Letter, payment: Payment): Promise<WayBack | null> {
  const token = await offerWithdrawal(tx, payment)
  if (token === null || payment.paid_at === null) return null
  const last = new Date(endOfWindow(payment.paid_at).getTime() - 1)
  return { day: dayName(last, letter.language), token }
}

/** Day and time in UTC, to the second. */
const timeName = (at: Date, language: string): string =>
  new Intl.DateTimeFormat(`${language}-US`, {
    dateStyle: 'medium',
    timeStyle: 'long',
    timeZone: 'UTC',
  }).format(at)

async function whyOf(tx: Tx, payment: Payment) {
  if (payment.kind === 'headshots') return payment.return_reason ?? 'headshots'
  const withdrawn = await tx
    .selectFrom('withdrawals')
    .select('id')
    .where('payment_id', '=', payment.id)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst()
  return withdrawn ? 'withdrawal' : 'credits'
}

/** Writes to people about their money, in the transaction in which it happens. */
export async function sendBillingMail(
  { mailer, siteOfUser }: BillingMailDeps,
  tx: Tx,
  event: BillingEvent,
): Promise<void> {
  const letter = await findLetter(tx, event.userId, siteOfUser)
  if (!letter) return
  if (event.type === 'subscription_ended' || event.type === 'subscription_cancelled') {
    const { plan } = await tx
      .selectFrom('subscriptions')
      .select('plan')
      .where('id', '=', event.subscriptionId)
      .executeTakeFirstOrThrow()
    const name = labelOf(plan)
    const mail =
      event.type === 'subscription_ended'
        ? planEndedMail(letter, name, event.reason)
        : cancelledMail(letter, name, dayName(event.endsAt, letter.language))
    await mailer.send(tx, mail)
    return
  }
  const payment = await tx
    .selectFrom('payments')
    .selectAll()
    .where('id', '=', event.paymentId)
    .executeTakeFirstOrThrow()
  const item = itemOf(letter, payment)
  switch (event.type) {
    case 'payment_received':
      // What cost nothing needs no receipt.
      if (payment.amount > 0) {
        const gives = givesOf(letter, payment)
        const wayBack = await wayBackOf(tx, letter, payment)
        await mailer.send(tx, receiptMail(letter, item, { gives, wayBack }))
      }
      return
    case 'withdrawal_received':
      await mailer.send(
        tx,
        withdrawalMail(letter, item, {
          paidOn: dayName(payment.paid_at ?? payment.created_at, letter.language),
          at: timeName(event.at, letter.language),
          isPlan: payment.kind === 'plan',
        }),
      )
      return
    case 'payment_refunded':
      await mailer.send(
        tx,
        refundMail(letter, item, {
          refunded: formatMoney(payment.refunded, payment.currency, letter.language),
          why: await whyOf(tx, payment),
        }),
      )
      return
    case 'refund_failed':
      await mailer.send(
        tx,
        failedRefundMail(letter, item, {
          refund: formatMoney(event.amount, payment.currency, letter.language),
          hasCredits: payment.kind !== 'headshots',
        }),
      )
      return
    case 'payment_rejected':
      await mailer.send(tx, rejectedMail(letter, item, payment.kind))
      return
    case 'payment_failed':
      await mailer.send(
        tx,
        failedPaymentMail(letter, item, {
          isRenewal: payment.reason === 'renewal',
          nextAttempt: event.nextAttemptAt && dayName(event.nextAttemptAt, letter.language),
        }),
      )
  }
}

/** Null for an account that is gone. */
export async function findLetter(
  tx: Tx,
  userId: string,
  siteOfUser: BillingMailDeps['siteOfUser'],
): Promise<Letter | null> {
  const user = await findRecipient(tx, userId)
  if (!user) return null
  const { name, origin, language } = siteOfUser(user)
  return { to: user.email, language, name, origin }
}
