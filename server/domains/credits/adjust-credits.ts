import type { Account } from './account.ts'
import { assertAmount, refuseForLackOf } from './format-credits.ts'
import { addLot, findSpendableLots } from './lots.ts'
import { findEntry, postEntry } from './post-entry.ts'
import { takeCredits } from './spending-order.ts'
import type { AdjustInput } from './types.ts'

/** The operator's correction: adds credits that never expire, or takes unspent ones in spending order. */
export async function adjustCredits(
  account: Account,
  { amount, externalId, text }: AdjustInput,
): Promise<{ state: 'adjusted' | 'already' }> {
  assertAmount(Math.abs(amount))
  if (await findEntry(account, 'adjust', externalId)) return { state: 'already' }
  if (amount > 0) {
    await addLot(account, {
      entry: 'adjust',
      kind: 'grant',
      amount,
      expiresAt: null,
      externalId,
      text,
    })
    return { state: 'adjusted' }
  }
  const lots = await findSpendableLots(account.tx, account.userId)
  const { parts, missing } = takeCredits(lots, -amount)
  if (missing > 0) refuseForLackOf(missing)
  await postEntry(account, {
    kind: 'adjust',
    externalId,
    parts,
    from: 'remaining',
    to: 'adjusted',
    text,
  })
  return { state: 'adjusted' }
}
