import type { Tx } from '#server/platform/db/index.ts'
import { hasImages, type JobRow } from '../store.ts'
import { fingerprintOf, type PreparedJob } from './prepare-job.ts'

/** An own job with the same parameters and seed that is on its way, or has images that are still there; the newest. */
export async function findSame(
  tx: Tx,
  { userId, resolved }: PreparedJob,
): Promise<JobRow | undefined> {
  const fingerprint = fingerprintOf(resolved)
  if (fingerprint === null) return undefined
  return tx
    .selectFrom('inference_jobs as job')
    .selectAll()
    .where('user_id', '=', userId)
    .where('fingerprint', '=', fingerprint)
    .where((where) =>
      where.or([
        where('status', 'in', ['P', 'R']),
        where.and([where('status', '=', 'S'), hasImages(where)]),
      ]),
    )
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}
