import type { Making } from '#server/domains/jobs/index.ts'
import { type Db, transact } from '#server/platform/db/index.ts'
import { removeImage } from './change-image.ts'

/**
 * Deletes an own video with its job, which is cancelled where it has not ended.
 * @throws {AppError} `not_found`
 */
export async function removeVideo(
  { db, making }: { db: Db; making: Pick<Making, 'readVideo' | 'cancel' | 'removeJob'> },
  userId: string,
  jobId: string,
): Promise<void> {
  const { id } = await making.readVideo(userId, jobId)
  const { images } = await making.cancel(userId, id)
  // Together: a job whose video alone is deleted is not found any more.
  await transact(db, async (tx) => {
    for (const image of images) await removeImage(tx, userId, image.id)
    await making.removeJob(tx, userId, id)
  })
}
