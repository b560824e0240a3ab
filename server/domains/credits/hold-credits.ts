import type { Account } from './account.ts'
import { assertAmount, refuseForLackOf } from './amounts.ts'
import { findSpendableLots } from './lots.ts'
import { postEntry } from './post-entry.ts'
import { takeCredits } from './spending-order.ts'
import type { HoldInput } from './types.ts'

/** Reserves credits; the hold keeps how many it took from which lot. */
export async function holdCredits(account: Account, input: HoldInput): Promise<{ holdId: string }> {
  const { tx, userId, now } = account
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
  const { id: holdId } = await tx
    .insertInto('credit_holds')
    .values({
      user_id: userId,
      external_id: input.externalId,
      job_id: input.jobId,
      amount: input.amount,
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('credit_hold_parts')
    .values(parts.map((part) => ({ hold_id: holdId, lot_id: part.lot, amount: part.amount })))
    .execute()
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
