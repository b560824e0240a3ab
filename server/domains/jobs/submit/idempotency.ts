import { invalidField, userError } from '#server/platform/errors.ts'
import { leaveToCommit, type Reader, type Tx } from '#server/platform/db/index.ts'
import { t } from '#server/texts/index.ts'
import { findJob, type JobRow } from '../store.ts'

/** What makes a repeated request the same one. */
export interface IdempotencyKey {
  key: string
  /** Hash of the parsed body. */
  bodyHash: Buffer
}

const PRINTABLE = /^[\x20-\x7e]{1,255}$/

/**
 * @returns null when the header was not sent
 * @throws {AppError} `invalid` unless it has 1 to 255 printable characters
 */
export function parseIdempotencyKey(
  header: string | string[] | undefined,
  hashBody: () => Buffer,
): IdempotencyKey | null {
  if (header === undefined) return null
  if (typeof header !== 'string' || !PRINTABLE.test(header)) {
    throw invalidField('Idempotency-Key', t('jobs.keyCharacters'))
  }
  return { key: header, bodyHash: hashBody() }
}

/**
 * The job that this key made before.
 * @throws {AppError} `idempotency_mismatch` when it was made by another body
 */
export async function findByKey(
  reader: Reader,
  userId: string,
  { key, bodyHash }: IdempotencyKey,
): Promise<JobRow | null> {
  const row = await reader
    .selectFrom('idempotency_keys')
    .select(['body_hash', 'job_id'])
    .where('user_id', '=', userId)
    .where('key', '=', key)
    .executeTakeFirst()
  if (!row) return null
  if (!row.body_hash.equals(bodyHash)) {
    throw userError('idempotency_mismatch', t('common.requestKeyUsed'))
  }
  return (await findJob(reader, row.job_id)) ?? null
}

/** Remembers the key with the job that it made, in the same transaction; sent, and not waited for. */
export function rememberKey(
  tx: Tx,
  userId: string,
  { key, bodyHash }: IdempotencyKey,
  jobId: string,
): void {
  leaveToCommit(
    tx
      .insertInto('idempotency_keys')
      .values({ user_id: userId, key, body_hash: bodyHash, job_id: jobId })
      .execute(),
  )
}
