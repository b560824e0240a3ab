import type { Tx } from '#server/platform/db/index.ts'
import { AppError } from '#server/platform/errors.ts'
import type { CommunityDeps } from '../deps.ts'

/** Refusals of a ban that change nothing about a decision: the account is banned or deleted already, or belongs to the staff. */
const KNOWN = new Set(['conflict', 'not_found', 'permission_denied'])

/**
 * Bans who published something, in the transaction of the decision.
 * @returns what has to follow the commit; null where there is nobody to ban
 */
export async function stopOwner(
  { ban, log }: Pick<CommunityDeps, 'ban' | 'log'>,
  tx: Tx,
  { staffId, creatorId, reason }: { staffId: string; creatorId: string; reason: string },
): Promise<(() => Promise<void>) | null> {
  const owner = await tx
    .selectFrom('community_creators')
    .select('user_id')
    .where('id', '=', creatorId)
    .executeTakeFirst()
  if (!owner?.user_id) return null
  try {
    return await ban(tx, { actorId: staffId, userId: owner.user_id, reason })
  } catch (error) {
    if (!(error instanceof AppError) || !KNOWN.has(error.code)) throw error
    log.warn({ err: error, userId: owner.user_id }, 'An account was not banned with a takedown')
    return null
  }
}
