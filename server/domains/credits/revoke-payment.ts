import type { Account } from './account.ts'
import { AppError } from '#server/platform/errors.ts'
import { t } from '#server/texts/index.ts'
import { findEntry, postRevocation } from './post-entry.ts'
import {
  awaitingReleaseOf,
  outstandingOf,
  type PaymentBooks,
  readPaymentBooks,
  unrecoveredOf,
} from './revocations.ts'
import { inSpendingOrder, type LotPart, takeCredits, totalOf } from './spending-order.ts'
import type { RevokeInput, RevokeResult } from './types.ts'

async function readBooks(account: Account, payment: string): Promise<PaymentBooks> {
  const [books] = await readPaymentBooks(account.tx, account.userId, payment)
  if (!books)
    throw new AppError('not_found', `No credits were granted for payment ${payment}`, {
      userMessage: null,
    })
  return books
}

/** Whole credits for the share of the money that was given back, rounded down. */
export function creditsFor(granted: number, refunded: number, paid: number): number {
  const share = granted * Math.min(refunded, paid)
  return (share - (share % paid)) / paid
}

function assertMoney({ refunded, paid }: RevokeInput): void {
  if (!Number.isSafeInteger(refunded) || refunded < 0 || !Number.isSafeInteger(paid) || paid <= 0) {
    throw new AppError('internal', `Not amounts of money: ${refunded} of ${paid}`, {
      userMessage: null,
    })
  }
}

/** Refunds may be reported in any order, so the sum that was given back only grows. */
async function noteRefund(
  account: Account,
  input: Pick<RevokeInput, 'payment' | 'refunded' | 'paid'>,
): Promise<void> {
  await account.tx
    .insertInto('credit_revocations')
    .values({
      user_id: account.userId,
      payment: input.payment,
      target: 0,
      refunded: Math.min(input.refunded, input.paid),
      paid: input.paid,
    })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'payment']).doUpdateSet((eb) => ({
        refunded: eb.fn('greatest', ['credit_revocations.refunded', 'excluded.refunded']),
        paid: eb.ref('excluded.paid'),
      })),
    )
    .execute()
}

/** What is to be taken in all, by what was granted and given back so far; only `restorePayment` lowers it. */
async function raiseTarget(account: Account, payment: string, granted: number): Promise<boolean> {
  const where = { user_id: account.userId, payment }
  const row = await account.tx
    .selectFrom('credit_revocations')
    .select(['target', 'refunded', 'paid'])
    .where((eb) => eb.and(where))
    .executeTakeFirst()
  if (!row || row.paid === 0) return false
  const target = Math.max(row.target, creditsFor(granted, row.refunded, row.paid))
  await account.tx
    .updateTable('credit_revocations')
    .set({ target })
    .where((eb) => eb.and(where))
    .execute()
  return true
}

/** The unspent credits of a payment's lots, at most so many. */
export async function takeUnheld(
  account: Account,
  payment: string,
  amount: number,
): Promise<LotPart[]> {
  const lots = await account.tx
    .selectFrom('credit_lots')
    .select(['id', 'kind', 'expires_at', 'remaining'])
    .where('user_id', '=', account.userId)
    .where('payment', '=', payment)
    .where('remaining', '>', 0)
    .execute()
  const spendable = lots.map(({ id, kind, expires_at, remaining }) => ({
    id,
    kind,
    expiresAt: expires_at,
    available: remaining,
  }))
  return takeCredits(inSpendingOrder(spendable), amount).parts
}

/**
 * Takes what of a payment's lots is to be taken back by now and is unspent.
 * @returns how many; null when no money of it was given back
 */
async function takeOutstanding(
  account: Account,
  { payment, externalId, text }: Pick<RevokeInput, 'payment' | 'externalId' | 'text'>,
): Promise<number | null> {
  const { granted } = await readBooks(account, payment)
  if (!(await raiseTarget(account, payment, granted))) return null
  const due = outstandingOf(await readBooks(account, payment))
  const parts = await takeUnheld(account, payment, due)
  await postRevocation(account, { externalId, parts, payment, text })
  return totalOf(parts)
}

/**
 * Notes that all credits of a payment are to be taken back, after those that were unspent were: the spent ones count as unrecovered.
 * @returns how many those are
 */
export async function oweSpent(account: Account, payment: string): Promise<number> {
  const { granted } = await readBooks(account, payment)
  await noteRefund(account, { payment, refunded: 1, paid: 1 })
  await raiseTarget(account, payment, granted)
  return unrecoveredOf(await readBooks(account, payment))
}

/** Revokes from a lot that was granted after a part of its payment had been refunded. */
export async function followRefund(
  account: Account,
  payment: string,
  grant: string,
): Promise<void> {
  const refund = await account.tx
    .selectFrom('credit_revocations')
    .select(['refunded', 'paid'])
    .where('user_id', '=', account.userId)
    .where('payment', '=', payment)
    .executeTakeFirst()
  const isPart = refund !== undefined && refund.refunded < refund.paid
  await takeOutstanding(account, {
    payment,
    externalId: `later:${grant}`,
    text: t(isPart ? 'statement.theirPaymentPartlyRefunded' : 'statement.theirPaymentRefunded'),
  })
}

/**
 * Takes credits back because their money was given back: unspent ones now, held ones when they are released;
 * what was captured stays `unrecovered`. Refunds of one payment add up, and lots that it grants later follow.
 */
export async function revokePayment(account: Account, input: RevokeInput): Promise<RevokeResult> {
  assertMoney(input)
  const earlier = await findEntry(account, 'revoke', input.externalId)
  let revoked = earlier ? -earlier.amount : 0
  if (!earlier) {
    await readBooks(account, input.payment)
    await noteRefund(account, input)
    revoked = (await takeOutstanding(account, input)) ?? 0
  }
  const books = await readBooks(account, input.payment)
  return {
    revoked,
    awaitingRelease: awaitingReleaseOf(books),
    unrecovered: unrecoveredOf(books),
  }
}
