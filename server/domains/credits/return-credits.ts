import { t } from '#server/texts/index.ts'
import { type Account, expectDue } from './account.ts'
import type { CreditContext } from './context.ts'
import { extendByGrace } from './grace.ts'
import { freezeReturned } from './freezes.ts'
import { postEntry, type Posting, postRevocation } from './post-entry.ts'
import { decideReturn } from './return-policy.ts'
import { outstandingOf, readPaymentBooks } from './revocations.ts'
import type { LotPart } from './spending-order.ts'
import type { ReleaseCause } from './types.ts'

/** The line of the statement that gives the credits back; what follows from it gets lines of its own. */
export type ReturnPosting = Pick<
  Posting,
  'externalId' | 'parts' | 'holdId' | 'jobId' | 'imageId' | 'text' | 'reverses'
> &
  ({ kind: 'release'; from: 'held' } | { kind: 'refund'; from: 'captured' })

interface ReturnLot {
  part: LotPart
  expiresAt: Date | null
  extendedFrom: Date | null
  graceFrom: Date | null
  payment: string | null
}

async function readLots(account: Account, parts: LotPart[]): Promise<ReturnLot[]> {
  const rows = await account.tx
    .selectFrom('credit_lots')
    .select(['id', 'expires_at', 'extended_from', 'grace_from', 'payment'])
    .where(
      'id',
      'in',
      parts.map((part) => part.lot),
    )
    .execute()
  return parts.flatMap((part) => {
    const row = rows.find(({ id }) => id === part.lot)
    if (!row) return []
    const { expires_at: expiresAt, extended_from: extendedFrom, payment } = row
    return [{ part, expiresAt, extendedFrom, graceFrom: row.grace_from, payment }]
  })
}

/**
 * A lot of a plan that was held as a whole when it expired had nothing to wait for its renewal; what comes back to it
 * while that is not decided does. What comes back after our failure has more time anyway.
 */
async function waitForRenewal(
  account: Account,
  { schedule }: CreditContext,
  lot: ReturnLot,
): Promise<ReturnLot> {
  const { part, expiresAt, extendedFrom, graceFrom } = lot
  if (part.kind !== 'plan' || !expiresAt || expiresAt > account.now) return lot
  if (extendedFrom || graceFrom) return lot
  const until = await schedule.graceUntil(account.tx, account.userId, expiresAt)
  if (!until || until <= account.now) return lot
  await extendByGrace(account, { id: part.lot, expiresAt }, until)
  return { ...lot, expiresAt: until, graceFrom: expiresAt }
}

/** What was to be taken back while it was held or captured is taken now. */
async function revokeReturned(account: Account, lot: ReturnLot, cause: string): Promise<number> {
  if (lot.payment === null) return 0
  const [books] = await readPaymentBooks(account.tx, account.userId, lot.payment)
  const amount = Math.min(lot.part.amount, books ? outstandingOf(books) : 0)
  if (amount === 0) return 0
  await postRevocation(account, {
    externalId: `${cause}:${lot.part.lot}`,
    parts: [{ ...lot.part, amount }],
    payment: lot.payment,
    text: t('statement.paymentOfRefunded', { count: amount }),
  })
  return amount
}

async function extendLot(account: Account, lot: ReturnLot, until: Date): Promise<void> {
  await account.tx
    .updateTable('credit_lots')
    .set({ expires_at: until, extended_from: lot.expiresAt })
    .where('id', '=', lot.part.lot)
    .execute()
}

/**
 * Gives credits back to the lots they came from, and applies what happened to those lots meanwhile: refunds of their
 * money, and expiry (see `decideReturn`).
 */
export async function returnCredits(
  account: Account,
  context: CreditContext,
  { posting, cause, takenAt }: { posting: ReturnPosting; cause: ReleaseCause; takenAt: Date },
): Promise<void> {
  const { now } = account
  const lots: ReturnLot[] = []
  for (const lot of await readLots(account, posting.parts)) {
    lots.push(cause === 'failed' ? lot : await waitForRenewal(account, context, lot))
  }
  const decisions = lots.map((lot) => ({
    lot,
    decision: decideReturn(lot, { cause, takenAt, now }),
  }))
  for (const { lot, decision } of decisions) {
    if (decision.fate === 'extend') await extendLot(account, lot, decision.until)
    if (decision.fate !== 'expire') {
      expectDue(account, decision.fate === 'extend' ? decision.until : lot.expiresAt)
    }
  }
  await postEntry(account, { ...posting, to: 'remaining' })
  const followUp = `${posting.kind}:${posting.externalId}`
  for (const { lot, decision } of decisions) {
    const revoked = await revokeReturned(account, lot, followUp)
    const amount = lot.part.amount - revoked
    if (amount === 0) continue
    const part = { ...lot.part, amount }
    if (lot.payment !== null) {
      const frozen = await freezeReturned(account, { payment: lot.payment, part, cause: followUp })
      if (frozen) continue
    }
    if (decision.fate !== 'expire') continue
    await postEntry(account, {
      kind: 'expire',
      externalId: `${followUp}:${lot.part.lot}`,
      parts: [part],
      from: 'remaining',
      to: 'expired',
      holdId: posting.holdId ?? null,
      jobId: posting.jobId ?? null,
      text: t('statement.returnedAfterExpiry', { count: amount }),
    })
  }
}
