import { sql } from 'kysely'
import type { UnsaidHeadshotRun } from '#contract/headshot-runs.ts'
import { HEADSHOT_SET } from '#contract/values/headshot-runs.ts'
import { requireUnlimited } from '#server/domains/accounts/index.ts'
import { notFound, userError } from '#server/platform/errors.ts'
import { t } from '#server/texts/index.ts'
import { readMoneyTime } from '#server/platform/db/index.ts'
import type { HeadshotsDeps, RunRow } from './deps.ts'
import { readCardState } from './payment-of.ts'
import { presentRun, readOwnRun, redoUntil } from './present-run.ts'
import { redraw } from './redraw.ts'

/** @throws {AppError} `conflict` when the card payment of the set went back, or may */
async function requirePaid({ db }: HeadshotsDeps, run: RunRow): Promise<void> {
  const card = await readCardState(db.kysely, run)
  if (run.verdict === 'returned' || card?.isGone || card?.isDisputed) {
    throw userError('conflict', t('headshots.paymentReturned'))
  }
}

/**
 * Takes a shot again that its owner does not like, ten of a set for free; one that failed was not paid, so it is paid now, unless
 * the set was paid by card. A redo that delivers nothing is given back.
 * @throws {AppError} `not_found`, `account_limited`, `conflict`, `not_enough_credits`, `unavailable`
 */
export async function redoShot(
  deps: HeadshotsDeps,
  userId: string,
  { id, shot: shotId }: { id: string; shot: string },
): Promise<UnsaidHeadshotRun> {
  const run = await readOwnRun(deps, userId, id)
  await requireUnlimited(deps.db.kysely, userId)
  const shot = await deps.db.kysely
    .selectFrom('headshot_shots')
    .selectAll()
    .where('run_id', '=', run.id)
    .where(sql<string>`id::text`, '=', shotId)
    .executeTakeFirst()
  if (!shot) throw notFound()
  if (shot.status !== 'ready' && shot.status !== 'failed') {
    throw userError('conflict', t('headshots.beingDrawn'))
  }
  await requirePaid(deps, run)
  if (run.status === 'failed') throw userError('conflict', t('headshots.notDrawn'))
  if (redoUntil(run) < (await readMoneyTime(deps.db.kysely))) {
    throw userError('conflict', t('headshots.redoDays', { count: HEADSHOT_SET.redoDays }))
  }
  // By card all of them are paid.
  const isRedo = shot.status === 'ready' || run.payment_id !== null
  const isMine = await redraw(deps, run, shot, {
    isRedo,
    async within(tx) {
      if (!isRedo) return
      const left = await tx
        .updateTable('headshot_runs')
        .set({ redone: sql<number>`redone + 1` })
        .where('id', '=', run.id)
        .where('redone', '<', HEADSHOT_SET.redos)
        .returning('id')
        .executeTakeFirst()
      if (left) return
      throw userError('conflict', t('headshots.redosUsed', { count: HEADSHOT_SET.redos }))
    },
  })
  if (!isMine) throw userError('conflict', t('headshots.beingDrawn'))
  return presentRun(deps, await readOwnRun(deps, userId, id))
}
