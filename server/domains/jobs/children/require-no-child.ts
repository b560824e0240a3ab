import type { Reader } from '#server/platform/db/index.ts'
import { userError } from '#server/platform/errors.ts'

/** @throws {AppError} `permission_denied` for an image of a child, which strangers never see */
export async function requireNoChild(
  reader: Reader,
  userId: string,
  imageId: string,
): Promise<void> {
  const child = await reader
    .selectFrom('prediction_images as image')
    .innerJoin('inference_jobs as job', 'job.id', 'image.job_id')
    .select('image.id')
    .where('image.id', '=', imageId)
    .where('image.user_id', '=', userId)
    .where('job.shows_child', '=', true)
    .executeTakeFirst()
  if (child)
    throw userError(
      'permission_denied',
      'Images of your child are for you alone: they can’t be published or shared.',
    )
}
