import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db, Tx } from '#server/platform/db/index.ts'
import { ApiError } from '../wire/api-error.ts'

export interface Answer {
  status: number
  body: string
  requestId: string
}

/** One request with an Idempotency-Key. */
export interface KeyedRequest {
  key: string
  /** Method, path and body as they were sent. */
  text: string
}

const fingerprintOf = ({ text }: KeyedRequest) => createHash('sha256').update(text).digest()

/**
 * Takes the key for this transaction.
 * @throws {ApiError} 409 while another request with it is under way
 */
export async function lockKey(tx: Tx, { key }: KeyedRequest): Promise<void> {
  const { rows } = await sql<{ mine: boolean }>`
    select pg_try_advisory_xact_lock(hashtext('test_payment_requests'), hashtext(${key})) as mine
  `.execute(tx)
  if (rows[0]?.mine) return
  throw new ApiError(
    `There is currently another in-progress request using this Idempotent Key (${key}). Please try again later.`,
    { status: 409, type: 'idempotency_error', code: 'idempotency_key_in_use' },
  )
}

/**
 * What was answered to this request before, or null.
 * @throws {ApiError} 400 when the key was used for another request
 */
export async function findAnswer(tx: Tx, request: KeyedRequest): Promise<Answer | null> {
  const row = await tx
    .selectFrom('test_payment_requests')
    .select(['fingerprint', 'status', 'body', 'request_id'])
    .where('key', '=', request.key)
    .executeTakeFirst()
  if (!row) return null
  if (!row.fingerprint.equals(fingerprintOf(request))) {
    throw new ApiError(
      `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${request.key}' if you meant to execute a different request.`,
      { type: 'idempotency_error' },
    )
  }
  return { status: row.status, body: row.body, requestId: row.request_id }
}

/** Remembers the answer, in the transaction of what it tells. */
export async function keepAnswer(tx: Tx, request: KeyedRequest, answer: Answer): Promise<void> {
  await tx
    .insertInto('test_payment_requests')
    .values({
      key: request.key,
      fingerprint: fingerprintOf(request),
      status: answer.status,
      body: answer.body,
      request_id: answer.requestId,
    })
    .execute()
}

/** Forgets answers that nobody asks for again; the SDK's repetitions come within minutes. */
export async function forgetOldAnswers(db: Db): Promise<void> {
  await sql`delete from test_payment_requests where created_at < now() - interval '2 days'`.execute(
    db.kysely,
  )
}
