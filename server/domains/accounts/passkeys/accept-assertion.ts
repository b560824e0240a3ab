import { sql } from 'kysely'
import type { PasskeyAssertion } from '#contract/passkeys.ts'
import type { Tx } from '#server/platform/db/index.ts'
import type { RelyingParty } from './relying-party.ts'

/**
 * Accepts the answer of a person's passkey to the challenge of a login, and keeps its counter. A counter that did not grow is that
 * of a copy; authenticators that do not count always say 0.
 */
export async function isAccepted(
  tx: Tx,
  {
    userId,
    site,
    challenge,
    assertion,
  }: { userId: string; site: RelyingParty; challenge: string; assertion: PasskeyAssertion },
): Promise<boolean> {
  const row = await tx
    .selectFrom('passkeys')
    .select(['id', 'credential_id', 'public_key', 'counter'])
    .where('credential_id', '=', Buffer.from(assertion.id, 'base64url'))
    .where('user_id', '=', userId)
    .where('rp_id', '=', site.id)
    .executeTakeFirst()
  if (!row) return false
  const key = {
    id: row.credential_id,
    publicKey: row.public_key,
    counter: Number(row.counter),
  }
  // Loaded by who needs it: few people log in by a passkey, and it brings a parser of certificates.
  const { verifyAssertion } = await import('./verify.ts')
  const counter = await verifyAssertion(site, challenge, { key, assertion })
  if (counter === null) return false
  const used = await tx
    .updateTable('passkeys')
    .set({ counter: String(counter), last_used_at: sql<Date>`now()` })
    .where('id', '=', row.id)
    .where('counter', '=', row.counter)
    .returning('id')
    .executeTakeFirst()
  return used !== undefined
}
