import { sql } from 'kysely'
import type { Examples } from '#contract/examples.ts'
import { api } from '#contract/index.ts'
import { type Reader, transact } from '#server/platform/db/index.ts'
import { route, type Route } from '#server/platform/route.ts'
import type { CommunityDeps } from '../deps.ts'
import { CREATOR } from './seed-community.ts'

/** Models that stay: what this installation draws with. */
const DRAWS = sql<boolean>`(source = 'atelier:atelier-v1' or source like 'atelier:style-%')`

async function readExamples(
  { db, showsExamples }: Pick<CommunityDeps, 'db' | 'showsExamples'>,
  reader: Reader = db.kysely,
): Promise<Examples> {
  const { rows } = await sql<Omit<Examples, 'asks'> & { settled: boolean }>`
    select
      (select count(*)::integer from community_images i where i.creator_id = c.id) as images,
      (select count(*)::integer from community_models m where m.creator_id = c.id and not ${DRAWS}) as models,
      c.settled_at is not null as settled
    from community_creators c where c.source = ${CREATOR}`.execute(reader)
  const { images = 0, models = 0, settled = true } = rows[0] ?? {}
  return { images, models, asks: !showsExamples && !settled && images + models > 0 }
}

/** Keeps the examples, or removes them; their creator stays, so that they never come back by themselves. */
async function decideExamples(deps: CommunityDeps, keep: boolean): Promise<Examples> {
  return transact(deps.db, async (tx) => {
    const creator = await tx
      .updateTable('community_creators')
      .set({ settled_at: sql<Date>`now()` })
      .where('source', '=', CREATOR)
      .returning('id')
      .executeTakeFirst()
    if (creator && !keep) {
      await tx.deleteFrom('community_images').where('creator_id', '=', creator.id).execute()
      await tx
        .deleteFrom('community_models')
        .where('creator_id', '=', creator.id)
        .where((where) => where.not(DRAWS))
        .execute()
    }
    return readExamples(deps, tx)
  })
}

/** Routes under /api/admin/examples/. */
export const createExampleRoutes = (deps: CommunityDeps): Route[] => [
  route(api.examples.read, () => readExamples(deps)),
  route(api.examples.decide, ({ body }) => decideExamples(deps, body.keep)),
]
