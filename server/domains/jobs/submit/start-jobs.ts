import type { UnsaidBatch, UnsaidJob } from '#contract/inference-jobs.ts'
import type { BatchRequest } from '#contract/jobs/batch.ts'
import type { GridRequest } from '#contract/jobs/grid.ts'
import {
  leastPrice,
  type OpenOrder,
  partyOf,
  requireVerified,
} from '#server/domains/orders/index.ts'
import { statement, transact, type Tx } from '#server/platform/db/index.ts'
import type { Caller } from '#server/platform/route.ts'
import type { Text } from '#server/texts/index.ts'
import { awaitStatements, seeChildren } from '../children/see-children.ts'
import { presentBatch } from '../present/read-batch.ts'
import { findByKey, type IdempotencyKey, rememberKey } from './idempotency.ts'
import type { PreparedJob } from './prepare-job.ts'
import { quotedRequest } from './quote-generation.ts'
import { requireAges } from './require-ages.ts'
import { priceOf } from './resolve-request.ts'
import type { StartDeps } from './start-generation.ts'
import {
  readUserQueue,
  requirePlan,
  requireRoom,
  requireTries,
  type UserQueue,
} from './user-queue.ts'
import { markJobs, outputsOf, writeJob } from './write-job.ts'

/** Jobs that are ordered together. */
interface JobsOrder {
  caller: Caller
  key: IdempotencyKey | null
  /** What was sent, with its quote. */
  request: BatchRequest | GridRequest
  /** Checks what was sent, before anything is locked; the jobs are in their order. */
  prepare(): Promise<PreparedJob[]>
  /** What so many jobs are called in the statement. */
  describe(said: Text, count: number): Text
  /** Writes what belongs to them, in the same transaction. */
  alongside?(tx: Tx, batchId: string, jobs: readonly string[]): Promise<void>
}

/**
 * Makes jobs that are ordered together: all of them, with one hold, or none.
 * @throws {AppError} as `startGeneration`
 */
export async function startJobs(
  deps: StartDeps,
  { caller, key, request, prepare, describe, alongside }: JobsOrder,
): Promise<UnsaidBatch> {
  const { db, presenter, orders, admission } = deps
  const { userId } = caller
  const known = key && (await findByKey(db.kysely, userId, key))
  if (known) return presentBatch(presenter, db, userId, known.batch_id ?? known.id)
  requireVerified(caller)

  const prepared = await prepare()
  const { kind } = prepared[0]!.resolved
  if (prepared.some(({ resolved }) => resolved.kind.measuresFaces))
    await deps.consents.require(userId, 'faces')
  for (const { resolved, verdict } of prepared)
    if (verdict.allowed) await requireAges(deps, userId, resolved)
  // Of several lanes the first is filled with the order and each of the others right after it, in a transaction of its own: who
  // locks the engines of several, some shared and some not, could wait for somebody who waits for them. Where that fails the
  // sweeper does it.
  const [lane = '', ...others] = new Set(prepared.map((job) => job.lane))
  const images = prepared.reduce((sum, job) => sum + outputsOf(job), 0)
  const batch = await orders.place(partyOf(caller, images), {
    before: (tx) => awaitStatements(tx, prepared),
    read: (tx) => Promise.all([readUserQueue(tx, userId, lane), key && findByKey(tx, userId, key)]),
    async place(tx, order, [place, winner]) {
      if (winner) return presentBatch(presenter, tx, userId, winner.batch_id ?? winner.id)
      requirePlan(place, kind)
      requireRoom(place)
      await requireTries(tx, userId, kind)
      // The batch has the id of the place, and each of its jobs one that comes after it.
      const ids = (await DRAW_IDS.run(tx, [prepared.length])).map(({ id }) => id)
      const all = prepared.map(({ resolved }) => resolved)
      const quoted = await order.redeem(quotedRequest(request, all), ids[0]!)
      const prices = prepared.map((job, at) => {
        const promised = quoted?.lines[at]?.amount
        return leastPrice(priceOf(job.resolved).credits, promised && promised / outputsOf(job))
      })
      const text = describe(kind.title, prepared.length)
      const holdId = holdAll(order, prepared, { place, prices, text })
      const marks = await markJobs(deps, tx, prepared, place)
      const results: UnsaidJob[] = []
      for (const [at, job] of (await seeChildren(deps, tx, prepared)).entries())
        results.push(
          await writeJob(deps, tx, job, {
            place: { ...place, id: ids[at]! },
            batchId: place.id,
            ...(job.verdict.allowed && { paid: { price: prices[at]!, holdId, ...marks[at]! } }),
          }),
        )
      await alongside?.(tx, place.id, ids)
      if (key) rememberKey(tx, userId, key, ids[0]!)
      if (place.hasRoom) await admission.admit(tx, lane)
      return { id: place.id, results }
    },
  })
  // The order is made, whatever becomes of this.
  await Promise.allSettled(others.map((other) => transact(db, (tx) => admission.admit(tx, other))))
  return batch
}

const DRAW_IDS = statement<{ id: string }>('select uuidv7() as id from generate_series(1, $1::int)')

/** One hold for all jobs that moderation lets be made; null where it lets none. */
function holdAll(
  order: OpenOrder,
  jobs: readonly PreparedJob[],
  { place, prices, text }: { place: UserQueue; prices: readonly number[]; text: Text },
): string | null {
  const amount = jobs.reduce(
    (sum, job, at) => sum + (job.verdict.allowed ? prices[at]! * outputsOf(job) : 0),
    0,
  )
  return amount === 0 ? null : order.hold({ amount, externalId: place.id, text })
}
