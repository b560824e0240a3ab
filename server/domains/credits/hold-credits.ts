import type { Tx } from '#server/platform/db/index.ts'
import { type Account } from './account.ts'
import { assertAmount, refuseForLackOf } from './amounts.ts'
import type { CreditContext } from './context.ts'
import { findHoldIds, insertHold, readHeld } from './holds.ts'
import { findSpendableLots } from './lots.ts'
import { postEntry } from './post-entry.ts'
import { openAccount } from './settle-account.ts'
import { sharesOf, takeCredits } from './spending-order.ts'
import type { HoldInput, HoldResult } from './types.ts'

/** Reserves credits; the hold keeps how many it took from which lot. */
export async function holdCredits(
  tx: Tx,
  context: CreditContext,
  input: HoldInput,
): Promise<{ account: Account; result: HoldResult }> {
  const { userId, amount, externalId, jobId, text } = input
  assertAmount(amount)
  // In one round trip: behind the lock, so they see what it was waited for.
  const [account, ids, found] = await Promise.all([
    openAccount(tx, userId, context),
    findHoldIds(tx, userId, externalId),
    findSpendableLots(tx, userId),
  ])
  if (ids.earlier !== null) return { account, result: await readHeld(tx, ids.earlier) }
  // What fell due was written after they were read.
  const lots = account.changed ? await findSpendableLots(tx, userId) : found
  const { parts, missing } = takeCredits(lots, amount)
  if (missing > 0) refuseForLackOf(missing)
  const holdId = ids.fresh
  await Promise.all([
    insertHold(account, { id: holdId, externalId, jobId, parts }),
    postEntry(account, {
      kind: 'hold',
      externalId,
      parts,
      from: 'remaining',
      to: 'held',
      holdId,
      jobId,
      text,
    }),
  ])
  return { account, result: { holdId, lots: sharesOf(parts) } }
}
