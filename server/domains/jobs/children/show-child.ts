import type { Reader, Tx } from '#server/platform/db/index.ts'
import { userError } from '#server/platform/errors.ts'
import { isId } from '#server/platform/storable-text.ts'
import type { FaceConsents } from '../deps.ts'
import type { Kind, StoredParameters } from '../kinds/kind.ts'
import { lockStatements } from './lock-statements.ts'

/** Whether one of these photos and images shows a child: as it was stated, or because it was made of one that does. */
export async function showChild(
  { consents }: { consents: FaceConsents },
  reader: Reader,
  userId: string,
  ids: readonly string[],
): Promise<boolean> {
  const known = ids.filter(isId)
  if (known.length === 0) return false
  const people = await consents.peopleIn(reader, userId, known)
  if ([...people.values()].includes('own_child')) return true
  const made = await reader
    .selectFrom('prediction_images as image')
    .innerJoin('inference_jobs as job', 'job.id', 'image.job_id')
    .select('image.id')
    .where('image.id', 'in', known)
    .where('job.shows_child', '=', true)
    .limit(1)
    .executeTakeFirst()
  return made !== undefined
}

/** @throws {AppError} `permission_denied` for what is not made of children */
export function requireKindForChildren(kind: Kind, showsChild: boolean): void {
  if (showsChild && kind.refusesChildren)
    throw userError('permission_denied', 'Face swap is not available for photos of children.')
}

/**
 * {@link showChild}, asked once more as an order is written: to read a request and to look at its images can take seconds.
 * @throws {AppError} `permission_denied` for what is not made of children
 */
export async function showChildByNow(
  deps: { consents: FaceConsents },
  tx: Tx,
  userId: string,
  {
    kind,
    parameters,
    showsChild,
  }: { kind: Kind; parameters: StoredParameters; showsChild: boolean },
): Promise<boolean> {
  const inputs = kind.inputs(parameters)
  if (showsChild || inputs.length === 0) return showsChild
  await lockStatements(tx, userId, 'order')
  const ids = inputs.map(({ id }) => id)
  const shows = await showChild(deps, tx, userId, ids)
  requireKindForChildren(kind, shows)
  return shows
}
