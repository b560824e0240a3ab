import { sql } from 'kysely'
import { HEADSHOT_SET, type HeadshotRun } from '#contract/headshot-runs.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import type { HeadshotsDeps } from './deps.ts'
import { presentRun, readOwnRun, redoUntil } from './present-run.ts'
import { redraw } from './redraw.ts'

/**
 * Takes a shot anew that its owner does not like, ten of a set for free; one that failed was not paid, so it is paid now.
 * @throws {AppError} `not_found`, `conflict`, `not_enough_credits`, `unavailable`
 */
export async function redoShot(
  deps: HeadshotsDeps,
  userId: string,
  { id, shot: shotId }: { id: string; shot: string },
): Promise<HeadshotRun> {
  const run = await readOwnRun(deps, userId, id)
  const shot = await deps.db.kysely
    .selectFrom('headshot_shots')
    .selectAll()
    .where('run_id', '=', run.id)
    .where(sql<string>`id::text`, '=', shotId)
    .executeTakeFirst()
  if (!shot) throw notFound()
  if (shot.status !== 'ready' && shot.status !== 'failed') {
    throw new AppError('conflict', 'This headshot is being drawn.')
  }
  if (run.status === 'failed') throw new AppError('conflict', 'This set was not drawn.')
  if (redoUntil(run) < new Date()) {
    throw new AppError('conflict', `Headshots are taken anew within ${HEADSHOT_SET.redoDays} days.`)
  }
  const isPaid = shot.status === 'ready'
  const isMine = await redraw(deps, run, shot, {
    isPaid,
    async within(tx) {
      if (!isPaid) return
      const left = await tx
        .updateTable('headshot_runs')
        .set({ redone: sql<number>`redone + 1` })
        .where('id', '=', run.id)
        .where('redone', '<', HEADSHOT_SET.redos)
        .returning('id')
        .executeTakeFirst()
      if (left) return
      throw new AppError(
        'conflict',
        `${HEADSHOT_SET.redos} headshots of a set are taken anew for free.`,
      )
    },
  })
  if (!isMine) throw new AppError('conflict', 'This headshot is being drawn.')
  return presentRun(deps, await readOwnRun(deps, userId, id))
}
