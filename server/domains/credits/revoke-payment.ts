import type { Account } from './account.ts'
import { AppError } from '#server/platform/errors.ts'
import { findEntry, postEntry } from './post-entry.ts'
import {
  awaitingReleaseOf,
  outstandingOf,
  type PaymentBooks,
  readPaymentBooks,
  unrecoveredOf,
} from './revocations.ts'
import { inSpendingOrder, type LotPart, takeCredits } from './spending-order.ts'
import type { RevokeInput, RevokeResult } from './types.ts'

async function readBooks(account: Account, payment: string): Promise<PaymentBooks> {
  const [books] = await readPaymentBooks(account.tx, account.userId, payment)
  if (!books) throw new AppError('not_found', `No credits were granted for payment ${payment}`)
  return books
}

/** Whole credits for the share of the money that was given back, rounded down. */
function creditsFor(granted: number, { refunded, paid }: RevokeInput): number {
  if (!Number.isSafeInteger(refunded) || refunded < 0 || !Number.isSafeInteger(paid) || paid <= 0) {
    throw new AppError('internal', `Not amounts of money: ${refunded} of ${paid}`)
  }
  const share = granted * Math.min(refunded, paid)
  return (share - (share % paid)) / paid
}

/** Two refunds may be reported in either order; what is to be taken only grows. */
async function raiseTarget(account: Account, input: RevokeInput, target: number): Promise<void> {
  await account.tx
    .insertInto('credit_revocations')
    .values({ user_id: account.userId, payment: input.payment, target })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'payment']).doUpdateSet((eb) => ({
        target: eb.fn('greatest', ['credit_revocations.target', 'excluded.target']),
      })),
    )
    .execute()
}

async function takeUnheld(account: Account, payment: string, amount: number): Promise<LotPart[]> {
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
 * Takes credits back because their money was given back: unspent ones now, held ones when they are released;
 * what was captured stays `unrecovered`. Refunds of one payment add up.
 */
export async function revokePayment(account: Account, input: RevokeInput): Promise<RevokeResult> {
  const earlier = await findEntry(account, 'revoke', input.externalId)
  let revoked = earlier ? -earlier.amount : 0
  if (!earlier) {
    const { granted } = await readBooks(account, input.payment)
    await raiseTarget(account, input, creditsFor(granted, input))
    const due = outstandingOf(await readBooks(account, input.payment))
    const parts = await takeUnheld(account, input.payment, due)
    revoked = parts.reduce((sum, part) => sum + part.amount, 0)
    await postEntry(account, {
      kind: 'revoke',
      externalId: input.externalId,
      parts,
      from: 'remaining',
      to: 'revoked',
      payment: input.payment,
      text: input.text,
    })
  }
  const books = await readBooks(account, input.payment)
  return {
    revoked,
    awaitingRelease: awaitingReleaseOf(books),
    unrecovered: unrecoveredOf(books),
  }
}
