import { sql } from 'kysely'
import { PRICES } from '#server/domains/billing/index.ts'
import type { Drawn } from '#server/domains/generation/index.ts'
import { transact, type Tx } from '#server/platform/db/index.ts'
import { AppError } from '#server/platform/errors.ts'
import type { HeadshotsDeps, RunRow, ShotRow } from './deps.ts'
import { redraw } from './redraw.ts'
import { orderOf, requirePainter } from './shot-order.ts'

/** Below, a shot is not of the person and is drawn once more for free. */
export const LEAST_SIMILARITY = 0.5
/** A set that nobody can draw for so long ends, and its credits come back. */
const GIVE_UP_MS = 24 * 3600_000

/**
 * Takes every set that is not over one step on. Each step is one compare-and-set in the transaction of what comes of it, so
 * that it happens once, whoever else does the same and whenever this is cut off.
 */
export async function advanceRuns(deps: HeadshotsDeps): Promise<void> {
  const runs = await deps.db.kysely
    .selectFrom('headshot_runs')
    .selectAll()
    .where('status', 'in', ['training', 'drawing'])
    .execute()
  for (const run of runs) await advanceOne(deps, run)
  // Shots that were taken anew after the set was over.
  const redone = await deps.db.kysely
    .selectFrom('headshot_runs')
    .selectAll()
    .where('status', '=', 'done')
    .where('id', 'in', (from) =>
      from.selectFrom('headshot_shots').select('run_id').where('status', '=', 'drawing'),
    )
    .execute()
  for (const run of redone) await advanceOne(deps, run)
}

async function advanceOne(deps: HeadshotsDeps, run: RunRow): Promise<void> {
  try {
    if (run.status === 'training') await beginDrawing(deps, run)
    else await settleShots(deps, run)
  } catch (error) {
    deps.log.warn({ err: error, run: run.id }, 'a set of headshots could not go on')
  }
}

async function beginDrawing(deps: HeadshotsDeps, run: RunRow): Promise<void> {
  const { db, studios, engines, drawings } = deps
  const { user_id: userId } = run
  const studio = await studios.stateOf(userId, run.lora_training_id)
  if (!studio || studio.status === 'Failed') {
    await failRun(deps, run, {
      code: 'not_trained',
      message: 'Your studio was not trained. Your credits were returned.',
    })
    return
  }
  if (studio.status !== 'Successful' || studio.lora === null || run.hold_id === null) return
  const shots = await shotsOf(deps, run)
  const prepared = await (async () => {
    const model = await requirePainter(engines, studio.model)
    return drawings.prepare(
      userId,
      shots.map((shot) => orderOf(run, shot, model, studio.lora!)),
    )
  })().catch(async (error: unknown) => {
    const isOver = Date.now() - run.created_at.getTime() > GIVE_UP_MS
    const mayCome = error instanceof AppError && error.code === 'unavailable'
    if (!mayCome || isOver) {
      await failRun(deps, run, {
        code: 'not_drawn',
        message: 'Your headshots could not be drawn. Their credits were returned.',
      })
    }
    return null
  })
  if (!prepared) return
  const holdId = run.hold_id
  await transact(db, async (tx) => {
    if (!(await changeStatus(tx, run, 'drawing'))) return
    const jobs = await drawings.insert(tx, {
      userId,
      prepared,
      batchId: run.id,
      holdId,
      price: PRICES.headshot,
    })
    for (const [place, shot] of shots.entries()) {
      await tx
        .updateTable('headshot_shots')
        .set({ status: 'drawing', tries: 1, job_id: jobs[place]! })
        .where('id', '=', shot.id)
        .execute()
    }
  })
}

const shotsOf = ({ db }: HeadshotsDeps, { id }: RunRow): Promise<ShotRow[]> =>
  db.kysely
    .selectFrom('headshot_shots')
    .selectAll()
    .where('run_id', '=', id)
    .orderBy('place')
    .execute()

/** @returns undefined when the set is not as it was read */
async function changeStatus(
  tx: Tx,
  { id, status }: Pick<RunRow, 'id' | 'status'>,
  to: RunRow['status'],
  error: RunRow['error'] = null,
): Promise<RunRow | undefined> {
  return tx
    .updateTable('headshot_runs')
    .set({
      status: to,
      ...(to !== 'drawing' && { finished_at: sql<Date>`now()` }),
      error: error && JSON.stringify(error),
    })
    .where('id', '=', id)
    .where('status', '=', status)
    .returningAll()
    .executeTakeFirst()
}

/** Ends a set of which nothing is drawn: what is held for its shots comes back. */
export async function failRun(
  { db, credits }: Pick<HeadshotsDeps, 'db' | 'credits'>,
  run: RunRow,
  error: NonNullable<RunRow['error']>,
): Promise<void> {
  await transact(db, async (tx) => {
    const failed = await changeStatus(tx, run, 'failed', error)
    if (!failed) return
    await tx
      .updateTable('headshot_shots')
      .set({ status: 'failed' })
      .where('run_id', '=', run.id)
      .execute()
    if (failed.hold_id === null) return
    await credits
      .writer(tx)
      .release({ holdId: failed.hold_id, cause: 'failed', text: 'Headshots: not drawn' })
  })
}

async function settleShots(deps: HeadshotsDeps, run: RunRow): Promise<void> {
  const drawing = (await shotsOf(deps, run)).filter(({ status }) => status === 'drawing')
  const drawn = await deps.drawings.read(
    run.user_id,
    drawing.flatMap(({ job_id: job }) => job ?? []),
  )
  let open = 0
  for (const shot of drawing) {
    const result = shot.job_id === null ? undefined : drawn.get(shot.job_id)
    if (result && !result.hasEnded) open++
    else if (await settleShot(deps, run, shot, result)) open++
  }
  if (open > 0 || run.status !== 'drawing') return
  await transact(deps.db, (tx) => changeStatus(tx, run, 'done'))
}

/** @returns whether it is drawn once more */
async function settleShot(
  deps: HeadshotsDeps,
  run: RunRow,
  shot: ShotRow,
  result: Drawn | undefined,
): Promise<boolean> {
  const key = result?.storageKey ?? null
  const similarity = key === null ? null : await deps.studios.likenessOf(run.lora_training_id, key)
  if (key !== null && shot.tries === 1 && similarity !== null && similarity < LEAST_SIMILARITY) {
    const again = await redraw(deps, run, shot, { isPaid: true }).catch((error: unknown) => {
      deps.log.warn({ err: error, shot: shot.id }, 'a headshot could not be drawn once more')
      return false
    })
    if (again) return true
  }
  await deps.db.kysely
    .updateTable('headshot_shots')
    .set({ status: key === null ? 'failed' : 'ready', similarity })
    .where('id', '=', shot.id)
    .where('status', '=', 'drawing')
    .where('job_id', '=', shot.job_id)
    .execute()
  return false
}
