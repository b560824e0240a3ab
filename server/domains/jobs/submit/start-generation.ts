import type { GenerationRequest } from '#contract/generation-request.ts'
import type { UnsaidJob } from '#contract/inference-jobs.ts'
import {
  leastPrice,
  type OpenOrder,
  type Orders,
  partyOf,
  requireVerified,
} from '#server/domains/orders/index.ts'
import type { Tx } from '#server/platform/db/index.ts'
import type { Caller } from '#server/platform/route.ts'
import { t } from '#server/texts/index.ts'
import { awaitStatements, seeChildren } from '../children/see-children.ts'
import type { FaceConsents } from '../deps.ts'
import type { QueueEstimates } from '../queue/queue-estimates.ts'
import { findSame } from './find-same.ts'
import { findByKey, type IdempotencyKey, rememberKey } from './idempotency.ts'
import type { NewJob } from './insert-job.ts'
import { type PreparedJob, prepareOrder } from './prepare-job.ts'
import { type OrderDeps, spendReading } from './prepare-many.ts'
import { quotedRequest } from './quote-generation.ts'
import { requireAges } from './require-ages.ts'
import { priceOf } from './resolve-request.ts'
import {
  readUserQueue,
  requirePlan,
  requireRoom,
  requireTries,
  type UserQueue,
} from './user-queue.ts'
import { markJobs, outputsOf, writeAndAdmit, type WriteDeps } from './write-job.ts'

export interface StartDeps extends OrderDeps, WriteDeps {
  estimates: Pick<QueueEstimates, 'prepare'>
  consents: FaceConsents
  orders: Orders
}

export interface StartInput {
  caller: Pick<Caller, 'userId' | 'emailVerified' | 'key'>
  request: GenerationRequest
  key: IdempotencyKey | null
  /** `create_or_find`: an own job with the same parameters and seed is answered instead of a new one. */
  find: boolean
}

/**
 * Turns a request into a job, an order of one: limits, moderation, price, hold, rows and admission in one transaction.
 * @throws {AppError} `invalid`, `email_not_verified`, `consent_required`, `age_statement_required`, `queue_full`, `not_enough_credits`, `unavailable`,
 * `throttled`, `idempotency_mismatch`, `quote_mismatch`, `quote_used`, `quote_expired`; then nothing is stored
 */
export async function startGeneration(
  deps: StartDeps,
  { caller, request, key, find }: StartInput,
): Promise<{ job: UnsaidJob; created: boolean }> {
  const { db, orders, presenter, estimates } = deps
  const { userId } = caller
  const known = key && (await findByKey(db.kysely, userId, key))
  if (known) return { job: await presenter.present(db, known), created: true }

  requireVerified(caller)
  const { measuresFaces } = await deps.kinds.get(request.type)
  if (measuresFaces) await deps.consents.require(userId, 'faces')
  await spendReading(deps, userId, { requests: [request], field: 'prompt' })
  const prepared = await prepareOrder(deps, userId, request)
  if (prepared.verdict.allowed) await requireAges(deps, userId, prepared.resolved)
  return orders.place(partyOf(caller, outputsOf(prepared)), {
    before: (tx) => awaitStatements(tx, [prepared]),
    read: (tx) =>
      Promise.all([
        readUserQueue(tx, userId, prepared.lane),
        key && findByKey(tx, userId, key),
        estimates.prepare(tx, prepared.lane, userId),
      ]),
    async place(tx, order, [place, winner]) {
      if (winner) return { job: await presenter.present(tx, winner), created: true }
      const same = find ? await findSame(tx, prepared) : undefined
      if (same) return { job: await presenter.present(tx, same), created: false }
      const { verdict, resolved } = prepared
      if (verdict.allowed && resolved.words?.refusal) throw resolved.words.refusal
      requirePlan(place, resolved.kind)
      requireRoom(place)
      await requireTries(tx, userId, resolved.kind)
      const paid = verdict.allowed && (await pay(deps, tx, order, prepared, place))
      const [seen] = await seeChildren(deps, tx, [prepared])
      const job = await writeAndAdmit(deps, tx, seen!, { place, ...(paid && { paid }) })
      if (key) rememberKey(tx, userId, key, place.id)
      return { job, created: true }
    },
  })
}

async function pay(
  deps: StartDeps,
  tx: Tx,
  order: OpenOrder,
  prepared: PreparedJob,
  place: UserQueue,
): Promise<NonNullable<NewJob['paid']>> {
  const { id } = place
  const { title } = prepared.resolved.kind
  const count = outputsOf(prepared)
  const quoted = await order.redeem(quotedRequest(prepared.request, [prepared.resolved]), id)
  const price = leastPrice(priceOf(prepared.resolved).credits, quoted && quoted.cost / count)
  const holdId = order.hold({
    amount: price * count,
    externalId: id,
    jobId: id,
    text: count === 1 ? title : t('statement.images', { said: title, count }),
  })
  const [marks] = await markJobs(deps, tx, [prepared], place)
  return { price, holdId, ...marks! }
}
