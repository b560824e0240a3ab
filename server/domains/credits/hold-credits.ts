import { leaveToCommit, type Tx } from '#server/platform/db/index.ts'
import { assertAmount, refuseForLackOf } from './format-credits.ts'
import { announce } from './announce.ts'
import type { CreditContext } from './context.ts'
import { findHoldId, postHold, readHeld } from './holds.ts'
import { findSpendableLots } from './lots.ts'
import { openAccount } from './apply-due-entries.ts'
import { sharesOf, takeCredits } from './spending-order.ts'
import type { HoldInput, HoldOpening, HoldResult } from './types.ts'

/** Locks the account and reads what a hold needs, in one round trip. */
export async function openForHold(
  tx: Tx,
  context: CreditContext,
  userId: string,
): Promise<HoldOpening> {
  // Behind the lock, so they see what it was waited for.
  const [account, found] = await Promise.all([
    openAccount(tx, userId, context),
    findSpendableLots(tx, userId),
  ])
  const lots = account.outdated ? await findSpendableLots(tx, userId) : found
  announce(account, context)
  return {
    outdated: account.outdated,
    hold({ amount, externalId, jobId, text }) {
      assertAmount(amount)
      const { parts, missing } = takeCredits(lots, amount)
      if (missing > 0) refuseForLackOf(missing)
      const holdId = account.freshId
      leaveToCommit(postHold(account, { id: holdId, externalId, jobId, parts, text }))
      announce(account, context)
      return { holdId, lots: sharesOf(parts) }
    },
  }
}

/** Reserves credits; the hold keeps how many it took from which lot. */
export async function holdCredits(
  tx: Tx,
  context: CreditContext,
  input: HoldInput,
): Promise<HoldResult> {
  const { userId, externalId } = input
  const [opening, found] = await Promise.all([
    openForHold(tx, context, userId),
    findHoldId(tx, userId, externalId),
  ])
  const earlier = opening.outdated ? await findHoldId(tx, userId, externalId) : found
  if (earlier !== undefined) return await readHeld(tx, earlier)
  return opening.hold(input)
}
