import type { PackKind, WallImage } from '#contract/packs.ts'
import { notFound } from '#server/platform/errors.ts'
import type { PacksDeps } from './deps.ts'
import { canSee, readPack, type Viewer } from './store.ts'

interface PackRef {
  id: string
  kind: PackKind
}

/** Adds a pack to somebody's favorites, or takes it out. Safe to repeat. @throws {AppError} `not_found` */
export async function setFavorite(
  { db }: Pick<PacksDeps, 'db'>,
  viewer: Viewer & { userId: string },
  { isFavorite, ...place }: PackRef & { isFavorite: boolean },
): Promise<void> {
  const pack = await readPack(db.kysely, place)
  if (!canSee(pack, viewer)) throw notFound()
  const row = { user_id: viewer.userId, pack_id: pack.id }
  if (isFavorite)
    await db.kysely
      .insertInto('pack_favorites')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  else
    await db.kysely
      .deleteFrom('pack_favorites')
      .where('user_id', '=', row.user_id)
      .where('pack_id', '=', row.pack_id)
      .execute()
}

const WALL = { runs: 200, images: 40 }

/** What people made with a pack and published, newest first. @throws {AppError} `not_found` */
export async function readWall(
  { db, community }: Pick<PacksDeps, 'db' | 'community'>,
  viewer: Viewer,
  place: PackRef,
): Promise<WallImage[]> {
  const pack = await readPack(db.kysely, place)
  if (!canSee(pack, viewer)) throw notFound()
  const rows = await db.kysely
    .selectFrom('run_shots as s')
    .innerJoin(
      (runs) =>
        runs
          .selectFrom('pack_runs')
          .select('id')
          .where('pack_id', '=', pack.id)
          .orderBy('id', 'desc')
          .limit(WALL.runs)
          .as('r'),
      (join) => join.onRef('r.id', '=', 's.run_id'),
    )
    .select(['s.job_id', 's.delivered_job_id'])
    .execute()
  const jobs = rows.flatMap(({ job_id: now, delivered_job_id: before }) =>
    [now, before].filter((job) => job !== null),
  )
  const published = await community.publishedOf(jobs, WALL.images)
  return published.map(({ id, url, width, height, blurhash, alt }) => ({
    id,
    url,
    width,
    height,
    blurhash,
    alt,
  }))
}
