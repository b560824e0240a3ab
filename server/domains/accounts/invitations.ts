import { sql } from 'kysely'
import { withAsciiDomain } from '#contract/accounts.ts'
import {
  adminInvitations,
  type ExportedInvitation,
  type Invitation,
  type InvitationLink,
} from '#contract/invitations.ts'
import { paths } from '#contract/paths.ts'
import type { Reader, Tx } from '#server/platform/db/index.ts'
import { notFound, userError } from '#server/platform/errors.ts'
import { type KeysetQuery, readPage } from '#server/platform/keyset.ts'
import { isId } from '#server/platform/storable-text.ts'
import { t } from '#server/texts/index.ts'
import { createSecret, hashSecret } from './secrets.ts'

const OPEN = sql<boolean>`used_at is null and revoked_at is null and expires_at > now()`

/** Of an invitation named `i`. */
const STATE = sql<Invitation['state']>`case
  when i.used_at is not null then 'used'
  when i.revoked_at is not null then 'revoked'
  when i.expires_at <= now() then 'expired'
  else 'open' end`

const invitations = (reader: Reader) =>
  reader
    .selectFrom('invitations as i')
    .leftJoin('users as maker', 'maker.id', 'i.created_by')
    .leftJoin('users as guest', 'guest.id', 'i.used_by')
    .select(['i.id', 'i.email', 'i.created_at', 'i.expires_at', 'i.used_at'])
    .select(['maker.email as created_by', 'guest.email as used_by'])
    .select(STATE.as('state'))

type InvitationRow = Awaited<ReturnType<ReturnType<typeof invitations>['executeTakeFirstOrThrow']>>

const present = (row: InvitationRow): Invitation => ({
  ...row,
  created_at: row.created_at.toISOString(),
  expires_at: row.expires_at.toISOString(),
  used_at: row.used_at?.toISOString() ?? null,
})

/** One page of all invitations, newest first. @throws {AppError} `invalid` for a cursor that is none */
export async function listInvitations(
  reader: Reader,
  query: KeysetQuery,
): Promise<{ next: string | null; previous: string | null; results: Invitation[] }> {
  const { path } = adminInvitations.list
  const { items, ...links } = await readPage(invitations(reader), {
    id: 'i.id',
    path,
    query,
    usually: 50,
  })
  return { ...links, results: items.map(present) }
}

/** Whom an invitation is for, and by whom and how long. */
export interface InvitationInput {
  createdBy: string
  email: string | null
  days: number
}

/**
 * Makes an invitation in the caller's transaction.
 * @param origin of the site that its link leads to
 */
export async function createInvitation(
  tx: Tx,
  { createdBy, email, days }: InvitationInput,
  origin: string,
): Promise<Invitation & { link: string }> {
  const token = createSecret()
  const { id } = await tx
    .insertInto('invitations')
    .values({
      token_hash: hashSecret(token),
      email,
      created_by: createdBy,
      expires_at: sql<Date>`now() + make_interval(days => ${days})`,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const row = await invitations(tx).where('i.id', '=', id).executeTakeFirstOrThrow()
  return { ...present(row), link: origin + paths.register.link({ invitation: token }) }
}

/**
 * Withdraws an invitation in the caller's transaction.
 * @throws {AppError} `not_found`; `conflict` for one that is used, withdrawn or over
 */
export async function revokeInvitation(tx: Tx, id: string): Promise<void> {
  if (!isId(id)) throw notFound()
  const row = await tx
    .updateTable('invitations')
    .set({ revoked_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where(OPEN)
    .returning('id')
    .executeTakeFirst()
  if (row) return
  const known = await tx
    .selectFrom('invitations')
    .select('id')
    .where('id', '=', id)
    .executeTakeFirst()
  throw known ? userError('conflict', t('accounts.invitationNotUsable')) : notFound()
}

/** The worth of an invitation's link. */
export async function checkInvitation(reader: Reader, token: string): Promise<InvitationLink> {
  const row = await reader
    .selectFrom('invitations as i')
    .select('i.email')
    .select(STATE.as('state'))
    .where('i.token_hash', '=', hashSecret(token))
    .executeTakeFirst()
  if (!row) return { state: 'unknown', email: null }
  return { state: row.state, email: row.state === 'open' ? row.email : null }
}

/** Whether an invitation's address is the one that somebody registers. */
export const isForAddress = (invited: string, email: string): boolean =>
  invited.toLowerCase() === withAsciiDomain(email.trim()).toLowerCase()

/**
 * Uses an invitation up for an account that was just opened.
 * @returns false where another account, its withdrawal or its end was quicker
 */
export async function redeemInvitation(
  tx: Tx,
  token: string,
  user: { id: string; email: string },
): Promise<boolean> {
  const row = await tx
    .updateTable('invitations')
    .set({ used_at: sql<Date>`now()`, used_by: user.id })
    .where('token_hash', '=', hashSecret(token))
    .where(OPEN)
    .where(sql<boolean>`(email is null or lower(email) = lower(${user.email}))`)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Tells whether an account was opened with an invitation. */
export async function isInvited(reader: Reader, userId: string): Promise<boolean> {
  const used = await reader
    .selectFrom('invitations')
    .select('id')
    .where('used_by', '=', userId)
    .limit(1)
    .executeTakeFirst()
  return used !== undefined
}

/** The invitation that an account was opened with, and those that its owner made. */
export async function invitationsOf(reader: Reader, userId: string): Promise<ExportedInvitation[]> {
  const rows = await reader
    .selectFrom('invitations')
    .select(['email', 'created_at', 'expires_at', 'used_at', 'used_by'])
    .where((where) => where.or([where('used_by', '=', userId), where('created_by', '=', userId)]))
    .orderBy('id')
    .execute()
  return rows.map(({ used_by: usedBy, ...row }) => ({
    role: usedBy === userId ? ('used' as const) : ('made' as const),
    email: row.email,
    created_at: row.created_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
    used_at: row.used_at?.toISOString() ?? null,
  }))
}

/** Removes what names somebody who deletes their account: invitations for them, and those that they made. */
export async function forgetInvitations(
  tx: Tx,
  { id, email }: { id: string; email: string },
): Promise<void> {
  await tx
    .deleteFrom('invitations')
    .where((where) =>
      where.or([
        where('used_by', '=', id),
        where('created_by', '=', id),
        where(sql`lower(email)`, '=', email.toLowerCase()),
      ]),
    )
    .execute()
}
