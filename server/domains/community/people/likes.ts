import { sql } from 'kysely'
import { type Db, transact } from '#server/platform/db/index.ts'
import type { CommunityDeps } from '../deps.ts'
import { notifyOfLikes } from '../notifications/notify.ts'
import { readImage } from '../read-image.ts'
import type { Viewer } from '../viewer.ts'

/** Deltas that one turn adds up; the next takes the rest. */
const MOST_AT_ONCE = 50_000

/** Likes an image or takes the like back, once however often it is asked. @throws {AppError} `not_found` */
export async function setLike(
  { kysely }: Db,
  viewer: Viewer & { userId: string },
  { image, like }: { image: string; like: boolean },
): Promise<{ reactions: { like: boolean; count: number } }> {
  const { id } = await readImage(kysely, viewer, image)
  const { userId } = viewer
  if (like)
    await sql`
      with liked as (
        insert into community_likes (image_id, user_id) values (${id}, ${userId})
        on conflict do nothing returning image_id
      )
      insert into community_like_deltas (image_id, delta) select image_id, 1 from liked`.execute(
      kysely,
    )
  else
    await sql`
      with unliked as (
        delete from community_likes where image_id = ${id} and user_id = ${userId}
        returning image_id
      )
      insert into community_like_deltas (image_id, delta) select image_id, -1 from unliked`.execute(
      kysely,
    )
  const { reactions } = await readImage(kysely, viewer, id)
  return { reactions }
}

/** Adds what was liked since to the counts that lists are sorted by, and tells the owners. Several at once share the work. */
export async function foldLikes(deps: Pick<CommunityDeps, 'db' | 'events'>): Promise<void> {
  await transact(deps.db, async (tx) => {
    const { rows } = await sql<{ image_id: string; delta: number }>`
    with taken as (
      delete from community_like_deltas where id in (
        select id from community_like_deltas order by id limit ${MOST_AT_ONCE} for update skip locked
      ) returning image_id, delta
    ), sums as (
      select image_id, sum(delta)::integer as delta from taken group by image_id
    ), changed as (
      update community_images i set likes = greatest(0, i.likes + sums.delta)
      from sums where i.id = sums.image_id and sums.delta <> 0
      returning i.id, i.likes
    ), listed as (
      update community_image_lists l set likes = changed.likes
      from changed where l.image_id = changed.id
    )
    select image_id, delta from sums where delta > 0`.execute(tx)
    await notifyOfLikes(
      deps,
      tx,
      rows.map(({ image_id: image }) => image),
    )
  })
}
