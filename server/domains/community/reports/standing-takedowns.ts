import { type RawBuilder, sql } from 'kysely'
import type { Reader, Tx } from '#server/platform/db/index.ts'

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

/** Has decisions that keep something away give it back to its owner alone, who took it back meanwhile. */
export async function noteWithdrawn(tx: Tx, item: string): Promise<void> {
  await sql`
    update community_takedowns set took = 'withdrawn'
    where item_id = ${item} and took is not null`.execute(tx)
}

/**
 * Has the first decision that keeps something away show it again when it is taken back: everybody saw it until a ban, which
 * has ended. What keeps an image away may be a decision about its link.
 */
export async function noteShown(tx: Tx, item: string): Promise<void> {
  await sql`
    update community_takedowns set took = 'published'
    where id = (
      select id from community_takedowns
      where item_id in ${sameAs(item)} and action <> 'keep' and reversed_at is null
      order by id limit 1)`.execute(tx)
}
