import type { OwnLimits } from '#contract/own-limits.ts'
import { ownLimitsOfUser } from '#server/domains/accounts/index.ts'
import { limitsOf, paidPlan, type PlanLimits } from '#server/domains/billing/index.ts'
import type { PlanName } from '#contract/users.ts'
import { PLAN_NAMES } from '#contract/values/users.ts'
import { engineOfLane } from '#server/engines/spec/index.ts'
import { statement, type Tx } from '#server/platform/db/index.ts'
import { AppError } from '#server/platform/errors.ts'
import { inEnglish, t } from '#server/texts/index.ts'
import { freeSlots, lanesBeside, lockEngineWhere } from '../queue/engine-room.ts'
import type { Kind } from '../kind.ts'
import { freePicturesLeft, THIS_MONTH } from './free-pictures.ts'

/** What a new job finds at the end of its user's queue. */
export interface UserQueue {
  plan: PlanName
  limits: PlanLimits
  /** Why the queue is not as long as the plan's; null: it is. */
  queueReason: string | null
  /** Jobs of the user that wait or run; a batch counts as one. */
  open: number
  /** The id of the new job. */
  id: string
  createdAt: Date
  /** The calendar month, as `2026-11-01`, and its pictures without a watermark that are left. */
  month: string
  freePictures: number
  /**
   * Whether its lane has free slots, so that the new job should be admitted. A full lane is left alone, so that submits
   * to it do not wait for each other.
   */
  hasRoom: boolean
}

interface UserQueueRow {
  plan: PlanName | null
  own: OwnLimits | null
  open: number
  id: string
  created_at: Date
  month: string
  free_pictures: number
  is_full: boolean
}

// The lock on the engine of a full lane is shared with other submits, but whoever frees a slot waits for us and then sees our job.
// One that came free in between is filled by the sweeper: two who trade the shared lock for the exclusive one would
// wait for each other. `offset 0`: the slots are counted once.
const FIND_PLACE = statement<UserQueueRow>(`
  select ${paidPlan('$1')} as plan, ${ownLimitsOfUser('$1')} as own, uuidv7() as id, now() as created_at, is_full,
    (select count(distinct coalesce(batch_id, id)) from inference_jobs
      where user_id = $1 and status in ('P', 'R')) as open,
    ${THIS_MONTH}::text as month, ${freePicturesLeft('$1')} as free_pictures,
    ${lockEngineWhere('is_full', '$4')}
  from (select ${freeSlots('$2', '$3::text[]', '$4')} = 0 as is_full offset 0) as lane`)

/** Reads all that decides about a new job; while the user's account is locked, so that the limits are exact. */
export async function readUserQueue(tx: Tx, userId: string, lane: string): Promise<UserQueue> {
  const [row] = await FIND_PLACE.run(tx, [userId, lane, lanesBeside(lane), engineOfLane(lane)])
  const { plan, own, open, id, created_at, month, free_pictures, is_full } = row!
  const usual = limitsOf(plan ?? 'free')
  return {
    plan: plan ?? 'free',
    limits: {
      ...usual,
      queue: own?.queue ?? usual.queue,
      running: own?.running ?? usual.running,
    },
    queueReason: own?.queue ? own.reason : null,
    open,
    id,
    createdAt: created_at,
    month,
    freePictures: free_pictures,
    hasRoom: !is_full,
  }
}

/** @throws {AppError} `queue_full` */
export function requireRoom({ open, limits, queueReason }: UserQueue): void {
  if (open < limits.queue) return
  throw new AppError('queue_full', `The queue of ${limits.queue} jobs is full`, {
    userMessage:
      queueReason === null
        ? t('jobs.queueFull', { count: limits.queue })
        : t('jobs.queueFullByTeam', { count: limits.queue, reason: queueReason }),
    retryAfterSeconds: 10,
  })
}

/** Ends of one tool that it decided on by its own result, in a day: nothing is charged for them, and nobody draws for free. */
const UNPAID_ENDS = 10

const COUNT_UNPAID_ENDS = statement<{ ends: number }>(`
  select count(*)::int as ends from inference_jobs
  where user_id = $1 and type = $2 and status = 'FL' and finished_at > now() - interval '1 day'
    and error::jsonb ->> 'code' in ('no_improvement', 'quality_check')`)

/** @throws {AppError} `throttled` */
export async function requireTries(
  tx: Tx,
  userId: string,
  { type, judgesResult, title }: Kind,
): Promise<void> {
  if (!judgesResult) return
  const [row] = await COUNT_UNPAID_ENDS.run(tx, [userId, type])
  if (row!.ends < UNPAID_ENDS) return
  throw new AppError('throttled', `${inEnglish(title)} ended ${row!.ends} times without a result`, {
    userMessage: t('jobs.tooManyUnpaid', { count: UNPAID_ENDS }),
    retryAfterSeconds: 3600,
  })
}

/** @throws {AppError} `plan_required` */
export function requirePlan({ plan }: UserQueue, { minimumPlan, title, type }: Kind): void {
  if (minimumPlan === undefined) return
  if (PLAN_NAMES.indexOf(plan) >= PLAN_NAMES.indexOf(minimumPlan)) return
  const name = `${minimumPlan[0]!.toUpperCase()}${minimumPlan.slice(1)}`
  throw new AppError('plan_required', `${inEnglish(title)} needs the plan ${minimumPlan}`, {
    userMessage: t('jobs.needsPlan', { kind: type, plan: name }),
  })
}
