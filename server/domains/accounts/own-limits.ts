import { sql } from 'kysely'
import type { OwnLimits } from '#contract/own-limits.ts'
import { type Reader, statement, type Tx } from '#server/platform/db/index.ts'
import { invalidField, notFound, userError } from '#server/platform/errors.ts'
import { isId } from '#server/platform/storable-text.ts'
import { t } from '#server/texts/index.ts'
import { lockUser } from './store.ts'

/** SQL for the own limits of a user as the contract has them, null for none; `user` as in `$1`. */
export const ownLimitsOfUser = (user: string) => `(
  select json_build_object('queue', queue, 'running', running, 'storage_mb', storage_mb,
    'calls_per_minute', calls_per_minute, 'reason', reason,
    'changed_at', to_char(changed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
  from own_limits where user_id = ${user})`

const FIND = statement<{ limits: OwnLimits | null }>(`select ${ownLimitsOfUser('$1')} as limits`)

/** Limits of a person in the place of those of their plan; null: none. */
export async function ownLimitsOf(reader: Reader, userId: string): Promise<OwnLimits | null> {
  const [row] = await FIND.run(reader, [userId])
  return row!.limits
}

export interface OwnLimitsInput extends Omit<OwnLimits, 'changed_at'> {
  userId: string
  /** When those were set that are replaced; null: there were none. */
  insteadOf: string | null
}

export interface OwnLimitsChange {
  before: OwnLimits | null
  now: OwnLimits
}

/**
 * Sets the own limits of a person, in the caller's transaction.
 * @throws {AppError} `not_found`; `invalid` where none is set; `conflict` where others were set meanwhile; `permission_denied`
 * for staff
 */
export async function setOwnLimits(
  tx: Tx,
  { userId, insteadOf, ...limits }: OwnLimitsInput,
): Promise<OwnLimitsChange> {
  const { queue, running, storage_mb: storage, calls_per_minute: calls } = limits
  if ([queue, running, storage, calls].every((limit) => limit === null))
    throw invalidField('queue', t('accounts.setALimit'))
  const user = isId(userId) ? await lockUser(tx, userId) : undefined
  if (!user || user.closing_at) throw notFound()
  if (user.is_staff || user.is_admin)
    throw userError('permission_denied', t('accounts.staffNotLimited'))
  const before = await ownLimitsOf(tx, user.id)
  if ((before?.changed_at ?? null) !== insteadOf)
    throw userError('conflict', t('accounts.limitsChanged'))
  const row = { ...limits, changed_at: sql<Date>`date_trunc('milliseconds', clock_timestamp())` }
  await tx
    .insertInto('own_limits')
    .values({ user_id: user.id, ...row })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
    .execute()
  return { before, now: (await ownLimitsOf(tx, user.id))! }
}

/**
 * Puts a person back to the limits of their plan, in the caller's transaction. @returns those that they had
 * @throws {AppError} `not_found`; `conflict` where there are none
 */
export async function removeOwnLimits(tx: Tx, userId: string): Promise<OwnLimits> {
  const user = isId(userId) ? await lockUser(tx, userId) : undefined
  if (!user || user.closing_at) throw notFound()
  const before = await ownLimitsOf(tx, user.id)
  if (!before) throw userError('conflict', t('accounts.noOwnLimits'))
  await tx.deleteFrom('own_limits').where('user_id', '=', user.id).execute()
  return before
}
