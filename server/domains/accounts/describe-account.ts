import type { AccountDeletion, AccountExport } from '#contract/account.ts'
import type { Db } from '#server/platform/db/index.ts'
import { notFound } from '#server/platform/errors.ts'
import type { Caller } from '#server/platform/route.ts'
import { isFreshSession } from './sessions.ts'
import { findUserById } from './store.ts'

/** What this domain knows about a person, for the person. */
export type AccountDescription = Pick<AccountExport, 'profile' | 'sign_in' | 'sessions'>

export async function describeAccount({ kysely }: Db, userId: string): Promise<AccountDescription> {
  const user = await findUserById(kysely, userId)
  if (!user) throw notFound()
  const sessions = await kysely
    .selectFrom('sessions')
    .select(['created_at', 'expires_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute()
  return {
    profile: {
      id: user.id,
      email: user.email,
      first_name: user.first_name,
      last_name: user.last_name,
      email_verified: user.email_verified_at !== null,
      created_at: user.created_at.toISOString(),
    },
    sign_in: {
      password: user.password_hash !== null,
      google: user.google_subject !== null,
      facebook: user.facebook_id !== null,
    },
    sessions: sessions.map(({ created_at: created, expires_at: expires }) => ({
      created_at: created.toISOString(),
      expires_at: expires.toISOString(),
    })),
  }
}

/** How the caller shows that the account is his before it is deleted. */
export async function describeConfirmation(
  { kysely }: Db,
  caller: Caller,
): Promise<Pick<AccountDeletion, 'confirm_with' | 'signed_in_recently'>> {
  const user = await findUserById(kysely, caller.userId)
  return {
    confirm_with: user?.password_hash === null ? 'sign_in' : 'password',
    signed_in_recently: await isFreshSession(kysely, caller.tokenHash),
  }
}
