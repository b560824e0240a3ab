import type { PredictionImage } from '#contract/prediction-images.ts'
import { people } from '#server/domains/accounts/index.ts'
import type { Db } from '#server/platform/db/index.ts'
import { type PictureDeps, presentPublicImage } from './present-image.ts'

/** What their owners made public of these jobs, newest first, without words and parameters. */
export async function listPublicImages(
  deps: PictureDeps & { db: Db },
  jobs: readonly string[],
  limit: number,
): Promise<Pick<PredictionImage, 'id' | 'url' | 'width' | 'height' | 'blurhash' | 'alt'>[]> {
  if (jobs.length === 0) return []
  const { db } = deps
  const images = await db.kysely
    .selectFrom('prediction_images as image')
    .innerJoin('inference_jobs as job', 'job.id', 'image.job_id')
    .selectAll('image')
    .where('image.job_id', 'in', [...jobs])
    .where('image.status', '=', 'S')
    .where('image.is_public', '=', true)
    .where('image.deleted_at', 'is', null)
    .where('image.rating', 'in', ['None', 'PG', 'PG13'])
    .where('job.shows_child', '=', false)
    .where('image.user_id', 'not in', (eb) =>
      eb.selectFrom(people.as('owner')).select('owner.id').where('owner.banned_at', 'is not', null),
    )
    .orderBy('image.id', 'desc')
    .limit(limit)
    .execute()
  const rows = await db.kysely
    .selectFrom('inference_jobs')
    .selectAll()
    .where('id', 'in', [...new Set(images.map((image) => image.job_id)), ...jobs.slice(0, 1)])
    .execute()
  const byId = new Map(rows.map((job) => [job.id, job]))
  const shown = await Promise.all(
    // One by one: each may be another owner's, whose payments decide about the watermark.
    images.map((image) => presentPublicImage(deps, db, { image, job: byId.get(image.job_id)! })),
  )
  return shown.map(({ id, url, width, height, blurhash, alt }) => ({
    id,
    url,
    width,
    height,
    blurhash,
    alt,
  }))
}
