import { sql } from 'kysely'
import type { LotKind } from '#contract/credits.ts'
import { type Account, expectDue } from './account.ts'
import { addDays } from './calendar.ts'
import { freezeReturned } from './freezes.ts'
import { findEntry, postEntry } from './post-entry.ts'
import { outstandingOf, readPaymentBooks, spentOf } from './revocations.ts'
import { creditsFor } from './revoke-payment.ts'
import { type LotPart, totalOf } from './spending-order.ts'
import type { RevokeInput } from './types.ts'

/** Credits that come back live at least so long: their owner had no use of them meanwhile. */
const LIVES_DAYS = 7

interface TakenLot {
  lot: string
  kind: LotKind
  amount: number
  expires_at: Date | null
}

/** Lots that credits were taken from for refunds of this payment and not given back; what lives longest first. */
async function findTaken(account: Account, payment: string): Promise<TakenLot[]> {
  const { rows } = await sql<TakenLot>`
    select l.id as lot, l.kind, l.expires_at,
      sum((part ->> 'amount')::integer * -sign(e.amount))::integer as amount
    from credit_entries e, jsonb_array_elements(e.lots) as part
    join credit_lots l on l.id = (part ->> 'lot')::uuid
    where e.user_id = ${account.userId} and e.payment = ${payment} and e.kind in ('revoke', 'adjust')
    group by l.id having sum((part ->> 'amount')::integer * -sign(e.amount)) > 0
    order by l.expires_at desc nulls first, l.id`.execute(account.tx)
  return rows
}

/** Lowers what is to be taken in all. @returns how much of it was taken already */
async function lowerTarget(
  account: Account,
  { payment, refunded, paid }: RevokeInput,
): Promise<number> {
  const [books] = await readPaymentBooks(account.tx, account.userId, payment)
  if (!books) return 0
  const target = Math.min(books.target, creditsFor(books.granted, refunded, paid))
  await account.tx
    .updateTable('credit_revocations')
    .set({
      target,
      refunded: Math.min(refunded, paid),
      // Credits that are no longer missing are no longer forgiven: if the money goes back again, they count again.
      forgiven: Math.min(books.forgiven, spentOf({ ...books, target })),
    })
    .where('user_id', '=', account.userId)
    .where('payment', '=', payment)
    .execute()
  // First lower what is still to be taken from held credits.
  return Math.max(0, books.target - target - outstandingOf(books))
}

async function prolong(account: Account, { lot, expires_at: expiresAt }: TakenLot): Promise<void> {
  const until = addDays(account.now, LIVES_DAYS)
  if (expiresAt === null || expiresAt >= until) return expectDue(account, expiresAt)
  await account.tx
    .updateTable('credit_lots')
    .set({
      expires_at: until,
      extended_from: sql<Date>`coalesce(extended_from, grace_from, expires_at)`,
      grace_from: null,
    })
    .where('id', '=', lot)
    .execute()
  return expectDue(account, until)
}

/**
 * Gives back what was taken for money that did not go back after all: to the lots it came from, for seven days at least.
 * @returns how many
 */
export async function restorePayment(
  account: Account,
  input: RevokeInput,
): Promise<{ restored: number }> {
  const { payment, externalId, text } = input
  const earlier = await findEntry(account, 'adjust', externalId)
  if (earlier) return { restored: earlier.amount }
  let rest = await lowerTarget(account, input)
  const parts: LotPart[] = []
  for (const taken of await findTaken(account, payment)) {
    const amount = Math.min(rest, taken.amount)
    if (amount === 0) break
    rest -= amount
    parts.push({ lot: taken.lot, kind: taken.kind, amount })
    await prolong(account, taken)
  }
  if (parts.length === 0) return { restored: 0 }
  await postEntry(account, {
    kind: 'adjust',
    externalId,
    parts,
    from: 'revoked',
    to: 'remaining',
    payment,
    text,
  })
  for (const part of parts) await freezeReturned(account, { payment, part, cause: externalId })
  return { restored: totalOf(parts) }
}
