import { sql } from 'kysely'
import type { Reader } from '#server/platform/db/index.ts'
import { t } from '#server/texts/index.ts'
import type { Account } from './account.ts'
import type { CreditContext } from './context.ts'
import { freezeHoldKey, WITHDRAWAL } from './freezes.ts'
import { unfreezePayment } from './freeze-payment.ts'
import { findEntry, postRevocation } from './post-entry.ts'
import { readPaymentBooks, unrecoveredOf } from './revocations.ts'
import { oweSpent, takeUnheld } from './revoke-payment.ts'
import type { WithdrawInput, WithdrawnCredits, WithdrawResult } from './types.ts'

/** Whether jobs still hold credits of a payment: what a freeze holds is not theirs. */
async function isHeldByJobs({ tx, userId }: Account, payment: string): Promise<boolean> {
  const held = await tx
    .selectFrom('credit_hold_parts as part')
    .innerJoin('credit_holds as hold', 'hold.id', 'part.hold_id')
    .innerJoin('credit_lots as lot', 'lot.id', 'part.lot_id')
    .select('hold.id')
    .where('hold.user_id', '=', userId)
    .where('lot.payment', '=', payment)
    .where('hold.closed_at', 'is', null)
    .where(sql<boolean>`part.amount > part.captured + part.released`)
    .where(sql<boolean>`not starts_with(hold.external_id, 'freeze:')`)
    .limit(1)
    .executeTakeFirst()
  return held !== undefined
}

/**
 * Where the credits of a payment's lots are: what is frozen for a withdrawal counts as unspent.
 * `waits`: jobs hold a part, or a bank.
 */
export async function creditsOfPayment(
  from: Reader,
  userId: string,
  payment: string,
): Promise<WithdrawnCredits & { waits: boolean }> {
  const { rows } = await sql<WithdrawnCredits & { held: number }>`
    select coalesce(sum(l.granted), 0)::integer as granted,
      (coalesce(sum(l.remaining), 0) + coalesce(sum(frozen.amount), 0))::integer as unspent,
      (coalesce(sum(l.held), 0) - coalesce(sum(frozen.amount), 0))::integer as held
    from credit_lots l
    left join lateral (
      select sum(part.amount - part.captured - part.released) as amount
      from credit_hold_parts part join credit_holds hold on hold.id = part.hold_id
      where part.lot_id = l.id and hold.closed_at is null
        and starts_with(hold.external_id, ${freezeHoldKey(WITHDRAWAL, '').slice(0, -1)})
    ) frozen on true
    where l.user_id = ${userId} and l.payment = ${payment}`.execute(from)
  const { granted = 0, unspent = 0, held = 0 } = rows[0] ?? {}
  return { granted, unspent, waits: held > 0 }
}

/**
 * Takes all that is unspent of a payment's lots, which were frozen under the same key.
 * @returns what was granted and what of it was unspent; null while jobs hold a part
 */
export async function withdrawPayment(
  account: Account,
  context: CreditContext,
  { userId, payment, key, text, owesSpent = false }: WithdrawInput,
): Promise<WithdrawResult | null> {
  if (await isHeldByJobs(account, payment)) return null
  const earlier = await findEntry(account, 'revoke', key)
  // Before it comes back: of a lot whose time ended meanwhile nothing would be left, although it was withdrawn from in time.
  const { unspent } = await creditsOfPayment(account.tx, userId, payment)
  await unfreezePayment(account, context, {
    userId,
    payment,
    key,
    text: t('statement.noLongerHeld'),
  })
  const [books] = await readPaymentBooks(account.tx, account.userId, payment)
  if (!books) return { granted: 0, unspent: 0, unrecovered: 0 }
  const { granted } = books
  if (earlier) return { granted, unspent: -earlier.amount, unrecovered: unrecoveredOf(books) }
  const parts = await takeUnheld(account, payment, books.remaining)
  await postRevocation(account, { externalId: key, parts, payment, text })
  const unrecovered = owesSpent ? await oweSpent(account, payment) : 0
  return { granted, unspent, unrecovered }
}
