import { sql } from 'kysely'
import type { ReleaseCause } from '#server/domains/credits/index.ts'
import { transact, type Tx } from '#server/platform/db/index.ts'
import { storeFailure, t } from '#server/texts/index.ts'
import type { PacksDeps } from '../deps.ts'
import { readVersion } from '../store.ts'
import { hasOpenJob, isLive, type RunShotRow, shotState } from './states.ts'
import { type HoldRow, lockRun, openHolds, type RunRow, shotsOfRuns } from './store.ts'

const TIME_IS_OVER = {
  code: 'hold_ended',
  message: t('packs.notInTime'),
}

/**
 * Gives back what is left of holds that nothing more is made for: everything is delivered or impossible, its owner stopped
 * the run, or the time for another try is over.
 */
export async function settleRun(deps: PacksDeps, { id, user_id: userId }: RunRow): Promise<void> {
  const { db, orders } = deps
  if ((await openHolds(db.kysely, id)).length === 0) return
  await transact(db, async (tx) => {
    await orders.lock(tx, userId)
    const run = await lockRun(tx, id)
    const { title } = await readVersion(tx, run.version_id)
    let isSettled = false
    for (const hold of await openHolds(tx, id)) {
      const shots = (await shotsOfRuns(tx, [id])).filter(({ hold_id: of }) => of === hold.hold_id)
      const cause = causeOfEnd(run, hold, shots)
      if (cause === null) continue
      await endWaiting(tx, shots)
      const text = t('statement.notUsed', { said: title })
      await orders.settle(tx, { payerId: userId, holdId: hold.hold_id, cause, text })
      await tx
        .updateTable('run_holds')
        .set({ closed_at: sql<Date>`now()` })
        .where('hold_id', '=', hold.hold_id)
        .execute()
      isSettled = true
    }
    if (isSettled && (await openHolds(tx, id)).length === 0) {
      await deps.announceEnd(tx, { userId, id, events: ['run.ended'] })
    }
  })
}

/** Why a hold ends now; null: it does not. */
function causeOfEnd(run: RunRow, hold: HoldRow, shots: readonly RunShotRow[]): ReleaseCause | null {
  if (shots.some(hasOpenJob)) return null
  if (run.stopped_at !== null) return 'cancelled'
  if (hold.is_over) return 'failed'
  if (shots.some(isLive)) return null
  const isDone = shots.every((shot) => shotState(shot) === 'delivered' || shot.status === 'failed')
  if (!isDone) return null
  return shots.some(({ status }) => status === 'failed') ? 'failed' : 'unused'
}

async function endWaiting(tx: Tx, shots: readonly RunShotRow[]): Promise<void> {
  const waiting = shots.filter(({ status }) => status === 'waiting').map(({ id }) => id)
  if (waiting.length === 0) return
  await tx
    .updateTable('run_shots')
    .set({ status: 'failed', error: JSON.stringify(storeFailure(TIME_IS_OVER)) })
    .where('id', 'in', waiting)
    .execute()
}
