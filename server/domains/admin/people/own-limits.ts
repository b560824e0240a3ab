import type { OwnLimits } from '#contract/own-limits.ts'
import type { OwnLimitsInput } from '#server/domains/accounts/index.ts'
import { transact } from '#server/platform/db/index.ts'
import { recordAuditEvent } from '../audit.ts'
import type { BanContext } from './bans.ts'

/** The limits alone, for the log. */
const figures = ({ queue, running, storage_mb, calls_per_minute }: OwnLimits) => ({
  queue,
  running,
  storage_mb,
  calls_per_minute,
})

/**
 * Sets limits of a person that are not those of the plan, and writes down who did.
 * @throws {AppError} `not_found`, `invalid`, `conflict`, `permission_denied`
 */
export async function setOwnLimits(
  { db, accounts }: BanContext,
  { actorId, ...input }: OwnLimitsInput & { actorId: string },
): Promise<OwnLimits & { user: string }> {
  const { userId, reason } = input
  return transact(db, async (tx) => {
    const { before, now } = await accounts.setOwnLimits(tx, input)
    const data = { ...figures(now), ...(before && { before: figures(before) }) }
    const event = { actorId, action: 'own_limits_set', userId, subject: userId } as const
    await recordAuditEvent(tx, { ...event, reason, data })
    return { ...now, user: userId }
  })
}

/** Puts a person back to the limits of the plan, and writes down who did. @throws {AppError} `not_found`, `conflict` */
export async function removeOwnLimits(
  { db, accounts }: BanContext,
  { actorId, userId }: { actorId: string; userId: string },
): Promise<void> {
  await transact(db, async (tx) => {
    const before = await accounts.removeOwnLimits(tx, userId)
    const event = { actorId, action: 'own_limits_removed', userId, subject: userId } as const
    await recordAuditEvent(tx, { ...event, reason: null, data: figures(before) })
  })
}
