import type { AccountExport, Confirmation } from '#contract/account.ts'
import type { Db } from '#server/platform/db/index.ts'
import { notFound } from '#server/platform/errors.ts'
import type { Caller } from '#server/platform/route.ts'
import { bansOf } from './bans.ts'
import { invitationsOf } from './invitations.ts'
import { exportAcceptedTexts } from './legal-texts.ts'
import { limitsOf } from './limit-account.ts'
import { ownLimitsOf } from './own-limits.ts'
import { listPasskeys } from './passkeys/passkeys.ts'
import { readSecondFactor } from './second-factor/factors.ts'
import { isFreshSession } from './sessions.ts'
import { findUserById } from './store.ts'

/** What this domain knows about a person, for the person. */
export type AccountDescription = Pick<
  AccountExport,
  | 'profile'
  | 'sign_in'
  | 'sessions'
  | 'devices'
  | 'bans'
  | 'limits'
  | 'own_limits'
  | 'invitations'
  | 'legal_texts'
>

export async function describeAccount({ kysely }: Db, userId: string): Promise<AccountDescription> {
  const user = await findUserById(kysely, userId)
  if (!user) throw notFound()
  const sessions = await kysely
    .selectFrom('sessions')
    .select(['created_at', 'last_used_at', 'expires_at', 'user_agent'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute()
  const devices = await kysely
    .selectFrom('devices')
    .select(['created_at', 'last_used_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute()
  const bans = await bansOf(kysely, userId)
  const limits = await limitsOf(kysely, userId)
  return {
    invitations: await invitationsOf(kysely, userId),
    legal_texts: await exportAcceptedTexts(kysely, userId),
    bans: bans.map(({ user: _user, ...ban }) => ban),
    limits: limits.map(({ user: _user, ...limit }) => limit),
    own_limits: await ownLimitsOf(kysely, userId),
    profile: {
      id: user.id,
      email: user.email,
      first_name: user.first_name,
      last_name: user.last_name,
      email_verified: user.email_verified_at !== null,
      created_at: user.created_at.toISOString(),
      language: user.language,
      time_zone: user.time_zone,
      last_seen_at: user.seen_at.toISOString(),
    },
    sign_in: {
      password: user.password_hash !== null,
      google: user.google_subject !== null,
      facebook: user.facebook_id !== null,
      second_factor: await readSecondFactor(kysely, userId),
      passkeys: await listPasskeys(kysely, userId),
    },
    sessions: sessions.map((session) => ({
      created_at: session.created_at.toISOString(),
      last_used_at: session.last_used_at.toISOString(),
      expires_at: session.expires_at.toISOString(),
      user_agent: session.user_agent,
    })),
    devices: devices.map((device) => ({
      created_at: device.created_at.toISOString(),
      last_used_at: device.last_used_at.toISOString(),
    })),
  }
}

/** How the caller shows that the account is theirs before it is changed or deleted. */
export async function describeConfirmation({ kysely }: Db, caller: Caller): Promise<Confirmation> {
  const user = await findUserById(kysely, caller.userId)
  return {
    confirm_with: user?.password_hash === null ? 'sign_in' : 'password',
    signed_in_recently: await isFreshSession(kysely, caller.tokenHash),
  }
}
