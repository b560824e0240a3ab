import { sql } from 'kysely'
import type { CreatorProfile } from '#contract/community.ts'
import type { Reader } from '#server/platform/db/index.ts'
import { notFound } from '#server/platform/errors.ts'
import { isId } from '#server/platform/storable-text.ts'
import { isGone } from './people/creators.ts'
import type { Viewer } from './viewer.ts'

interface Row {
  id: string
  name: string
  avatar: string | null
  about: string
  created_at: Date
  images: number
  models: number
}

/** Somebody with what this viewer may see of theirs. @throws {AppError} `not_found` */
export async function readCreator(
  reader: Reader,
  viewer: Viewer,
  id: string,
): Promise<CreatorProfile> {
  if (!isId(id) || viewer.blocked.includes(id.toLowerCase())) throw notFound()
  const { rows } = await sql<Row>`
    select c.id, c.name, c.avatar, c.about, c.created_at,
      (select count(*)::integer from community_image_lists l
        where l.list = 'creator:' || c.id and l.rating = any (${viewer.levels}::smallint[])) as images,
      (select count(*)::integer from community_model_lists l
        where l.list = 'creator:' || c.id and l.rating = any (${viewer.levels}::smallint[])) as models
    from community_creators c where c.id = ${id} and not ${isGone('c')}`.execute(reader)
  const [row] = rows
  if (!row) throw notFound()
  const { avatar, ...shown } = row
  return {
    ...shown,
    picture: avatar,
    is_own: row.id === viewer.creatorId,
    created_at: row.created_at.toISOString(),
  }
}
