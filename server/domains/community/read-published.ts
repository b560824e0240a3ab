import { sql } from 'kysely'
import type { CommunityImage } from '#contract/community.ts'
import { images } from '#server/domains/jobs/index.ts'
import type { Reader } from '#server/platform/db/index.ts'
import { presentImages } from './present-images.ts'
import { viewerOf } from './viewer.ts'

/** Images that everybody sees and that these jobs made, the newest first. */
export async function publishedOf(
  reader: Reader,
  jobs: readonly string[],
  limit: number,
): Promise<CommunityImage[]> {
  if (jobs.length === 0) return []
  const { rows } = await sql<{ id: string }>`
    select c.id from community_images c
    join ${images} i on i.id = c.image_id
    where i.job_id = any (${jobs}::uuid[]) and c.state = 'published'
    order by c.published_at desc, c.id desc limit ${limit}`.execute(reader)
  const ids = rows.map(({ id }) => id)
  return presentImages(reader, ids, await viewerOf(reader, null))
}
