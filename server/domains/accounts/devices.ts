import { sql } from 'kysely'
import type { Db, Tx } from '#server/platform/db/index.ts'
import { Reply } from '#server/platform/route.ts'
import { createSecret, hashSecret } from './secrets.ts'
import type { AccountsContext } from './types.ts'

const DEVICE_COOKIE = 'device'
const YEAR_SECONDS = 31_536_000
/** As `createSecret` makes them. */
const SECRET = /^[\w-]{43}$/

type Cookies = Readonly<Record<string, string | undefined>>

/** What the cookie of a browser says; null: none, or none of ours. It proves nothing before it is looked up. */
export function readDevice(cookies: Cookies): string | null {
  const value = cookies[DEVICE_COOKIE] ?? ''
  return SECRET.test(value) ? value : null
}

/** Whether a browser has signed in to the account of an address. */
export async function isKnownDevice(db: Db, device: string, email: string): Promise<boolean> {
  const row = await db.kysely
    .selectFrom('devices as device')
    .innerJoin('users as owner', 'owner.id', 'device.user_id')
    .select('device.user_id')
    .where('device.token_hash', '=', hashSecret(device))
    .where(sql<boolean>`lower(owner.email) = lower(${email.trim()})`)
    .executeTakeFirst()
  return row !== undefined
}

/** A browser keeps its secret for all accounts that are used on it, if the secret is one that was given out here. */
async function secretFor(db: Db, device: string | null): Promise<string> {
  if (device === null) return createSecret()
  const row = await db.kysely
    .selectFrom('devices')
    .select('user_id')
    .where('token_hash', '=', hashSecret(device))
    .executeTakeFirst()
  return row ? device : createSecret()
}

async function rememberDevice(db: Db, userId: string, device: string | null): Promise<string> {
  const secret = await secretFor(db, device)
  await db.kysely
    .insertInto('devices')
    .values({ token_hash: hashSecret(secret), user_id: userId })
    .onConflict((conflict) =>
      conflict.columns(['token_hash', 'user_id']).doUpdateSet({ last_used_at: sql<Date>`now()` }),
    )
    .execute()
  return secret
}

/** An answer that lets the browser prove later that its person has signed in to the account. */
export async function withDevice<T>(
  { db, config, onSignedIn }: AccountsContext,
  { userId, cookies, ip }: { userId: string; cookies: Cookies; ip: string },
  body: T,
): Promise<Reply<T>> {
  await onSignedIn({ userId, ip })
  const secret = await rememberDevice(db, userId, readDevice(cookies))
  const attributes = ['Path=/', `Max-Age=${YEAR_SECONDS}`, 'HttpOnly', 'SameSite=Lax']
  if (config.publicUrl.startsWith('https:')) attributes.push('Secure')
  return new Reply(200, body, {
    'Set-Cookie': `${DEVICE_COOKIE}=${secret}; ${attributes.join('; ')}`,
  })
}

/** {@link withDevice} for the owner of a session that was just opened. */
export async function withDeviceOf<T>(
  context: AccountsContext,
  { key, ...from }: { key: string; cookies: Cookies; ip: string },
  body: T,
): Promise<Reply<T> | T> {
  const session = await context.db.kysely
    .selectFrom('sessions')
    .select('user_id')
    .where('token_hash', '=', hashSecret(key))
    .executeTakeFirst()
  // It was ended at this very moment.
  return session ? withDevice(context, { userId: session.user_id, ...from }, body) : body
}

/** Forgets the browsers of an account. */
export async function forgetDevices(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('devices').where('user_id', '=', userId).execute()
}
