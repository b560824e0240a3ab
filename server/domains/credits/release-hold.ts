import { AppError } from '#server/platform/errors.ts'
import type { Account } from './account.ts'
import type { CreditContext } from './context.ts'
import { type Hold, readHold, releaseParts } from './holds.ts'
import { findEntry } from './post-entry.ts'
import { returnCredits } from './return-credits.ts'
import { type LotPart, takeCredits, totalOf } from './spending-order.ts'
import type { ReleaseInput } from './types.ts'

/** Gives back what was not captured of a hold, or one job's part of it; nothing left closes it. */
export async function releaseHold(
  account: Account,
  context: CreditContext,
  { holdId, cause, text, part }: Omit<ReleaseInput, 'userId'>,
): Promise<{ released: number }> {
  const hold = await readHold(account, holdId)
  const externalId = part?.jobId ?? hold.id
  if (part && (await findEntry(account, 'release', externalId))) return { released: 0 }
  const parts = partsToReturn(hold, part?.amount)
  const released = totalOf(parts)
  if (released === 0) return { released }
  await releaseParts(account, hold.id, parts)
  await returnCredits(account, context, {
    posting: {
      kind: 'release',
      externalId,
      parts,
      from: 'held',
      holdId: hold.id,
      jobId: part?.jobId ?? hold.jobId,
      text,
    },
    cause,
    takenAt: hold.createdAt,
  })
  return { released }
}

/** What lives longest comes back, for captures take what expires soonest: nobody loses by it. */
function partsToReturn({ id, rest }: Hold, amount: number | undefined): LotPart[] {
  const left = totalOf(rest.map(({ available }) => ({ amount: available })))
  const wanted = amount ?? left
  if (wanted > left)
    throw new AppError('conflict', `Hold ${id} has ${wanted - left} too few left to release`, {
      userMessage: null,
    })
  const kept = new Map(
    takeCredits(rest, left - wanted).parts.map(({ lot, amount: stays }) => [lot, stays]),
  )
  return takeCredits(rest, left)
    .parts.map((all) => ({ ...all, amount: all.amount - (kept.get(all.lot) ?? 0) }))
    .filter(({ amount: returned }) => returned > 0)
}
