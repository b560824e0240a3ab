import type { Account } from './account.ts'
import { assertAmount, refuseForLackOf } from './amounts.ts'
import { insertHold } from './holds.ts'
import { findSpendableLots } from './lots.ts'
import { postEntry } from './post-entry.ts'
import { takeCredits } from './spending-order.ts'
import type { HoldInput } from './types.ts'

/** Reserves credits; the hold keeps how many it took from which lot. */
export async function holdCredits(account: Account, input: HoldInput): Promise<{ holdId: string }> {
  const { tx, userId } = account
  assertAmount(input.amount)
  const existing = await tx
    .selectFrom('credit_holds')
    .select('id')
    .where('user_id', '=', userId)
    .where('external_id', '=', input.externalId)
    .executeTakeFirst()
  if (existing) return { holdId: existing.id }

  const { parts, missing } = takeCredits(await findSpendableLots(tx, userId), input.amount)
  if (missing > 0) refuseForLackOf(missing)
  const holdId = await insertHold(account, { ...input, parts })
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
  return { holdId }
}
