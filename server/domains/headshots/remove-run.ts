import type { HeadshotReceipt } from '#contract/headshot-runs.ts'
import { failRun } from './advance-runs.ts'
import type { HeadshotsDeps } from './deps.ts'
import { readOwnRun } from './present-run.ts'

const DELETED = { code: 'deleted', message: 'The set was deleted.' }

/**
 * Deletes a set: what is held comes back, its images go for good, then, with the last set of a studio, the studio. The row
 * goes last, so that whatever ends in between can be asked for again.
 * @throws {AppError} `not_found`
 */
export async function removeRun(
  deps: HeadshotsDeps,
  userId: string,
  id: string,
): Promise<HeadshotReceipt> {
  const { db, drawings, studios } = deps
  const found = await readOwnRun(deps, userId, id)
  if (found.status === 'training') await failRun(deps, found, DELETED)
  // A sweep may have begun to draw in between: then there are jobs by now, and they are canceled.
  const run = await readOwnRun(deps, userId, id)
  const images = await drawings.remove(userId, run.id)
  const { lora_training_id: training } = run
  const sibling = await db.kysely
    .selectFrom('headshot_runs')
    .select('id')
    .where('lora_training_id', '=', training)
    .where('id', '!=', run.id)
    .executeTakeFirst()
  const isThere = !sibling && (await studios.stateOf(userId, training)) !== null
  const studio = isThere ? await studios.remove(userId, training) : null
  await db.kysely.deleteFrom('headshot_runs').where('id', '=', run.id).execute()
  return { images, studio }
}
