import type { Tx } from '#server/platform/db/index.ts'
import { dropSecondFactors } from './second-factor/factors.ts'
import { closeSessionsOf } from './sessions.ts'
import type { UserRow } from './store.ts'

/**
 * Takes from an account whose address was never confirmed all by which somebody gets in: password, providers, sessions
 * and open links. Whoever opened it need not be the one who reads its mailbox. A later way in (keys of an API) belongs
 * here, too.
 * @param user the row as `lockUser` gave it
 */
export async function endFormerAccess(tx: Tx, user: UserRow): Promise<void> {
  await tx
    .updateTable('users')
    .set({ password_hash: null, google_subject: null, facebook_id: null })
    .where('id', '=', user.id)
    .execute()
  await tx
    .deleteFrom('one_time_tokens')
    .where('user_id', '=', user.id)
    .where('used_at', 'is', null)
    .execute()
  // Of whoever opened it: the owner of the mailbox could not pass it.
  await dropSecondFactors(tx, user.id)
  await closeSessionsOf(tx, user.id)
}

/** Whether there is a provider that `endFormerAccess` takes away, which its owner is told. */
export const hasProvider = (user: UserRow): boolean =>
  user.google_subject !== null || user.facebook_id !== null
