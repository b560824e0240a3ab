import type { Creator } from '#contract/community.ts'
import { type Db, transact, type Tx } from '#server/platform/db/index.ts'
import { userError } from '#server/platform/errors.ts'
import { isId } from '#server/platform/storable-text.ts'
import { t } from '#server/texts/index.ts'
import type { Viewer } from '../viewer.ts'
import type { CommunityDeps } from '../deps.ts'
import { notify } from '../notifications/notify.ts'
import { ensureCreator, findCreator, presentCreator } from './creators.ts'

type Table = 'community_follows' | 'community_blocks'
type SignedIn = Viewer & { userId: string }

const MOST = 1000
const PER_DAY = { name: 'community-relations', points: MOST, seconds: 86_400 }

/** Creators that somebody follows, or blocked. */
export async function listRelated(
  { kysely }: Db,
  { userId }: SignedIn,
  table: Table,
): Promise<Creator[]> {
  const rows = await kysely
    .selectFrom(table)
    .innerJoin('community_creators as creator', 'creator.id', `${table}.creator_id`)
    .select(['creator.id', 'creator.name', 'creator.avatar'])
    .where(`${table}.user_id`, '=', userId)
    .orderBy(`${table}.created_at`, 'desc')
    .limit(MOST)
    .execute()
  return rows.map(presentCreator)
}

/**
 * Follows or blocks a creator, once however often. Who blocks no longer follows.
 * @throws {AppError} `not_found`, `throttled`, `conflict` for oneself
 */
export async function relate(
  deps: Pick<CommunityDeps, 'db' | 'limiter' | 'events'>,
  viewer: SignedIn,
  { table, creator: id }: { table: Table; creator: string },
): Promise<Creator> {
  const { db, limiter } = deps
  const { kysely } = db
  // What is blocked already is not seen, and blocked once more all the same.
  const seen = table === 'community_blocks' ? { ...viewer, blocked: [] } : viewer
  const creator = await findCreator(kysely, seen, id)
  if (creator.id === viewer.creatorId) throw userError('conflict', t('community.isYourself'))
  await limiter.consume(PER_DAY, viewer.userId)
  const row = { user_id: viewer.userId, creator_id: creator.id }
  await transact(db, async (tx) => {
    const added = await tx
      .insertInto(table)
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .returning('creator_id')
      .executeTakeFirst()
    if (added && table === 'community_follows') await tellFollowed(deps, tx, row)
  })
  if (table === 'community_blocks') await unrelate(kysely, row, 'community_follows')
  return creator
}

async function tellFollowed(
  deps: Pick<CommunityDeps, 'events'>,
  tx: Tx,
  { user_id: followerId, creator_id: creatorId }: { user_id: string; creator_id: string },
): Promise<void> {
  const followed = await tx
    .selectFrom('community_creators')
    .select('user_id')
    .where('id', '=', creatorId)
    .executeTakeFirst()
  if (!followed?.user_id) return
  const actorId = await ensureCreator(tx, followerId)
  await notify(deps, tx, { userId: followed.user_id, kind: 'follow', actorId })
}

/** Takes it back; what was not there is no error. */
export async function endRelation(
  { kysely }: Db,
  { userId }: SignedIn,
  { table, creator }: { table: Table; creator: string },
): Promise<void> {
  if (isId(creator)) await unrelate(kysely, { user_id: userId, creator_id: creator }, table)
}

async function unrelate(
  kysely: Db['kysely'],
  { user_id, creator_id }: { user_id: string; creator_id: string },
  table: Table,
): Promise<void> {
  await kysely
    .deleteFrom(table)
    .where('user_id', '=', user_id)
    .where('creator_id', '=', creator_id)
    .execute()
}
