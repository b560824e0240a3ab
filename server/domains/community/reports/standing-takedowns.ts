import { type RawBuilder, sql } from 'kysely'
import type { Reader } from '#server/platform/db/index.ts'

/**
 * Ids by which reports and decisions name the same thing, for `in`: an image is reported as explore shows it, and as its
 * owner shared it by a link.
 */
export const sameAs = (item: string): RawBuilder<string> => sql<string>`(
  select ${item}::uuid
  union all select image_id from community_images where id = ${item} and image_id is not null
  union all select id from community_images where image_id = ${item})`

/** Whether a decision keeps something out of sight, or it was hidden because of a report that is still open. */
export async function isTakenDown(reader: Reader, item: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from community_takedowns
      where item_id in ${sameAs(item)} and action <> 'keep' and reversed_at is null
    union all select 1 from community_reports
      where item_id in ${sameAs(item)} and state = 'open' and hidden_at is not null
    limit 1`.execute(reader)
  return rows.length > 0
}

/** Whether everybody saw something before the first of the decisions about it. */
export async function wasShown(reader: Reader, item: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from community_takedowns
    where item_id = ${item} and action <> 'keep' and was_shown limit 1`.execute(reader)
  return rows.length > 0
}
