import type { Batch } from '#contract/inference-jobs.ts'
import type { BatchRequest } from '#contract/jobs/batch.ts'
import type { GridRequest } from '#contract/jobs/grid.ts'
import { statement, transact, type Tx } from '#server/platform/db/index.ts'
import { userError } from '#server/platform/errors.ts'
import type { Caller } from '#server/platform/route.ts'
import { presentBatch } from '../library/read-batch.ts'
import { publishJob } from '../queue/publish-job.ts'
import type { JobRow } from '../store.ts'
import { freePicturesOf } from './free-pictures.ts'
import { findByKey, type IdempotencyKey, rememberKey } from './idempotency.ts'
import { insertJob } from './insert-job.ts'
import { buildJob, type PreparedJob } from './prepare-job.ts'
import { readUserQueue, type UserQueue, requirePlan, requireRoom } from './user-queue.ts'
import { redeemQuote } from './quote-generation.ts'
import { requireAges } from './require-ages.ts'
import { priceOf } from './resolve-request.ts'
import type { StartDeps } from './start-generation.ts'

/** Jobs that are ordered together. */
interface JobsOrder {
  caller: Caller
  key: IdempotencyKey | null
  /** What was sent, with its quote. */
  request: BatchRequest | GridRequest
  /** Checks what was sent, before anything is locked; the jobs are in their order. */
  prepare(): Promise<PreparedJob[]>
  /** What so many jobs are called in the statement. */
  describe(count: number): string
  /** Writes what belongs to them, in the same transaction. */
  alongside?(tx: Tx, batchId: string, jobs: readonly string[]): Promise<void>
}

/** A job of a batch, and what each of its pictures costs; null: moderation refused it. */
interface Priced {
  job: PreparedJob
  id: string
  price: number | null
}

/**
 * Makes jobs that are ordered together: all of them, with one hold, or none.
 * @throws {AppError} as `startGeneration`
 */
export async function startJobs(
  deps: StartDeps,
  { caller, key, request, prepare, describe, alongside }: JobsOrder,
): Promise<Batch> {
  const { db, presenter, credits } = deps
  const { userId } = caller
  const known = key && (await findByKey(db.kysely, userId, key))
  if (known) return presentBatch(presenter, db, userId, known.batch_id ?? known.id)
  if (!caller.emailVerified)
    throw userError('email_not_verified', 'Please verify your email address first.')

  const prepared = await prepare()
  if (prepared.some(({ resolved }) => resolved.kind.measuresFaces))
    await deps.consents.require(userId, 'faces')
  for (const { resolved, verdict } of prepared)
    if (verdict.allowed) await requireAges(deps, userId, resolved)
  // Of several lanes the first is filled with the order and each of the others right after it, in a transaction of its own: who
  // locks the engines of several, some shared and some not, could wait for somebody who waits for them. Where that fails the
  // sweeper does it.
  const [lane = '', ...others] = new Set(prepared.map((job) => job.lane))
  const batch = await transact(db, async (tx) => {
    // Behind the lock of the account, so that limits and keys are exact.
    const opening = await credits.writer(tx).openForHold({ userId })
    const winner = key && (await findByKey(tx, userId, key))
    if (winner) return presentBatch(presenter, tx, userId, winner.batch_id ?? winner.id)
    const place = await readUserQueue(tx, userId, lane)
    requirePlan(place, prepared[0]!.resolved.kind)
    requireRoom(place)
    const priced = await priceJobs(tx, { userId, request, prepared })
    const amount = priced.reduce((sum, { job, price }) => sum + (price ?? 0) * outputsOf(job), 0)
    const { title } = prepared[0]!.resolved.kind
    const holdId =
      amount === 0
        ? null
        : opening.hold({
            amount,
            externalId: place.id,
            jobId: null,
            text: `${title}, ${describe(prepared.length)}`,
          }).holdId
    const marks = await markJobs(deps, tx, priced, place)
    const rows = priced.map((one, at) => buildRow(deps, one, { place, holdId, ...marks[at]! }))
    for (const row of rows) insertJob(tx, row)
    await alongside?.(
      tx,
      place.id,
      rows.map(({ id }) => id),
    )
    if (key) rememberKey(tx, userId, key, rows[0]!.id)
    const results = await Promise.all(rows.map((row) => presenter.present(tx, row, [])))
    for (const result of results) publishJob(deps.events, tx, userId, result)
    if (place.hasRoom) await deps.admission.admit(tx, lane)
    return { id: place.id, results }
  })
  // The order is made, whatever becomes of this.
  await Promise.allSettled(
    others.map((other) => transact(db, (tx) => deps.admission.admit(tx, other))),
  )
  return batch
}

const outputsOf = ({ resolved: { kind, parameters } }: PreparedJob): number =>
  kind.outputs(parameters)

const DRAW_IDS = statement<{ id: string }>('select uuidv7() as id from generate_series(1, $1::int)')

/** The batch has the id of the place, and each of its jobs one that comes after it. */
async function priceJobs(
  tx: Tx,
  {
    userId,
    request,
    prepared,
  }: { userId: string; request: JobsOrder['request']; prepared: PreparedJob[] },
): Promise<Priced[]> {
  const ids = await DRAW_IDS.run(tx, [prepared.length])
  const quoted = await redeemQuote(tx, userId, request, ids[0]!.id)
  return prepared.map((job, index) => {
    const { id } = ids[index]!
    if (!job.verdict.allowed) return { job, id, price: null }
    const listed = priceOf(job.resolved).credits
    const promised = quoted?.lines[index]?.amount
    // The quote is the highest price; a lower one of today wins.
    const price = promised === undefined ? listed : Math.min(listed, promised / outputsOf(job))
    return { job, id, price }
  })
}

interface Marks {
  freePictures: number
  mayMark: boolean
}

/** The month's pictures without a watermark go to the first jobs; what tools change carries none. */
async function markJobs(
  { billing }: StartDeps,
  tx: Tx,
  priced: readonly Priced[],
  place: UserQueue,
): Promise<Marks[]> {
  let left = place.freePictures
  const marks = priced.map(({ job, price }): Marks => {
    if (!job.resolved.kind.watermark || price === null) return { freePictures: 0, mayMark: false }
    const freePictures = freePicturesOf(outputsOf(job), left)
    left -= freePictures
    return { freePictures, mayMark: freePictures < outputsOf(job) }
  })
  if (!marks.some(({ mayMark }) => mayMark)) return marks
  const hasPaid = await billing.hasPaid(tx, priced[0]!.job.userId)
  return hasPaid ? marks.map((mark) => ({ ...mark, mayMark: false })) : marks
}

function buildRow(
  { deadlines }: StartDeps,
  { job, id, price }: Priced,
  { place, holdId, ...marks }: Marks & { place: UserQueue; holdId: string | null },
): JobRow {
  const own = { ...place, id }
  const { verdict } = job
  if (!verdict.allowed)
    return buildJob(deadlines, job, own, { blocked: verdict, batchId: place.id })
  if (holdId === null || price === null) throw new Error('A job that is made has its hold')
  return buildJob(deadlines, job, own, {
    paid: { price, holdId, ...marks },
    batchId: place.id,
  })
}
