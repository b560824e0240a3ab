import { sql } from 'kysely'
import type { Tx } from '#server/platform/db/index.ts'

/**
 * Lets one transaction at a time change images of the site: a choice and a drawing of one place, and the removal of files
 * that another place is about to show, would not see each other. Taken before anything is read.
 */
export async function lockPictures(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('images of the site', 0))`.execute(tx)
}
