import type { Reader } from '#server/platform/db/index.ts'
import { userError } from '#server/platform/errors.ts'
import { isId } from '#server/platform/storable-text.ts'
import { t } from '#server/texts/index.ts'
import type { FaceConsents } from '../deps.ts'
import type { Kind } from '../kind.ts'

/** Those of these photos and images that show a child: as it was stated, or because they were made of one that does. */
export async function findChildren(
  { consents }: { consents: FaceConsents },
  reader: Reader,
  userId: string,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const known = ids.filter(isId)
  if (known.length === 0) return new Set()
  const people = await consents.peopleIn(reader, userId, known)
  const made = await reader
    .selectFrom('prediction_images as image')
    .innerJoin('inference_jobs as job', 'job.id', 'image.job_id')
    .select('image.id')
    .where('image.id', 'in', known)
    .where('job.shows_child', '=', true)
    .execute()
  const stated = [...people].filter(([, person]) => person === 'own_child').map(([id]) => id)
  return new Set([...stated, ...made.map(({ id }) => id)])
}

/** @throws {AppError} `permission_denied` for what is not made of children */
export function requireKindForChildren(kind: Kind, showsChild: boolean): void {
  if (showsChild && kind.refusesChildren)
    throw userError('permission_denied', t('jobs.noSwapOfChildren'))
}
