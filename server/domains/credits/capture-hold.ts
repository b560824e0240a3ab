import { AppError } from '#server/platform/errors.ts'
import type { Account } from './account.ts'
import { assertAmount } from './format-credits.ts'
import { readHold } from './holds.ts'
import { findEntry, postEntry } from './post-entry.ts'
import { sharesOf, takeCredits } from './spending-order.ts'
import type { CaptureInput, CaptureResult } from './types.ts'

/** Spends held credits for good, the soonest-expiring first; their lot may have expired meanwhile. */
export async function captureHold(account: Account, input: CaptureInput): Promise<CaptureResult> {
  assertAmount(input.amount)
  const [earlier, hold] = await Promise.all([
    findEntry(account, 'capture', input.externalId),
    readHold(account, input.holdId),
  ])
  if (earlier) return { state: 'already', lots: sharesOf(earlier.lots) }
  const { parts, missing } = takeCredits(hold.rest, input.amount)
  if (missing > 0) {
    throw new AppError('conflict', `Hold ${hold.id} has ${missing} too few left to capture`, {
      userMessage: null,
    })
  }
  await postEntry(account, {
    kind: 'capture',
    externalId: input.externalId,
    parts,
    from: 'held',
    to: 'captured',
    holdId: hold.id,
    jobId: input.jobId,
    imageId: input.imageId,
    text: input.text,
  })
  return { state: 'captured', lots: sharesOf(parts) }
}
