import { type Selectable, sql } from 'kysely'
import { withAsciiDomain } from '#contract/accounts.ts'
import type { Database, Reader, Tx } from '#server/platform/db/index.ts'

export type UserRow = Selectable<Database['users']>

export async function findUserByEmail(reader: Reader, email: string): Promise<UserRow | undefined> {
  return reader
    .selectFrom('users')
    .selectAll()
    .where(sql<boolean>`lower(email) = lower(${withAsciiDomain(email.trim())})`)
    .executeTakeFirst()
}

export async function findUserById(reader: Reader, id: string): Promise<UserRow | undefined> {
  return reader.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Locks a user's row until the transaction ends: what belongs to one person is changed one by one. */
export async function lockUser(tx: Tx, id: string): Promise<UserRow | undefined> {
  return tx.selectFrom('users').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

/**
 * Locks accounts in the order of their ids, so that two that do so never wait for each other. With `key share` they can change, but not
 * be deleted.
 * @returns those that are not deleted
 */
export async function lockUsers(
  tx: Tx,
  ids: readonly string[],
  strength: 'update' | 'key share',
): Promise<string[]> {
  const query = tx
    .selectFrom('users')
    .select('id')
    .where('id', 'in', ids)
    .where('closing_at', 'is', null)
    .orderBy('id')
  const rows = await (strength === 'update' ? query.forUpdate() : query.forKeyShare()).execute()
  return rows.map(({ id }) => id)
}

/**
 * Keeps accounts from being deleted, limited or banned until the transaction ends, without waiting for who does it just now.
 * @returns those that nobody changes now
 */
export async function lockUnchanged(tx: Tx, ids: readonly string[]): Promise<Set<string>> {
  const rows = await tx
    .selectFrom('users')
    .select('id')
    .where('id', 'in', ids)
    .orderBy('id')
    .forKeyShare()
    .skipLocked()
    .execute()
  return new Set(rows.map(({ id }) => id))
}

export interface NewUser {
  email: string
  firstName: string
  lastName?: string
  passwordHash: string | null
  google?: string
  facebook?: string
  staff?: boolean
  admin?: boolean
  /** Id of the brand where they register. */
  brand?: string
  /** Language of the page where they register. */
  language?: string | null
}

/** @returns null when the e-mail address has an account */
export async function insertUser(tx: Tx, user: NewUser): Promise<UserRow | null> {
  const row = await tx
    .insertInto('users')
    .values({
      email: withAsciiDomain(user.email.trim()),
      first_name: user.firstName,
      last_name: user.lastName ?? '',
      password_hash: user.passwordHash,
      google_subject: user.google ?? null,
      facebook_id: user.facebook ?? null,
      is_staff: user.staff ?? false,
      is_admin: user.admin ?? false,
      brand: user.brand ?? null,
      language: user.language ?? null,
    })
    .onConflict((conflict) => conflict.expression(sql`lower(email)`).doNothing())
    .returningAll()
    .executeTakeFirst()
  return row ?? null
}
