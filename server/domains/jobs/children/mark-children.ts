import { sql } from 'kysely'
import type { Tx } from '#server/platform/db/index.ts'
import { lockStatements } from './lock-statements.ts'

/**
 * Marks what somebody made of photos and models of their child, and what they made of that.
 * @param names of photos, images, trainings and models, as requests name them
 * @returns ids of the jobs that are marked now
 */
export async function markChildren(
  tx: Tx,
  userId: string,
  names: readonly string[],
): Promise<string[]> {
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
  return jobs.map(({ id }) => id)
}
