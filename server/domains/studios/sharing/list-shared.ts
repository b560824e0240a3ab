import type { ExpressionBuilder } from 'kysely'
import { type ModelShares, modelShares, type SharedModel } from '#contract/model-shares.ts'
import { people } from '#server/domains/accounts/index.ts'
import type { Database } from '#server/platform/db/index.ts'
import { type KeysetQuery, readPage } from '#server/platform/keyset.ts'
import type { Caller } from '#server/platform/route.ts'
import type { StudiosDeps } from '../deps.ts'
import { lastDrawn, readOwn } from '../store.ts'
import { hindranceOf, isForAddress, presentShare, type ShareRow } from './share-store.ts'

const MOST_THUMBNAILS = 7
const USUALLY = 20
/** Of one model, those that have ended among them. */
const MOST_SHOWN = 100

/** Shares that somebody answered, and offers to the address that they proved to be theirs. */
export const isForGuest =
  ({ userId, email, emailVerified }: Pick<Caller, 'userId' | 'email' | 'emailVerified'>) =>
  (where: ExpressionBuilder<Database, 'model_shares'>) =>
    where.or([
      where('guest_id', '=', userId),
      ...(emailVerified ? [where.and([where('guest_id', 'is', null), isForAddress(email)])] : []),
    ])

/** With whom an own model is shared, and was. @throws {AppError} `not_found` */
export async function listSharesOf(
  { db: { kysely } }: Pick<StudiosDeps, 'db'>,
  userId: string,
  id: string,
): Promise<ModelShares> {
  const training = await readOwn(kysely, userId, id)
  const rows = await kysely
    .selectFrom('model_shares')
    .selectAll()
    .where('lora_training_id', '=', id)
    .orderBy('id', 'desc')
    .limit(MOST_SHOWN)
    .execute()
  return { hindrance: await hindranceOf(kysely, training), results: rows.map(presentShare) }
}

/** What others share with somebody, and offer them, newest first. @throws {AppError} `invalid` for a cursor that is none */
export async function listShared(
  deps: Pick<StudiosDeps, 'db' | 'media'>,
  caller: Caller,
  query: KeysetQuery,
): Promise<{ next: string | null; previous: string | null; results: SharedModel[] }> {
  const rows = deps.db.kysely
    .selectFrom('model_shares')
    .selectAll()
    .where(isForGuest(caller))
    .where((where) =>
      where.or([
        where('state', '=', 'accepted'),
        where.and([where('state', '=', 'offered'), where('expires_at', '>', new Date())]),
      ]),
    )
  const { path } = modelShares.list
  const { items, ...links } = await readPage(rows, { id: 'id', path, query, usually: USUALLY })
  const results: SharedModel[] = []
  for (const row of items) results.push(await presentShared(deps, row))
  return { ...links, results }
}

/** A share as its guest sees it: what was drawn with the model, and only once it is theirs to use. */
export async function presentShared(
  { db: { kysely }, media }: Pick<StudiosDeps, 'db' | 'media'>,
  row: ShareRow,
): Promise<SharedModel> {
  const training = await kysely
    .selectFrom('lora_trainings as training')
    .innerJoin(people.as('owner'), 'owner.id', 'training.user_id')
    .select(['training.project_name', 'training.object_type', 'training.training_type'])
    .select(['training.original_model_version', 'training.created_model_version'])
    .select(['training.samples', 'owner.first_name', 'owner.last_name', 'owner.email'])
    .where('training.id', '=', row.lora_training_id)
    .executeTakeFirstOrThrow()
  const isUsed = row.state === 'accepted'
  const { state, created_at, expires_at, answered_at } = presentShare(row)
  return {
    id: row.id,
    state,
    owner: {
      name: `${training.first_name} ${training.last_name}`.trim(),
      email: training.email,
    },
    lora_training: row.lora_training_id,
    project_name: training.project_name,
    object_type: training.object_type,
    training_type: training.training_type,
    original_model_version: training.original_model_version,
    created_model_version: isUsed ? training.created_model_version : null,
    thumbnails: isUsed
      ? lastDrawn(training.samples)
          .slice(0, MOST_THUMBNAILS)
          .map(({ key }) => media.pictureUrl({ storageKey: key }))
      : [],
    created_at,
    expires_at,
    answered_at,
  }
}
