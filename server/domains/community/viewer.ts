import { sql } from 'kysely'
import type { Reader } from '#server/platform/db/index.ts'
import type { Caller } from '#server/platform/route.ts'
import { levelOf } from './ratings.ts'

/** Who looks at what is published, and what they may be shown. */
export interface Viewer {
  userId: string | null
  isAdmin: boolean
  /** Their own creator, once they have one. */
  creatorId: string | null
  /** Ratings that they may see, as levels; what has none is in no list. */
  levels: readonly number[]
  /** Creators that they blocked, and those who blocked them. */
  blocked: readonly string[]
}

/** Up to PG13, for everybody. */
export const MOST_FOR_EVERYBODY = levelOf('PG13')!

/** The one place that decides how much a person is shown: every list, search and page of this domain takes its levels from here. */
export async function viewerOf(reader: Reader, caller: Caller | null): Promise<Viewer> {
  const levels = Array.from({ length: MOST_FOR_EVERYBODY + 1 }, (_, level) => level)
  const nobody = { userId: null, isAdmin: false, creatorId: null, levels, blocked: [] }
  if (!caller) return nobody
  const { rows } = await sql<{ own: string | null; blocked: string[] }>`
    with own as (select id from community_creators where user_id = ${caller.userId})
    select (select id from own) as own, array(
      select creator_id from community_blocks where user_id = ${caller.userId}
      union select other.id from community_blocks b
        join community_creators other on other.user_id = b.user_id
        where b.creator_id = (select id from own)
    ) as blocked`.execute(reader)
  const { own = null, blocked = [] } = rows[0] ?? {}
  return { ...nobody, userId: caller.userId, isAdmin: caller.isAdmin, creatorId: own, blocked }
}

/** Whether a viewer may see something that is published. */
export const isShown = (
  { levels, blocked }: Viewer,
  item: { state: string; rating: number | null; creator_id: string },
): boolean =>
  item.state === 'published' &&
  item.rating !== null &&
  levels.includes(item.rating) &&
  !blocked.includes(item.creator_id)
