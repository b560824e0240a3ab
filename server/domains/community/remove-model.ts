import { type Db, transact } from '#server/platform/db/index.ts'
import { notFound } from '#server/platform/errors.ts'
import type { CommunityDeps } from './deps.ts'
import { changePublication } from './publication.ts'
import { findModel } from './read-model.ts'
import { noteWithdrawn } from './reports/standing-takedowns.ts'
import type { Viewer } from './viewer.ts'

/**
 * Takes a model out of everybody's sight: withdrawn by who published it, removed by an administrator. One that is out of
 * sight already stays as it is; what a decision keeps away and its owner takes back comes back to its owner alone.
 * @throws {AppError} `not_found` for anybody else
 */
export async function removeModel(
  { db, audit }: Pick<CommunityDeps, 'audit'> & { db: Db },
  viewer: Viewer,
  name: string,
): Promise<void> {
  const id = await findModel(db.kysely, name)
  const model = await db.kysely
    .selectFrom('community_models')
    .select('creator_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const isOwn = model.creator_id === viewer.creatorId
  if (!isOwn && !viewer.isAdmin) throw notFound()
  await transact(db, async (tx) => {
    const changed = await changePublication(tx, audit, {
      kind: 'model',
      id,
      to: isOwn ? 'withdrawn' : 'removed',
      actorId: viewer.userId,
    })
    if (isOwn && changed === null) await noteWithdrawn(tx, id)
  })
}
