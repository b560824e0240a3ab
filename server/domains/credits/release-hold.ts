import type { Account } from './account.ts'
import type { CreditContext } from './context.ts'
import { consumeHold, readHold } from './holds.ts'
import { returnCredits } from './return-credits.ts'
import { takeCredits, totalOf } from './spending-order.ts'
import type { ReleaseInput } from './types.ts'

/** Gives back everything of a hold that was not captured, and so closes it. */
export async function releaseHold(
  account: Account,
  context: CreditContext,
  input: ReleaseInput,
): Promise<{ released: number }> {
  const hold = await readHold(account, input.holdId)
  const released = totalOf(hold.rest.map(({ available }) => ({ amount: available })))
  if (released === 0) return { released }
  const { parts } = takeCredits(hold.rest, released)
  await consumeHold(account, hold.id, { parts, as: 'released' })
  await returnCredits(account, context, {
    posting: {
      kind: 'release',
      externalId: hold.id,
      parts,
      from: 'held',
      holdId: hold.id,
      jobId: hold.jobId,
      text: input.text,
    },
    cause: input.cause,
    takenAt: hold.createdAt,
  })
  return { released }
}
