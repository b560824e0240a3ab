import { randomUUID } from 'node:crypto'
import { type Said, t, type Text } from '#server/texts/index.ts'
import type { Account } from './account.ts'
import { postHold } from './holds.ts'
import type { LotPart } from './spending-order.ts'

/** Key of a hold that a freeze made; `cause` is unique in it. */
export const freezeHoldKey = (freeze: string, cause: string) => `freeze:${freeze}:${cause}`

/** The key of a withdrawal's freeze begins so, those of disputes do not. */
export const WITHDRAWAL = 'withdrawal:'

/** The key of a withdrawal's freeze. */
export const withdrawalKey = (id: string): string => WITHDRAWAL + id

const REFERRAL = 'referral:'

/** The key of the freeze by which the credits of a referral are taken back, as those of a withdrawal are. */
export const referralKey = (id: string): string => withdrawalKey(REFERRAL + id)

/** The keys of the freezes by which a period that cost nothing loses its credits begin so. */
export const FREE_PERIODS = withdrawalKey('free:')

/** The key of the freeze of a payment of nothing whose period has ended. */
export const freePeriodKey = (paymentId: string): string => FREE_PERIODS + paymentId

/** Why a freeze holds credits. */
const textOf = (freeze: string): Text => {
  if (freeze.startsWith(FREE_PERIODS)) return t('statement.heldUnpaid')
  if (freeze.startsWith(withdrawalKey(REFERRAL))) return t('statement.heldInvitation')
  return freeze.startsWith(WITHDRAWAL)
    ? t('statement.heldWithdrawing')
    : t('statement.heldDisputed')
}

/** Holds these very credits, as a job would. */
export async function holdParts(
  account: Account,
  { parts, externalId, text }: { parts: LotPart[]; externalId: string; text: Said },
): Promise<void> {
  await postHold(account, { id: randomUUID(), parts, externalId, jobId: null, text })
}

/** The open freeze of a payment: its key. */
async function findFreeze(account: Account, payment: string): Promise<string | null> {
  const row = await account.tx
    .selectFrom('credit_freezes')
    .select('key')
    .where('user_id', '=', account.userId)
    .where('payment', '=', payment)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return row?.key ?? null
}

/** What has come back to a lot of a frozen payment is held again. @returns whether it was */
export async function freezeReturned(
  account: Account,
  { payment, part, cause }: { payment: string; part: LotPart; cause: string },
): Promise<boolean> {
  const freeze = await findFreeze(account, payment)
  if (freeze === null) return false
  await holdParts(account, {
    parts: [part],
    externalId: freezeHoldKey(freeze, `${cause}:${part.lot}`),
    text: textOf(freeze),
  })
  return true
}
