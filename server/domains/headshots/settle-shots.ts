import { type SqlBool, sql } from 'kysely'
import type { Drawn } from '#server/domains/jobs/index.ts'
import { transact } from '#server/platform/db/index.ts'
import type { HeadshotsDeps, RunRow, ShotRow } from './deps.ts'
import { redraw } from './redraw.ts'

/** Below, a shot is not of the person and is drawn once more for free. */
export const LEAST_SIMILARITY = 0.5

/** Takes in what has become of the shots of a set that are drawn. @returns how many are still drawn */
export async function settleShots(
  deps: HeadshotsDeps,
  run: RunRow,
  shots: readonly ShotRow[],
): Promise<number> {
  const drawing = shots.filter(({ status }) => status === 'drawing')
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
  return open
}

/** @returns whether it is drawn once more */
async function settleShot(
  deps: HeadshotsDeps,
  run: RunRow,
  shot: ShotRow,
  result: Drawn | undefined,
): Promise<boolean> {
  const key = result?.storageKey ?? null
  const { job_id: job } = shot
  if (!result || key === null || job === null) {
    await noteFailure(deps, run, shot, result)
    return false
  }
  const similarity = await deps.studios.likenessOf(run.lora_training_id, key)
  const isUnlike = similarity !== null && similarity < LEAST_SIMILARITY
  const known = { ...shot, takes: [...shot.takes, { job, similarity }] }
  if (isUnlike && shot.tries === 1) {
    const isAgain = await redraw(deps, run, known, {
      isRedo: false,
      async within(tx) {
        await tx
          .updateTable('headshot_shots')
          .set(shownOf(known))
          .where('id', '=', shot.id)
          .execute()
      },
    }).catch((error: unknown) => {
      deps.log.warn({ err: error, shot: shot.id }, 'a headshot could not be drawn once more')
      return false
    })
    if (isAgain) return true
  }
  await deps.db.kysely
    .updateTable('headshot_shots')
    .set({
      status: 'ready',
      canceled: false,
      is_redo: false,
      ...shownOf(known),
      // When it was drawn, by the clock of billing: when this runs plays no part.
      ...(!isUnlike && {
        passed_at: sql<Date>`coalesce(passed_at, ${result.endedAt}::timestamptz + (money_now() - now()))`,
      }),
    })
    .where('id', '=', shot.id)
    .where('status', '=', 'drawing')
    .where('job_id', '=', job)
    .execute()
  return false
}

/** The newest take is shown; of two of which the second came by itself the one that is more like the person. */
function shownOf({ takes, is_redo: isRedo }: Pick<ShotRow, 'takes' | 'is_redo'>) {
  const [first, second] = takes
  const newest = takes.at(-1)!
  const isFirstBetter =
    !isRedo && takes.length === 2 && (first!.similarity ?? 0) > (second!.similarity ?? 0)
  const shown = isFirstBetter ? first! : newest
  return { takes: JSON.stringify(takes), shown_job_id: shown.job, similarity: shown.similarity }
}

/** What was shown before stays, and a free redo that came to nothing is given back, unless its owner canceled it. */
async function noteFailure(
  deps: HeadshotsDeps,
  run: RunRow,
  shot: ShotRow,
  result: Drawn | undefined,
): Promise<void> {
  const isCanceled = await isEndedByOwner(deps, run, result)
  const hasTake = shot.takes.length > 0
  await transact(deps.db, async (tx) => {
    const noted = await tx
      .updateTable('headshot_shots')
      .set({
        status: hasTake ? 'ready' : 'failed',
        canceled: isCanceled && !hasTake,
        is_redo: false,
      })
      .where('id', '=', shot.id)
      .where('status', '=', 'drawing')
      .where(sql<SqlBool>`job_id is not distinct from ${shot.job_id}::uuid`)
      .returning('id')
      .executeTakeFirst()
    if (!noted || !shot.is_redo || isCanceled) return
    await tx
      .updateTable('headshot_runs')
      .set({ redone: sql<number>`greatest(0, redone - 1)` })
      .where('id', '=', run.id)
      .execute()
  })
}

/** Whether a shot came to nothing because its owner canceled it, or deleted the model that was to draw it. */
async function isEndedByOwner(
  { studios }: Pick<HeadshotsDeps, 'studios'>,
  { user_id: userId, lora_training_id: training }: RunRow,
  result: Drawn | undefined,
): Promise<boolean> {
  return result?.isCanceled === true || (await studios.stateOf(userId, training)) === null
}
