import { AppError, notFound } from '#server/platform/errors.ts'
import type { Account } from './account.ts'
import { assertAmount } from './format-credits.ts'
import type { CreditContext } from './context.ts'
import { findEntry } from './post-entry.ts'
import { returnCredits } from './return-credits.ts'
import { type LotPart, totalOf } from './spending-order.ts'
import type { RefundInput } from './types.ts'

interface Capture {
  id: number
  hold_id: string | null
  job_id: string | null
  image_id: string | null
  lots: LotPart[]
}

/** The parts of a capture that were not refunded yet. */
async function findUnrefunded(account: Account, capture: Capture): Promise<LotPart[]> {
  const refunds = await account.tx
    .selectFrom('credit_entries')
    .select('lots')
    .where('reverses', '=', capture.id)
    .execute()
  const refunded = refunds.flatMap(({ lots }) => lots)
  return capture.lots
    .map((part) => ({
      ...part,
      amount: part.amount - totalOf(refunded.filter(({ lot }) => lot === part.lot)),
    }))
    .filter(({ amount }) => amount > 0)
}

/** Takes from the end, so that what stays captured is what a smaller capture would have taken. */
function takeFromEnd(parts: LotPart[], amount: number): { taken: LotPart[]; missing: number } {
  let missing = amount
  const taken: LotPart[] = []
  for (const part of parts.toReversed()) {
    const some = Math.min(part.amount, missing)
    if (some > 0) taken.push({ ...part, amount: some })
    missing -= some
  }
  return { taken, missing }
}

/** When the credits left their lots: when they were held, not when they were captured. */
async function findTakenAt(account: Account, capture: Capture): Promise<Date> {
  const hold = await account.tx
    .selectFrom('credit_holds')
    .select('created_at')
    .where('id', '=', capture.hold_id)
    .executeTakeFirst()
  return hold?.created_at ?? account.now
}

/** Reverses a capture, in whole or in part; never more than was captured, whatever the keys. */
export async function refundCapture(
  account: Account,
  context: CreditContext,
  input: RefundInput,
): Promise<{ refunded: number }> {
  const { tx, userId } = account
  const earlier = await findEntry(account, 'refund', input.externalId)
  if (earlier) return { refunded: earlier.amount }
  const capture = await tx
    .selectFrom('credit_entries')
    .select(['id', 'hold_id', 'job_id', 'image_id', 'lots'])
    .where('user_id', '=', userId)
    .where('kind', '=', 'capture')
    .where('external_id', '=', input.capture)
    .executeTakeFirst()
  if (!capture) throw notFound()
  const unrefunded = await findUnrefunded(account, capture)
  const amount = input.amount ?? totalOf(unrefunded)
  if (amount === 0)
    throw new AppError('conflict', `Capture ${input.capture} is refunded already`, {
      userMessage: null,
    })
  assertAmount(amount)
  const { taken, missing } = takeFromEnd(unrefunded, amount)
  if (missing > 0) {
    throw new AppError(
      'conflict',
      `Capture ${input.capture} has only ${amount - missing} to refund`,
      { userMessage: null },
    )
  }
  await returnCredits(account, context, {
    posting: {
      kind: 'refund',
      externalId: input.externalId,
      parts: taken,
      from: 'captured',
      holdId: capture.hold_id,
      jobId: capture.job_id,
      imageId: capture.image_id,
      reverses: capture.id,
      text: input.text,
    },
    cause: 'failed',
    takenAt: await findTakenAt(account, capture),
  })
  return { refunded: amount }
}
