import { type Selectable, sql } from 'kysely'
import type { TrainingStatus } from '#contract/lora-trainings.ts'
import { trainingCost } from '#server/domains/billing/index.ts'
import { uploads } from '#server/domains/media/index.ts'
import type { Database, Reader, Tx } from '#server/platform/db/index.ts'
import { notFound } from '#server/platform/errors.ts'
import { isId } from '#server/platform/storable-text.ts'

export type TrainingRow = Selectable<Database['lora_trainings']>

export type PhotoRow = Selectable<Database['lora_training_images']> & {
  storage_key: string
  expires_at: Date
}

/** Whether it is not started, or may be started once more. */
export const isStartable = ({ status }: Pick<TrainingRow, 'status'>): boolean =>
  status === 'Not Started' || status === 'Failed'

/** Between being started and having ended. */
export const OPEN: readonly TrainingStatus[] = ['Pending', 'Running', 'Downloading']

export const isOpen = ({ status }: Pick<TrainingRow, 'status'>): boolean => OPEN.includes(status)

/** Whether an attempt at it goes on, or another one will. */
export const isAtWork = ({
  status,
  deleted_at: deletedAt,
}: Pick<TrainingRow, 'status' | 'deleted_at'>): boolean =>
  (status === 'Pending' || status === 'Running') && deletedAt === null

/** @throws {AppError} `not_found` for what is not there and for what is somebody else's */
export async function readOwn(reader: Reader, userId: string, id: string): Promise<TrainingRow> {
  const row = isId(id)
    ? await reader
        .selectFrom('lora_trainings')
        .selectAll()
        .where('id', '=', id)
        .where('user_id', '=', userId)
        .where('deleted_at', 'is', null)
        .executeTakeFirst()
    : undefined
  if (!row) throw notFound()
  return row
}

/** Like {@link readOwn}, and locks it: nobody else changes it, or adds photos to it, until the transaction ends. */
export async function lockOwn(tx: Tx, userId: string, id: string): Promise<TrainingRow> {
  await readOwn(tx, userId, id)
  await tx.selectFrom('lora_trainings').select('id').where('id', '=', id).forUpdate().execute()
  return readOwn(tx, userId, id)
}

/** Photos that are still there, in the order in which they came. */
export async function photosOf(reader: Reader, trainings: readonly string[]): Promise<PhotoRow[]> {
  if (trainings.length === 0) return []
  return reader
    .selectFrom('lora_training_images as photo')
    .innerJoin(uploads.as('upload'), 'upload.id', 'photo.upload_id')
    .selectAll('photo')
    .select(['upload.storage_key', 'upload.expires_at'])
    .where('photo.lora_training_id', 'in', [...trainings])
    .where('upload.deleted_at', 'is', null)
    .where('upload.expires_at', '>', sql<Date>`money_now()`)
    .orderBy('photo.id')
    .execute()
}

/** Whether a result is so unlike its photos that another training is free, once and within a week of its end. */
export const isUnlike = (
  {
    status,
    likeness,
    is_free: isFree,
    is_stopped: isStopped,
    retrain_until: until,
  }: Pick<TrainingRow, 'status' | 'likeness' | 'is_free' | 'is_stopped' | 'retrain_until'>,
  least: number,
  now: Date,
): boolean =>
  until !== null &&
  now < until &&
  status === 'Successful' &&
  likeness !== null &&
  likeness < least &&
  !isFree &&
  !isStopped

/** Those of these studios that were trained once more for free. */
export async function retrainedOf(
  reader: Reader,
  rows: readonly TrainingRow[],
): Promise<Set<string>> {
  const ids = rows.filter(({ likeness }) => likeness !== null).map(({ id }) => id)
  if (ids.length === 0) return new Set()
  const found = await reader
    .selectFrom('lora_trainings')
    .select('retrain_of')
    .where('retrain_of', 'in', ids)
    .execute()
  return new Set(found.flatMap(({ retrain_of: id }) => id ?? []))
}

/** Credits that a start holds. */
export const priceOf = ({ is_free: isFree }: Pick<TrainingRow, 'is_free'>): number =>
  isFree ? 0 : trainingCost()

/** Models of the credit month that count: a training that failed by itself gave its place back. */
export async function countSlots(reader: Reader, userId: string, since: Date): Promise<number> {
  const { count } = await reader
    .selectFrom('lora_trainings')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('user_id', '=', userId)
    .where('slot_at', '>=', since)
    .executeTakeFirstOrThrow()
  return count
}

/** The samples of the finished model; where there are none, those of the last step. */
export function lastDrawn<T extends { step: number; with_subject?: boolean }>(
  samples: readonly T[],
): T[] {
  const own = samples.filter((sample) => sample.with_subject)
  const last = Math.max(0, ...samples.map(({ step }) => step))
  return own.length > 0 ? own : samples.filter(({ step }) => step === last)
}
