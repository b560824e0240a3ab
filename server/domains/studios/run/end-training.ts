import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { ReleaseCause } from '#server/domains/credits/index.ts'
import { transact, type Tx } from '#server/platform/db/index.ts'
import { type Said, storeFailure, t } from '#server/texts/index.ts'
import type { StudiosDeps } from '../deps.ts'
import { publishTraining } from '../present-training.ts'
import { OPEN, type TrainingRow } from '../store.ts'
import { type Identities, measureLikeness } from './measure-likeness.ts'

export interface TrainingFailure {
  code: string
  message: Said
}

/** What a person reads whose training failed, before the reason. */
export const STOPPED: TrainingFailure = {
  code: 'stopped',
  message: t('studios.stopped'),
}

/**
 * Ends a training without a model, unless it has ended: all that is held comes back. What its owner stopped keeps its
 * place in the month; what failed by itself gives it back.
 */
export async function failTraining(
  deps: StudiosDeps,
  tx: Tx,
  training: Pick<TrainingRow, 'id' | 'attempt' | 'hold_id'>,
  failure: TrainingFailure,
): Promise<TrainingRow | null> {
  const isStopped = failure.code === STOPPED.code
  const row = await tx
    .updateTable('lora_trainings')
    .set({
      status: 'Failed',
      error: JSON.stringify(storeFailure(failure)),
      finished_at: sql<Date>`now()`,
      heartbeat_at: null,
      cost: 0,
      is_stopped: isStopped,
      ...(!isStopped && { slot_at: null }),
    })
    .where('id', '=', training.id)
    .where('status', 'in', OPEN)
    .where('attempt', '=', training.attempt)
    .returningAll()
    .executeTakeFirst()
  if (!row) return null
  await releaseHold(deps, tx, row, isStopped ? 'cancelled' : 'failed')
  await tellOfEnd(deps, tx, row)
  return row
}

/** Tells the owner of a training, and their programs, that it has ended. */
async function tellOfEnd(deps: StudiosDeps, tx: Tx, row: TrainingRow): Promise<void> {
  await publishTraining(deps, tx, row)
  await deps.announceEnd(tx, { userId: row.user_id, id: row.id, events: ['training.ended'] })
}

/** As {@link failTraining}, in a transaction of its own. */
export async function failAttempt(
  deps: StudiosDeps,
  training: TrainingRow,
  failure: TrainingFailure,
): Promise<void> {
  await transact(deps.db, async (tx) => {
    await deps.orders.lock(tx, training.user_id)
    await failTraining(deps, tx, training, failure)
  })
}

/** Gives back what is left of what is held for a training. */
export async function releaseHold(
  { orders }: Pick<StudiosDeps, 'orders'>,
  tx: Tx,
  { user_id: payerId, hold_id: holdId, project_name: name }: TrainingRow,
  cause: ReleaseCause,
): Promise<number> {
  if (holdId === null) return 0
  const text = t('statement.trainingNotUsed', { name })
  return orders.settle(tx, { payerId, holdId, cause, text })
}

/** Credits for what is delivered: all of a training that ran to its end, of one that was stopped the steps it did. */
export function costOf({
  is_stopped: isStopped,
  price,
  checkpoint_step: done,
  progress,
}: TrainingRow): number {
  // Free, or paid in money.
  if (price === null) return 0
  if (!isStopped) return price
  const steps = progress?.steps ?? 0
  if (done === null || steps === 0) return 0
  return Math.min(price, Math.floor((price * done) / steps))
}

/** A name that prompts can hold and that nobody else's model has. */
export function modelName({
  id,
  project_name: name,
}: Pick<TrainingRow, 'id' | 'project_name'>): string {
  const words = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 40)
  return `${words === '' ? 'studio' : words}-${id.replaceAll('-', '').slice(-10)}`
}

/**
 * Puts the last checkpoint of a training that is `Downloading` into the library of its owner, and pays for it: one
 * transaction, which a second call finds done.
 * @param known what was found in its photos, where they were looked at
 */
export async function finishTraining(
  deps: StudiosDeps,
  training: TrainingRow,
  known: Identities = new Map(),
): Promise<void> {
  const { db, storage, credits, orders } = deps
  const { id, user_id: userId, checkpoint_key: key } = training
  const file = key === null ? null : await storage.read(key)
  const likeness = file ? await measureLikeness(deps, training, known) : null
  await transact(db, async (tx) => {
    await orders.lock(tx, userId)
    if (!file) {
      const lost = { code: 'model_lost', message: t('studios.modelLost') }
      await failTraining(deps, tx, training, lost)
      return
    }
    const cost = costOf(training)
    const row = await tx
      .updateTable('lora_trainings')
      .set({
        status: 'Successful',
        created_model_version: modelName(training),
        likeness,
        lora_hash: createHash('sha256').update(file).digest('hex'),
        cost,
        finished_at: sql<Date>`now()`,
        retrain_until: sql<Date>`money_now() + interval '7 days'`,
        heartbeat_at: null,
      })
      .where('id', '=', id)
      .where('status', '=', 'Downloading')
      .returningAll()
      .executeTakeFirst()
    if (!row) return
    if (row.hold_id !== null && cost > 0) {
      await credits.writer(tx).capture({
        userId,
        holdId: row.hold_id,
        amount: cost,
        externalId: `training:${id}:${row.starts}`,
        jobId: null,
        imageId: null,
        text: t('statement.training', { name: row.project_name }),
      })
    }
    await releaseHold(deps, tx, row, 'unused')
    await tellOfEnd(deps, tx, row)
  })
}
