import { modelPublishing, type WaitingModel } from '#contract/model-publishing.ts'
import { type Reader, transact } from '#server/platform/db/index.ts'
import { type KeysetQuery, readPage } from '#server/platform/keyset.ts'
import { decideWaiting, type Decision } from '../decide-waiting.ts'
import type { CommunityDeps } from '../deps.ts'
import { readVersions } from '../present-models.ts'
import { ratingOf } from '../ratings.ts'

const USUAL = 40

const rowsOf = (reader: Reader) =>
  reader
    .selectFrom('community_models as model')
    .innerJoin('community_creators as creator', 'creator.id', 'model.creator_id')
    .select(['model.id', 'model.slug', 'model.name', 'model.type', 'model.base_model'])
    .select(['model.rating', 'model.tags', 'model.licence', 'model.description', 'model.state'])
    .select(['model.created_at', 'model.creator_id', 'creator.name as creator', 'creator.avatar'])

type Row = Awaited<ReturnType<ReturnType<typeof rowsOf>['executeTakeFirstOrThrow']>>

async function present(reader: Reader, rows: readonly Row[]): Promise<WaitingModel[]> {
  const versions = await readVersions(
    reader,
    rows.map(({ id }) => id),
    [],
  )
  const byModel = Map.groupBy(versions, ({ model }) => model)
  return rows.map(({ creator_id: id, creator: name, avatar: picture, ...row }) => {
    const own = byModel.get(row.id) ?? []
    return {
      ...row,
      rating: ratingOf(row.rating),
      creator: { id, name, picture },
      trained_words: [...new Set(own.flatMap(({ trained_words: words }) => words))],
      files: own.flatMap(({ files }) => files),
      created_at: row.created_at.toISOString(),
    }
  })
}

/** One page of models that wait for the staff, or that it hid. @throws {AppError} `invalid` for a cursor that is none */
export async function listWaitingModels(
  { db: { kysely } }: CommunityDeps,
  query: KeysetQuery & { state: 'scanning' | 'hidden' },
): Promise<{ next: string | null; previous: string | null; results: WaitingModel[] }> {
  const rows = rowsOf(kysely).where('model.state', '=', query.state)
  const { path } = modelPublishing.waiting
  const { items, ...links } = await readPage(rows, { id: 'model.id', path, query, usually: USUAL })
  return { ...links, results: await present(kysely, items) }
}

/** Publishes or hides a model that waits. @throws {AppError} `not_found`; `conflict` where somebody was first */
export async function decideModel(
  { db, audit }: CommunityDeps,
  staffId: string,
  decision: Decision,
): Promise<WaitingModel> {
  return transact(db, async (tx) => {
    await decideWaiting(tx, audit, 'model', staffId, decision)
    const [decided] = await present(tx, [
      await rowsOf(tx).where('model.id', '=', decision.id).executeTakeFirstOrThrow(),
    ])
    return decided!
  })
}
