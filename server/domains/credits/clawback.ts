import type { Account } from './account.ts'
import { assertAmount } from './format-credits.ts'
import { findEntry, postRevocation } from './post-entry.ts'
import { takeCredits, totalOf } from './spending-order.ts'
import type { ClawbackInput } from './types.ts'

/** Takes credits of a plan back that was lowered while its month runs; never more than is unspent. */
export async function clawBack(
  account: Account,
  { payments, amount, externalId, text }: ClawbackInput,
): Promise<{ revoked: number }> {
  assertAmount(amount)
  const earlier = await findEntry(account, 'revoke', externalId)
  if (earlier) return { revoked: -earlier.amount }
  const lots = await account.tx
    .selectFrom('credit_lots')
    .select(['id', 'kind', 'remaining', 'expires_at'])
    .where('user_id', '=', account.userId)
    .where('payment', 'in', payments)
    .where('kind', '=', 'plan')
    .where('remaining', '>', 0)
    .execute()
  const { parts } = takeCredits(
    lots.map(({ id, kind, remaining, expires_at }) => ({
      id,
      kind,
      expiresAt: expires_at,
      available: remaining,
    })),
    amount,
  )
  await postRevocation(account, { externalId, parts, text })
  return { revoked: totalOf(parts) }
}
