import { sql } from 'kysely'
import { type Db, transact } from '#server/platform/db/index.ts'
import { AppError, userError } from '#server/platform/errors.ts'
import { t } from '#server/texts/index.ts'

/** What tells a repeated order from a second one. */
export interface OrderedRequest {
  keyId: string
  /** Hash of all that was asked for. */
  bodyHash: Buffer
  /** The header Idempotency-Key. */
  idempotencyKey: string | undefined
  /** How often the client says that it has sent this before. */
  retries: number
}

/** An order, and the job that it has become. */
export interface OpenedRequest {
  id: string
  jobId: string | null
  /** It was there before: other calls may be at it. */
  isJoined: boolean
}

/** After that nobody asks again for what was refused for now. */
const REFUSED_MINUTES = 2

/**
 * The order that a request belongs to: one that was made or joined in the last ten minutes, with the same Idempotency-Key or, for a client that
 * repeats a request, with the same body; else a new one. It is written before the job is, so a repetition that comes while
 * the first is still on its way joins it too.
 *
 * A client that names no key numbers the repetitions of each of its calls. So a repetition joins only an order that was not repeated as
 * often yet: of equal calls that were refused, each comes to an order of its own. One that was refused is taken first.
 * @throws {AppError} `idempotency_mismatch`
 */
export async function openRequest(
  db: Db,
  { keyId, bodyHash, idempotencyKey, retries }: OrderedRequest,
): Promise<OpenedRequest> {
  return transact(db, async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext('api_key_requests'), hashtext(${keyId}))`.execute(
      tx,
    )
    const earlier = tx
      .selectFrom('api_key_requests')
      .select(['id', 'job_id', 'body_hash'])
      .where('key_id', '=', keyId)
      .where('created_at', '>', sql<Date>`now() - interval '10 minutes'`)
    const found =
      idempotencyKey === undefined
        ? retries > 0
          ? await earlier
              .where('body_hash', '=', bodyHash)
              .where('idempotency_key', 'is', null)
              .where('retries', '<', retries)
              .where(
                sql<boolean>`(refused_at is null or refused_at > now() - make_interval(mins => ${REFUSED_MINUTES}))`,
              )
              .orderBy(sql`refused_at is null`)
              .orderBy('id', 'desc')
              .executeTakeFirst()
          : undefined
        : await earlier
            .where('idempotency_key', '=', idempotencyKey)
            .orderBy('id', 'desc')
            .executeTakeFirst()
    if (found && !found.body_hash.equals(bodyHash)) {
      throw userError('idempotency_mismatch', t('common.requestKeyUsed'))
    }
    if (found) {
      // Of a long job the third repetition comes later than ten minutes after the first.
      await tx
        .updateTable('api_key_requests')
        .set({ created_at: sql<Date>`now()`, retries, refused_at: null })
        .where('id', '=', found.id)
        .execute()
      return { id: found.id, jobId: found.job_id, isJoined: true }
    }
    const { id } = await tx
      .insertInto('api_key_requests')
      .values({
        key_id: keyId,
        body_hash: bodyHash,
        idempotency_key: idempotencyKey ?? null,
        job_id: null,
        retries,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { id, jobId: null, isJoined: false }
  })
}

/** Notes the job that an order has become. */
export async function noteJob({ kysely }: Db, requestId: string, jobId: string): Promise<void> {
  await kysely
    .updateTable('api_key_requests')
    .set({ job_id: jobId })
    .where('id', '=', requestId)
    .execute()
}

/** Statuses after which clients ask again. */
const isAskedAgain = (error: unknown): boolean =>
  error instanceof AppError && ([408, 409, 429].includes(error.status) || error.status >= 500)

/** Notes that nobody waits for an order from which no job has come: a call that repeats it takes it first. */
export async function noteLeft({ kysely }: Db, requestId: string): Promise<void> {
  await kysely
    .updateTable('api_key_requests')
    .set({ refused_at: sql<Date>`now()` })
    .where('id', '=', requestId)
    .where('job_id', 'is', null)
    .execute()
}

/** Notes that no job has come of an order: what nobody asks again for is forgotten. */
export async function noteRefusal(
  db: Db,
  { id, isJoined }: OpenedRequest,
  error: unknown,
): Promise<void> {
  // One that failed unexpectedly may have become a job: it stays as it is.
  if (!(error instanceof AppError)) return
  if (isAskedAgain(error)) return noteLeft(db, id)
  // That of another call, which may be making a job of it.
  if (isJoined) return
  await db.kysely
    .deleteFrom('api_key_requests')
    .where('id', '=', id)
    .where('job_id', 'is', null)
    .execute()
}

/** Forgets orders that nothing joins any more. */
export async function sweepRequests({ kysely }: Db): Promise<void> {
  await kysely
    .deleteFrom('api_key_requests')
    .where('created_at', '<', sql<Date>`now() - interval '1 hour'`)
    .execute()
}
