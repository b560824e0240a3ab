import type { Account } from './account.ts'
import { assertAmount, refuseForLackOf } from './amounts.ts'
import { findHeld, insertHold } from './holds.ts'
import { findSpendableLots } from './lots.ts'
import { postEntry } from './post-entry.ts'
import { sharesOf, takeCredits } from './spending-order.ts'
import type { HoldInput, HoldResult } from './types.ts'

/** Reserves credits; the hold keeps how many it took from which lot. */
export async function holdCredits(account: Account, input: HoldInput): Promise<HoldResult> {
  const { tx, userId } = account
  assertAmount(input.amount)
  const { parts, missing } = takeCredits(await findSpendableLots(tx, userId), input.amount)
  const holdId = missing > 0 ? null : await insertHold(account, { ...input, parts })
  if (holdId === null) {
    const earlier = await findHeld(tx, userId, input.externalId)
    return earlier ?? refuseForLackOf(missing)
  }
  await postEntry(account, {
    kind: 'hold',
    externalId: input.externalId,
    parts,
    from: 'remaining',
    to: 'held',
    holdId,
    jobId: input.jobId,
    text: input.text,
  })
  return { holdId, lots: sharesOf(parts) }
}
