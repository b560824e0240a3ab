import { sql } from 'kysely'
import type { PackKind, UnsaidPackRun } from '#contract/packs.ts'
import { transact } from '#server/platform/db/index.ts'
import { invalidField, notFound, userError } from '#server/platform/errors.ts'
import { t } from '#server/texts/index.ts'
import type { PacksDeps } from '../deps.ts'
import { advanceRun, requestOfShot } from './advance-run.ts'
import { presentRun } from './present-run.ts'
import { hasOpenJob } from './states.ts'
import { findRun, lockRun, readOwnRun, type RunRow, shotsOfRuns } from './store.ts'

interface RunRef {
  id: string
  kind: PackKind
}

/** Ends a run: what waits is skipped, what runs is stopped, what is left is given back. Safe to repeat. */
export async function stopRun(deps: PacksDeps, { id }: Pick<RunRow, 'id'>): Promise<void> {
  await transact(deps.db, async (tx) => {
    await lockRun(tx, id)
    await tx
      .updateTable('pack_runs')
      .set({ stopped_at: sql<Date>`coalesce(stopped_at, now())` })
      .where('id', '=', id)
      .execute()
    await tx
      .updateTable('run_shots')
      .set({ status: 'skipped', error: null })
      .where('run_id', '=', id)
      .where('status', '=', 'waiting')
      .execute()
  })
  await advanceRun(deps, id)
}

/** Ends all runs of somebody that are not over. Safe to repeat. */
export async function stopRunsOf(deps: PacksDeps, userId: string): Promise<void> {
  const runs = await deps.db.kysely
    .selectFrom('pack_runs')
    .select('id')
    .where('user_id', '=', userId)
    .where('stopped_at', 'is', null)
    .execute()
  for (const run of runs) await stopRun(deps, run)
}

/** @throws {AppError} `not_found` */
export async function cancelRun(
  deps: PacksDeps,
  userId: string,
  place: RunRef,
): Promise<UnsaidPackRun> {
  const run = await readOwnRun(deps.db.kysely, userId, place)
  await stopRun(deps, run)
  return presentRun(deps, run)
}

/**
 * Puts another prompt in the place of a shot's, which is made with it the next time. Nothing else of the shot changes, so
 * its price does not.
 * @throws {AppError} `not_found`, `invalid` on `prompt`, `conflict` while it is being made
 */
export async function swapPrompt(
  deps: PacksDeps,
  userId: string,
  { shot: shotId, prompt, ...place }: RunRef & { shot: string; prompt: string },
): Promise<UnsaidPackRun> {
  const { db, commissions } = deps
  const run = await readOwnRun(db.kysely, userId, place)
  const find = async (reader: typeof db.kysely) =>
    (await shotsOfRuns(reader, [run.id])).find(({ id }) => id === shotId)
  const shot = await find(db.kysely)
  if (!shot) throw notFound()
  const request = await requestOfShot(db.kysely, run, { ...shot, prompt })
  const { blocked, job } = await commissions.prepare(userId, request)
  if (blocked !== null) throw invalidField('prompt', blocked)
  await transact(db, async (tx) => {
    await lockRun(tx, run.id)
    const now = (await shotsOfRuns(tx, [run.id])).find(({ id }) => id === shot.id)
    if (!now || hasOpenJob(now)) throw userError('conflict', t('packs.shotBusy'))
    await tx
      .updateTable('run_shots')
      .set({ prompt, judged_hash: job.judgedHash() })
      .where('id', '=', shot.id)
      .execute()
  })
  return presentRun(deps, (await findRun(db.kysely, run.id)) ?? run)
}
