import type { UnsaidHeadshotRun } from '#contract/headshot-runs.ts'
import { invalidField, notFound } from '#server/platform/errors.ts'
import { t } from '#server/texts/index.ts'
import type { HeadshotsDeps } from './deps.ts'
import { presentRun, readOwnRun } from './present-run.ts'

/**
 * Shows another image that was delivered for a shot. One that is being drawn for it still takes its place in the end.
 * @param asked.image of one of its takes
 * @throws {AppError} `not_found`, `invalid` for an image that is none of them, or is deleted
 */
export async function chooseTake(
  deps: Pick<HeadshotsDeps, 'db' | 'drawings'>,
  userId: string,
  { id, shot: shotId, image }: { id: string; shot: string; image: string },
): Promise<UnsaidHeadshotRun> {
  const { db, drawings } = deps
  const run = await readOwnRun(deps, userId, id)
  const shots = await db.kysely
    .selectFrom('headshot_shots')
    .select(['id', 'takes'])
    .where('run_id', '=', run.id)
    .execute()
  const shot = shots.find((one) => one.id === shotId)
  if (!shot) throw notFound()
  const drawn = await drawings.read(
    userId,
    shot.takes.map(({ job }) => job),
  )
  const take = shot.takes.find(({ job }) => drawn.get(job)?.image?.id === image)
  if (!take) throw invalidField('image', t('headshots.noSuchTake'))
  await db.kysely
    .updateTable('headshot_shots')
    .set({ shown_job_id: take.job, similarity: take.similarity })
    .where('id', '=', shot.id)
    .execute()
  return presentRun(deps, run)
}
