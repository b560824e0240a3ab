import { sql } from 'kysely'
import type { Passkey, PasskeyCreation, PasskeyRegistration } from '#contract/passkeys.ts'
import { PASSKEY_LIMITS } from '#contract/values/passkeys.ts'
import { transact, type Tx } from '#server/platform/db/index.ts'
import { type AppError, invalidField, userError } from '#server/platform/errors.ts'
import type { Caller } from '#server/platform/route.ts'
import { t } from '#server/texts/index.ts'
import { createSecret, hashSecret } from '../secrets.ts'
import { asOwner, type OwnerProof } from './as-owner.ts'
import { firstRecoveryCodes } from './recovery-codes.ts'
import { tellOwner } from './tell-owner.ts'
import { lockUser } from '../store.ts'
import type { AccountsContext } from '../types.ts'
import { listPasskeys, passkeysAt, TIMEOUT_MS } from '../passkeys/passkeys.ts'
import { type RelyingParty, takesPasskeys } from '../passkeys/relying-party.ts'

const SET_UP_SECONDS = 600
/** Ed25519, ES256 and RS256 by their COSE numbers: what authenticators sign with. */
const ALGORITHMS = [-8, -7, -257]

const refused = (): AppError => invalidField('credential', t('accounts.passkeyNotAdded'))

async function requireRoom(tx: Tx, userId: string): Promise<void> {
  const { count } = await tx
    .selectFrom('passkeys')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  if (count >= PASSKEY_LIMITS.passkeys)
    throw userError('conflict', t('accounts.tooManyPasskeys', { count: PASSKEY_LIMITS.passkeys }))
}

/** Keeps a challenge for ten minutes; that of before stops working. */
async function keepChallenge(tx: Tx, userId: string): Promise<string> {
  const challenge = createSecret()
  const row = {
    challenge_hash: hashSecret(challenge),
    expires_at: sql<Date>`now() + make_interval(secs => ${SET_UP_SECONDS})`,
  }
  await tx
    .insertInto('passkey_set_ups')
    .values({ user_id: userId, ...row })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
    .execute()
  return challenge
}

/**
 * Begins to add a passkey.
 * @returns what the browser makes it from
 * @throws {AppError} `conflict` at an address that is a number, and with too many; as {@link asOwner}
 */
export function beginPasskey(
  context: AccountsContext,
  { site, ...proof }: OwnerProof & { site: RelyingParty },
): Promise<PasskeyCreation> {
  if (!takesPasskeys(site)) throw userError('conflict', t('accounts.passkeysNeedName'))
  return asOwner(context, proof, async (tx, user) => {
    await requireRoom(tx, user.id)
    return {
      challenge: await keepChallenge(tx, user.id),
      rp: { id: site.id, name: site.name },
      user: {
        id: Buffer.from(user.id.replaceAll('-', ''), 'hex').toString('base64url'),
        name: user.email,
        displayName: user.email,
      },
      pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key' as const, alg })),
      timeout: TIMEOUT_MS,
      excludeCredentials: await passkeysAt(tx, user.id, site),
      authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
      attestation: 'none',
    }
  })
}

/** The challenge that a browser says it answers; null where it says none. */
function challengeIn({ response }: PasskeyRegistration): string | null {
  try {
    const said = JSON.parse(Buffer.from(response.clientDataJSON, 'base64url').toString()) as {
      challenge?: unknown
    } | null
    return typeof said?.challenge === 'string' ? said.challenge : null
  } catch {
    return null
  }
}

/** Uses a challenge up, whatever comes of it. @returns false for one that is not this person's, or no longer works */
async function spendChallenge(
  { db }: AccountsContext,
  userId: string,
  challenge: string,
): Promise<boolean> {
  const row = await db.kysely
    .deleteFrom('passkey_set_ups')
    .where('user_id', '=', userId)
    .where('challenge_hash', '=', hashSecret(challenge))
    .where('expires_at', '>', sql<Date>`now()`)
    .returning('user_id')
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Adds the passkey that a browser made; its owner gets an email.
 * @returns the passkey, with recovery codes where the account has none yet
 * @throws {AppError} `invalid` for the credential; `conflict` where it was not begun, or the passkey is known
 */
export async function finishPasskey(
  context: AccountsContext,
  {
    caller,
    site,
    name,
    credential,
  }: { caller: Caller; site: RelyingParty; name: string; credential: PasskeyRegistration },
): Promise<Passkey & { recovery_codes: string[] | null }> {
  const challenge = challengeIn(credential)
  if (challenge === null) throw refused()
  if (!(await spendChallenge(context, caller.userId, challenge)))
    throw userError('conflict', t('accounts.passkeyTookTooLong'))
  // Loaded by who needs it: few people add a passkey, and it brings a parser of certificates.
  const { verifyRegistration } = await import('../passkeys/verify.ts')
  const key = await verifyRegistration(site, challenge, credential)
  if (!key) throw refused()
  return transact(context.db, async (tx) => {
    const user = await lockUser(tx, caller.userId)
    if (!user || user.closing_at) throw refused()
    await requireRoom(tx, user.id)
    const row = await tx
      .insertInto('passkeys')
      .values({
        user_id: user.id,
        credential_id: key.id,
        public_key: key.publicKey,
        counter: String(key.counter),
        transports: JSON.stringify(credential.response.transports ?? []),
        rp_id: site.id,
        name,
        last_used_at: null,
      })
      .onConflict((conflict) => conflict.column('credential_id').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!row) throw userError('conflict', t('accounts.passkeyTaken'))
    await tellOwner(context, tx, user, 'passkeyAdded')
    const added = (await listPasskeys(tx, user.id)).find(({ id }) => id === row.id)!
    return { ...added, recovery_codes: await firstRecoveryCodes(tx, user.id) }
  })
}
