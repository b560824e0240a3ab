import { sql } from 'kysely'
import type { Db } from '#server/platform/db/index.ts'
import { invalidField } from '#server/platform/errors.ts'
import type { Caller } from '#server/platform/route.ts'
import { t } from '#server/texts/index.ts'

/**
 * Keeps the time zone in which somebody's days begin.
 * @throws {AppError} `invalid` where it is no IANA name, or one that the database does not know
 */
export async function setTimeZone(db: Db, { userId }: Caller, timeZone: string): Promise<void> {
  if (!(isName(timeZone) && (await isKnown(db, timeZone)))) {
    throw invalidField('time_zone', t('accounts.timeZoneUnknown'))
  }
  await db.kysely
    .updateTable('users')
    .set({ time_zone: timeZone })
    .where('id', '=', userId)
    .execute()
}

/** Not an offset such as `+02:00`, whose sign the database reads the other way round. */
function isName(timeZone: string): boolean {
  if (!/^[a-z]/i.test(timeZone)) return false
  try {
    return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

const INVALID_PARAMETER_VALUE = '22023'

/** Days are cut by the database, whose list of zones may be older. */
async function isKnown(db: Db, timeZone: string): Promise<boolean> {
  try {
    await sql`select now() at time zone ${timeZone}`.execute(db.kysely)
    return true
  } catch (error) {
    if ((error as { code?: string }).code === INVALID_PARAMETER_VALUE) return false
    throw error
  }
}
