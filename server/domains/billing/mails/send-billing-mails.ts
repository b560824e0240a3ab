import type { Selectable } from 'kysely'
import { findRecipient, type PersonalSite } from '#server/domains/accounts/index.ts'
import { dayName } from '#server/domains/credits/index.ts'
import type { Database, Tx } from '#server/platform/db/index.ts'
import type { Mailer } from '#server/platform/mail/index.ts'
import { formatMoney } from '../format-money.ts'
import { labelOf } from '../plans.ts'
import type { BillingEvent } from '../types.ts'
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
      if (payment.amount > 0)
        await mailer.send(tx, receiptMail(letter, item, givesOf(letter, payment)))
      return
    case 'payment_refunded':
      await mailer.send(
        tx,
        refundMail(letter, item, {
          refunded: formatMoney(payment.refunded, payment.currency, letter.language),
          why: payment.kind === 'headshots' ? (payment.return_reason ?? 'headshots') : 'credits',
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
  return { to: user.email, language, siteName: name, origin }
}
