import { type Expression, type ExpressionBuilder, type Selectable, sql, type SqlBool } from 'kysely'
import type { Database, Db, Reader, Tx } from '#server/platform/db/index.ts'
import type { StoredParameters } from './kind.ts'
import { isId } from '#server/platform/storable-text.ts'

export type JobRow = Selectable<Database['inference_jobs']>
export type ImageRow = Selectable<Database['prediction_images']>

/** Where something is read: in the caller's transaction, or outside of any. */
export type DbOrTx = Db | Tx

export const readerOf = (source: DbOrTx): Reader => ('kysely' in source ? source.kysely : source)

/** Builds a condition on jobs that a query knows as `job`. */
export type JobBuilder = ExpressionBuilder<Database & { job: Database['inference_jobs'] }, 'job'>

/** Whether an image of a job was delivered and is still there. */
export const hasImages = (where: JobBuilder): Expression<SqlBool> =>
  where.exists(
    where
      .selectFrom('prediction_images as image')
      .select('image.id')
      .whereRef('image.job_id', '=', 'job.id')
      .where('image.status', '=', 'S')
      .where('image.deleted_at', 'is', null),
  )

/** The parameters of a job, which only its kind makes. */
export const parametersOf = ({ parameters }: Pick<JobRow, 'parameters'>) =>
  parameters as StoredParameters

/** Credits that were captured for delivered images. */
export const capturedFor = (job: Pick<JobRow, 'unit_price'>, images: readonly ImageRow[]): number =>
  job.unit_price * images.filter(({ status, is_free: isFree }) => status === 'S' && !isFree).length

export const isEnded = (job: Pick<JobRow, 'status'>) => job.status !== 'P' && job.status !== 'R'

export async function findJob(reader: Reader, id: string): Promise<JobRow | undefined> {
  return reader.selectFrom('inference_jobs').selectAll().where('id', '=', id).executeTakeFirst()
}

export async function findOwnJob(
  reader: Reader,
  userId: string,
  id: string,
): Promise<JobRow | undefined> {
  if (!isId(id)) return undefined
  const job = await findJob(reader, id)
  return job?.user_id === userId && job.removed_at === null ? job : undefined
}

/** Has an own job be found no more; what it delivered stays where it is. */
export async function removeJob(tx: Tx, userId: string, id: string): Promise<void> {
  await tx
    .updateTable('inference_jobs')
    .set({ removed_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .execute()
}

/** The jobs of an own batch, in their order; empty: there is no such batch. */
export async function findOwnBatch(reader: Reader, userId: string, id: string): Promise<JobRow[]> {
  if (!isId(id)) return []
  return reader
    .selectFrom('inference_jobs')
    .selectAll()
    .where('batch_id', '=', id)
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute()
}

export async function lockJob(tx: Tx, id: string): Promise<JobRow | undefined> {
  return tx
    .selectFrom('inference_jobs')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

export async function imagesOf(reader: Reader, jobIds: string[]): Promise<ImageRow[]> {
  if (jobIds.length === 0) return []
  return reader
    .selectFrom('prediction_images')
    .selectAll()
    .where('job_id', 'in', jobIds)
    .orderBy('job_id')
    .orderBy('index')
    .execute()
}

/** Images with the jobs that made them, in their order. */
export async function withJobs(
  reader: Reader,
  images: readonly ImageRow[],
): Promise<{ job: JobRow; image: ImageRow }[]> {
  if (images.length === 0) return []
  const jobs = await reader
    .selectFrom('inference_jobs')
    .selectAll()
    .where('id', 'in', [...new Set(images.map((image) => image.job_id))])
    .execute()
  const byId = new Map(jobs.map((job) => [job.id, job]))
  return images.map((image) => ({ image, job: byId.get(image.job_id)! }))
}
