import type { Tx } from '#server/platform/db/index.ts'
import { userError } from '#server/platform/errors.ts'
import { t } from '#server/texts/index.ts'

/**
 * Asked in the transaction that shows an image to strangers. It waits for a statement about the image that is being made, and a
 * later one waits for the transaction, and then takes back what it did.
 * @throws {AppError} `permission_denied` for an image of a child, which strangers never see
 */
export async function requireNoChild(tx: Tx, userId: string, imageId: string): Promise<void> {
  const found = await tx
    .selectFrom('prediction_images as image')
    .innerJoin('inference_jobs as job', 'job.id', 'image.job_id')
    .select('job.shows_child')
    .where('image.id', '=', imageId)
    .where('image.user_id', '=', userId)
    .forShare('job')
    .executeTakeFirst()
  if (found?.shows_child) throw userError('permission_denied', t('jobs.ownChildOnly'))
}
