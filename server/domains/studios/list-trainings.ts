import { sql } from 'kysely'
import { loraTrainings, type UnsaidTraining, type TrainingQuery } from '#contract/lora-trainings.ts'
import { people } from '#server/domains/accounts/index.ts'
import type { Db } from '#server/platform/db/index.ts'
import { readPage } from '#server/platform/keyset.ts'
import type { Caller } from '#server/platform/route.ts'
import { isStorableText, likePattern } from '#server/platform/storable-text.ts'
import { type PresentDeps, presentTrainings } from './present-training.ts'

interface ListDeps extends PresentDeps {
  db: Db
}

interface TrainingPage {
  next: string | null
  previous: string | null
  results: UnsaidTraining[]
}

const USUALLY = 20

/**
 * Own studios, newest first; for the staff everybody's.
 * @throws {AppError} `invalid` for a cursor that is none
 */
export function listTrainings(
  deps: ListDeps,
  caller: Pick<Caller, 'userId' | 'isStaff'>,
  query: TrainingQuery,
): Promise<TrainingPage> {
  const isAll = caller.isStaff && query.only_owned !== 'true'
  return readTrainings(deps, loraTrainings.list.path, query, {
    viewer: caller.userId,
    owner: isAll ? null : caller.userId,
    isPublic: false,
  })
}

/** Public studios, newest first. @throws {AppError} `invalid` for a cursor that is none */
export function listShowcase(
  deps: ListDeps,
  caller: Caller | null,
  query: TrainingQuery,
): Promise<TrainingPage> {
  return readTrainings(deps, loraTrainings.showcase.path, query, {
    viewer: caller?.userId ?? null,
    owner: null,
    isPublic: true,
  })
}

/** Adds whose each is. */
async function withOwners(
  db: Db,
  rows: readonly { id: string; user_id: string }[],
  trainings: readonly UnsaidTraining[],
): Promise<UnsaidTraining[]> {
  if (rows.length === 0) return []
  const ownerOf = new Map(rows.map(({ id, user_id: owner }) => [id, owner]))
  const found = await db.kysely
    .selectFrom(people.as('person'))
    .select(['id', 'email'])
    .where('id', 'in', [...new Set(ownerOf.values())])
    .execute()
  return trainings.map((training) => ({
    ...training,
    owner: found.find(({ id }) => id === ownerOf.get(training.id)) ?? null,
  }))
}

async function readTrainings(
  deps: ListDeps,
  path: string,
  query: TrainingQuery,
  who: { viewer: string | null; owner: string | null; isPublic: boolean },
): Promise<TrainingPage> {
  const { training_type: type, status, search = '' } = query
  let rows = deps.db.kysely.selectFrom('lora_trainings').selectAll().where('deleted_at', 'is', null)
  if (who.owner !== null) rows = rows.where('user_id', '=', who.owner)
  if (who.isPublic) {
    rows = rows
      .where('training_type', '=', 'Showcase')
      .where('status', '=', 'Successful')
      .where('is_unlisted', '=', false)
  }
  if (type) rows = rows.where('training_type', '=', type)
  if (status) rows = rows.where('status', '=', status)
  if (search !== '' && isStorableText(search)) {
    const name = who.isPublic
      ? sql<string>`coalesce(shown_as, project_name)`
      : sql.ref('project_name')
    rows = rows.where(name, 'ilike', likePattern(search))
  }
  const { items, ...links } = await readPage(rows, { id: 'id', path, query, usually: USUALLY })
  const results = await presentTrainings(deps, deps.db.kysely, items, who.viewer)
  const isOfAll = who.owner === null && !who.isPublic
  return { ...links, results: isOfAll ? await withOwners(deps.db, items, results) : results }
}
