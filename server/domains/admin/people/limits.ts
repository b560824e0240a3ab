import type { AccountLimit } from '#contract/account-limits.ts'
import { transact } from '#server/platform/db/index.ts'
import { recordAuditEvent } from '../audit.ts'
import type { BanContext } from './bans.ts'

interface LimitInput {
  actorId: string
  userId: string
  reason: string
}

/**
 * Keeps a person from ordering, publishing and buying, and writes down who did. What was ordered before goes on.
 * @throws {AppError} `not_found`; `conflict` for somebody limited or banned already; `permission_denied` for staff
 */
export async function limitPerson(
  { db, accounts }: BanContext,
  { actorId, userId, reason }: LimitInput,
): Promise<AccountLimit> {
  return transact(db, async (tx) => {
    const [limited] = await accounts.limit(tx, { userIds: [userId], reason })
    const { limit, limitId } = limited!
    const event = { actorId, userId, reason, subject: limitId } as const
    await recordAuditEvent(tx, { ...event, action: 'person_limited' })
    return limit
  })
}

/** Lifts a limit, and writes down who did. @throws {AppError} `not_found`; `conflict` where there is none */
export async function unlimitPerson(
  { db, accounts }: BanContext,
  { actorId, userId, reason }: LimitInput,
): Promise<AccountLimit> {
  return transact(db, async (tx) => {
    const { limit, limitId } = await accounts.unlimit(tx, userId)
    const event = { actorId, userId, reason, subject: limitId } as const
    await recordAuditEvent(tx, { ...event, action: 'person_unlimited' })
    return limit
  })
}
