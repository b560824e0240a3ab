import { sql } from 'kysely'
import type { Media } from '#server/domains/media/index.ts'
import type { Tx } from '#server/platform/db/index.ts'
import { lockStatements } from './lock-statements.ts'

/**
 * Marks what somebody made of photos and models of their child, and what they made of that, and takes it back from wherever it is
 * public or shared.
 * @param names of photos, images, trainings and models, as requests name them
 * @returns forgets the public copies; after the commit
 */
export async function hideChildren(
  { media }: { media: Media },
  tx: Tx,
  userId: string,
  names: readonly string[],
): Promise<() => Promise<void>> {
  await lockStatements(tx, userId, 'state')
  // Each kind of job names what it starts from in fields of its own, so the whole of its parameters is read.
  const { rows: jobs } = await sql<{ id: string }>`
    with recursive shown (name, job) as (
      select name, image.job_id from unnest(${names}::text[]) given (name)
        left join prediction_images image on image.id::text = name and image.user_id = ${userId}
      union
      select image.id::text, job.id from shown
        join inference_jobs job on job.user_id = ${userId}
          and (job.id = shown.job or strpos(job.parameters::text, shown.name) > 0)
        left join prediction_images image on image.job_id = job.id
    )
    update inference_jobs set shows_child = true
    where user_id = ${userId} and id in (select job from shown)
    returning id`.execute(tx)
  const ids = jobs.map(({ id }) => id)
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
