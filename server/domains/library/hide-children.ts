import { sql } from 'kysely'
import type { Making } from '#server/domains/jobs/index.ts'
import type { Media } from '#server/domains/media/index.ts'
import type { Tx } from '#server/platform/db/index.ts'

/**
 * Takes back what somebody made of photos and models of their child, and what they made of that, from wherever it is public or
 * shared.
 * @param names of photos, images, trainings and models, as requests name them
 * @returns forgets the public copies; after the commit
 */
export async function hideChildren(
  { media, making }: { media: Media; making: Pick<Making, 'markChildren'> },
  tx: Tx,
  userId: string,
  names: readonly string[],
): Promise<() => Promise<void>> {
  const ids = await making.markChildren(tx, userId, names)
  if (ids.length === 0) return async () => {}
  const { rows: ended } = await sql<{ id: string }>`
    with published as (
      select id, publication_id from prediction_images
      where job_id = any(${ids}::uuid[]) and is_public
      for update
    ), unpublished as (
      update prediction_images image set is_public = false, publication_id = null, shows_prompt = false
      from published where image.id = published.id
      returning published.publication_id as id
    ), unshared as (
      delete from image_shares using prediction_images image
      where image.id = image_shares.image_id and image.job_id = any(${ids}::uuid[])
      returning image_shares.id
    )
    select id from unpublished where id is not null union all select id from unshared`.execute(tx)
  return () => media.forgetCopies(ended.map(({ id }) => id))
}
