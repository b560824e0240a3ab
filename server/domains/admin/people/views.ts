import { transact } from '#server/platform/db/index.ts'
import type { Caller } from '#server/platform/route.ts'
import { recordAuditEvent } from '../audit.ts'
import type { BanContext } from './bans.ts'

/** Opens the site as a person sees it, which is written down. @throws {AppError} `not_found`, `conflict` */
export async function openView(
  { db, accounts }: BanContext,
  { actorId, userId, reason }: { actorId: string; userId: string; reason: string },
): Promise<{ key: string; until: string }> {
  return transact(db, async (tx) => {
    const { key, until } = await accounts.openView(tx, { userId, viewerId: actorId, reason })
    await recordAuditEvent(tx, { actorId, action: 'person_viewed', userId, subject: null, reason })
    return { key, until: until.toISOString() }
  })
}

/** Ends such a session before its time, which is written down, too. @throws {AppError} `conflict` */
export async function closeView({ db, accounts }: BanContext, caller: Caller): Promise<null> {
  await transact(db, async (tx) => {
    await accounts.closeView(tx, caller)
    const event = { actorId: caller.viewer?.id ?? null, subject: null, reason: null }
    await recordAuditEvent(tx, { ...event, action: 'person_view_closed', userId: caller.userId })
  })
  return null
}
