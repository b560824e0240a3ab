import type { Passkey } from '#contract/passkeys.ts'
import type { PasskeyDescriptor, PasskeyRequest } from '#contract/second-factor.ts'
import type { Reader } from '#server/platform/db/index.ts'
import type { RelyingParty } from './relying-party.ts'

/** Milliseconds that browsers give a person. */
export const TIMEOUT_MS = 120_000

interface KnownKey {
  credential_id: Buffer
  transports: string[]
}

const descriptorOf = ({ credential_id: id, transports }: KnownKey) => ({
  type: 'public-key' as const,
  id: id.toString('base64url'),
  transports,
})

/** The passkeys of a person, as WebAuthn names them, that work at a host. */
export async function passkeysAt(reader: Reader, userId: string, { id }: RelyingParty) {
  const rows = await reader
    .selectFrom('passkeys')
    .select(['credential_id', 'transports'])
    .where('user_id', '=', userId)
    .where('rp_id', '=', id)
    .orderBy('id')
    .execute()
  return rows.map(descriptorOf)
}

/** What a browser asks for one of these passkeys with. */
export const requestPasskey = (
  { id }: RelyingParty,
  { challenge, keys }: { challenge: string; keys: PasskeyDescriptor[] },
): PasskeyRequest => ({
  challenge,
  rpId: id,
  allowCredentials: keys,
  userVerification: 'preferred',
  timeout: TIMEOUT_MS,
})

/** All passkeys of a person, the oldest first. */
export async function listPasskeys(reader: Reader, userId: string): Promise<Passkey[]> {
  const rows = await reader
    .selectFrom('passkeys')
    .select(['id', 'name', 'rp_id', 'created_at', 'last_used_at'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    host: row.rp_id,
    created_at: row.created_at.toISOString(),
    last_used_at: row.last_used_at?.toISOString() ?? null,
  }))
}
