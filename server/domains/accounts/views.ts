import { sql } from 'kysely'
import type { Tx } from '#server/platform/db/index.ts'
import { isId } from '#server/platform/storable-text.ts'
import { notFound, userError } from '#server/platform/errors.ts'
import type { Caller } from '#server/platform/route.ts'
import { t } from '#server/texts/index.ts'
import { viewedMail } from './mails.ts'
import { createSecret, hashSecret } from './secrets.ts'
import { siteOfUser } from './site.ts'
import type { AccountsContext } from './types.ts'

/** How long an administrator may look, and then has to say again why. */
const VIEW_MINUTES = 15

export interface OpenedView {
  /** Key of the session. */
  key: string
  until: Date
}

/**
 * Lets an administrator see the site as a person does, for 15 minutes and without changing anything, in the caller's
 * transaction. The person is told by email. One look of an administrator at a time.
 * @throws {AppError} `not_found`; `conflict` for somebody of the staff, a banned and a deleted person
 */
export async function openView(
  { mailer, config }: Pick<AccountsContext, 'mailer' | 'config'>,
  tx: Tx,
  { userId, viewerId, reason }: { userId: string; viewerId: string; reason: string },
): Promise<OpenedView> {
  if (!isId(userId)) throw notFound()
  const person = await tx
    .selectFrom('users')
    .select(['email', 'is_staff', 'is_admin', 'banned_at', 'closing_at', 'brand', 'language'])
    .where('id', '=', userId)
    .executeTakeFirst()
  if (!person || person.closing_at) throw notFound()
  if (person.is_staff || person.is_admin) throw userError('conflict', t('accounts.teamNotViewed'))
  if (person.banned_at) throw userError('conflict', t('accounts.bannedSeesNothing'))
  await tx.deleteFrom('sessions').where('viewer_id', '=', viewerId).execute()
  const key = createSecret()
  const { expires_at: until } = await tx
    .insertInto('sessions')
    .values({
      token_hash: hashSecret(key),
      user_id: userId,
      viewer_id: viewerId,
      user_agent: null,
      expires_at: sql<Date>`now() + make_interval(mins => ${VIEW_MINUTES})`,
    })
    .returning('expires_at')
    .executeTakeFirstOrThrow()
  await mailer.send(
    tx,
    viewedMail(siteOfUser(person, config), person.email, { reason, minutes: VIEW_MINUTES }),
  )
  return { key, until }
}

/** Ends a look before its time, in the caller's transaction. @throws {AppError} `conflict` in a session of one's own */
export async function closeView(tx: Tx, caller: Caller): Promise<void> {
  if (!caller.viewer) throw userError('conflict', t('accounts.ownSession'))
  await tx.deleteFrom('sessions').where('token_hash', '=', caller.tokenHash).execute()
}
