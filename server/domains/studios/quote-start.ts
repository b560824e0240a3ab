import type { StartQuote } from '#contract/lora-trainings.ts'
import type { Db } from '#server/platform/db/index.ts'
import type { StudiosDeps } from './deps.ts'
import { presentTrainings } from './present-training.ts'
import { countSlots, lastDrawn, priceOf, readOwn, type TrainingRow } from './store.ts'

const MOST_SHOWN = 4

/**
 * What a start costs, how much of the month's allowance is left, and an example: an earlier training by the same engine, made
 * here or else brought along by the engine.
 * @throws {AppError} `not_found`
 */
export async function quoteStart(
  deps: Pick<StudiosDeps, 'db' | 'billing' | 'media' | 'engines' | 'leastLikeness'>,
  userId: string,
  id: string,
): Promise<StartQuote> {
  const { db, billing } = deps
  const training = await readOwn(db.kysely, userId, id)
  const [{ models, since }, example] = await Promise.all([
    billing.trainingTermsOf(db.kysely, userId),
    findExample(db, userId, training),
  ])
  const used = await countSlots(db.kysely, userId, since)
  const [shown] = example ? await presentTrainings(deps, db.kysely, [example], userId) : []
  return {
    cost: priceOf(training),
    allowance: { models, used, left: Math.max(0, models - used) },
    example:
      example && shown
        ? {
            name: shown.project_name,
            is_own: shown.is_own,
            photos: shown.lora_training_images.slice(0, MOST_SHOWN).map(({ image }) => image),
            images: lastDrawn(shown.samples)
              .slice(0, MOST_SHOWN)
              .map(({ url }) => url),
            likeness: shown.likeness,
            steps: shown.checkpoint,
            seconds:
              example.started_at && example.finished_at
                ? Math.round((example.finished_at.getTime() - example.started_at.getTime()) / 1000)
                : null,
          }
        : findRecorded(deps, training),
  }
}

function findRecorded(
  { engines }: Pick<StudiosDeps, 'engines'>,
  { engine, original_model_version: wanted }: TrainingRow,
): StartQuote['example'] {
  const recorded = engines.get(engine)?.training?.recorded
  if (recorded?.model !== wanted) return null
  const { model: _model, ...example } = recorded
  return { ...example, is_own: false, likeness: null }
}

/** A training of this model by this engine to show as an example: preferably of the same kind of subject, then public, then new. */
async function findExample(
  { kysely }: Db,
  userId: string,
  { id, engine, original_model_version: model, object_type: object }: TrainingRow,
): Promise<TrainingRow | undefined> {
  const rows = await kysely
    .selectFrom('lora_trainings')
    .selectAll()
    .where('engine', '=', engine)
    .where('original_model_version', '=', model)
    .where('status', '=', 'Successful')
    .where('deleted_at', 'is', null)
    .where('id', '!=', id)
    .where((where) =>
      where.or([where('training_type', '=', 'Showcase'), where('user_id', '=', userId)]),
    )
    .orderBy('id', 'desc')
    .limit(50)
    .execute()
  const isPublic = (row: TrainingRow) => row.training_type === 'Showcase'
  const isAlike = (row: TrainingRow) => row.object_type === object
  return rows.toSorted(
    (a, b) => Number(isAlike(b)) - Number(isAlike(a)) || Number(isPublic(b)) - Number(isPublic(a)),
  )[0]
}
