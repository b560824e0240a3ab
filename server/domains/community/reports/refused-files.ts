import { sql } from 'kysely'
import type { Reader } from '#server/platform/db/index.ts'

/**
 * Whether one of these files is of a model that was removed here by a decision that stands.
 * @param hashes SHA-256 of each, hexadecimal
 */
export async function isRefusedFile(reader: Reader, hashes: readonly string[]): Promise<boolean> {
  if (hashes.length === 0) return false
  const { rows } = await sql`
    select from community_model_files file
    join community_model_versions version on version.id = file.version_id
    join community_takedowns takedown on takedown.item_id = version.model_id
    where file.sha256 = any (${hashes}::text[])
      and takedown.kind = 'model' and takedown.action = 'remove' and takedown.reversed_at is null
    limit 1`.execute(reader)
  return rows.length > 0
}
