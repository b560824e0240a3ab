import { sql } from 'kysely'
import type { OwnModel } from '#contract/model-publishing.ts'
import { transact, type Reader, type Tx } from '#server/platform/db/index.ts'
import { notFound, userError } from '#server/platform/errors.ts'
import { isId } from '#server/platform/storable-text.ts'
import { t } from '#server/texts/index.ts'
import type { CommunityDeps } from '../deps.ts'
import { ensureCreator } from '../people/creators.ts'
import { changePublication } from '../publication.ts'
import { requireNoOpenCase } from '../reports/require-no-open-case.ts'
import { ratingOf } from '../ratings.ts'
import { publishScannedModels } from './follow-models.ts'
import { requireNotTakenDown } from './require-not-taken-down.ts'

const MOST = 200

type Row = Omit<OwnModel, 'rating' | 'created_at'> & { rating: number | null; created_at: Date }

const ownRows = (reader: Reader, userId: string, id?: string) =>
  sql<Row>`
    select m.id, m.slug, m.name, m.type, m.base_model, m.rating, m.state, m.created_at,
      (select count(*)::integer from community_model_versions v where v.model_id = m.id) as versions
    from community_models m join community_creators c on c.id = m.creator_id
    where c.user_id = ${userId} ${id === undefined ? sql`` : sql`and m.id = ${id}`}
    order by m.id desc limit ${MOST}`.execute(reader)

const present = (row: Row): OwnModel => ({
  ...row,
  rating: ratingOf(row.rating),
  created_at: row.created_at.toISOString(),
})

/** Models of somebody, however they stand. */
export async function listOwnModels(reader: Reader, userId: string): Promise<OwnModel[]> {
  return (await ownRows(reader, userId)).rows.map(present)
}

/** @throws {AppError} `not_found` */
export async function readOwnModel(reader: Reader, userId: string, id: string): Promise<OwnModel> {
  const [row] = isId(id) ? (await ownRows(reader, userId, id)).rows : []
  if (!row) throw notFound()
  return present(row)
}

/** A decision that is made at the same time is waited for. */
const lockModel = (tx: Tx, id: string) =>
  tx
    .selectFrom('community_models')
    .select('id')
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()

/** Publishes what its owner withdrew; it is looked at again. @throws {AppError} `not_found`, `conflict` */
export async function publishAgain(
  deps: CommunityDeps,
  userId: string,
  id: string,
): Promise<OwnModel> {
  const own = await readOwnModel(deps.db.kysely, userId, id)
  if (own.state !== 'scanning' && own.state !== 'published') {
    const changed =
      own.state === 'withdrawn' &&
      (await transact(deps.db, async (tx) => {
        await requireNoOpenCase(tx, await ensureCreator(tx, userId))
        await lockModel(tx, own.id)
        await requireNotTakenDown(tx, own.id)
        return changePublication(tx, deps.audit, {
          kind: 'model',
          id: own.id,
          to: 'scanning',
          actorId: userId,
        })
      }))
    if (!changed) throw userError('conflict', t('community.notPublishedAgain'))
    await publishScannedModels(deps)
  }
  return readOwnModel(deps.db.kysely, userId, own.id)
}
