import type { Reader } from '#server/platform/db/index.ts'
import { isId } from '#server/platform/storable-text.ts'
import type { FaceConsents } from '../deps.ts'

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
