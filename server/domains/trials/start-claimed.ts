import { sql } from 'kysely'
import type { UnsaidJob } from '#contract/inference-jobs.ts'
import { hashBody } from '#server/domains/jobs/index.ts'
import { userError } from '#server/platform/errors.ts'
import { t } from '#server/texts/index.ts'
import type { TrialRow, TrialsDeps } from './deps.ts'

/**
 * Makes the photo of a trial an upload of who claimed it, and orders its job. The trial's key makes that one job, however
 * often and from wherever this is called.
 * @throws {AppError} as an upload and as the start of a job; the reason of the signal
 */
export async function startClaimed(
  deps: TrialsDeps,
  row: TrialRow,
  userId: string,
  signal: AbortSignal,
): Promise<UnsaidJob> {
  const image = row.upload_id ?? (await makeUpload(deps, row, userId, signal))
  const request = { type: 'RB' as const, image }
  const key = { key: `trial:${row.id}`, bodyHash: hashBody(request) }
  const job = await deps.commissions.startAlone({ userId, emailVerified: true }, request, key)
  await deps.db.kysely
    .updateTable('tool_trials')
    .set({ job_id: job.id })
    .where('id', '=', row.id)
    .where('job_id', 'is', null)
    .execute()
  return job
}

/** Of two at once the first one's upload is used, and the other's is removed. */
async function makeUpload(
  { db, storage, uploads }: TrialsDeps,
  row: TrialRow,
  userId: string,
  signal: AbortSignal,
): Promise<string> {
  const file = await storage.read(row.photo_key)
  if (!file) throw userError('gone', t('trials.photoDeleted'))
  const own = await uploads.addPhoto({ userId, purpose: 'picture', file, signal })
  const { upload_id: used } = await db.kysely
    .updateTable('tool_trials')
    .set({ upload_id: sql<string>`coalesce(upload_id, ${own.id})` })
    .where('id', '=', row.id)
    .returning('upload_id')
    .executeTakeFirstOrThrow()
  if (used !== own.id) await uploads.removePhoto(own.id)
  return used!
}
