import type { z } from 'zod'
import type { UnsaidTraining, loraTrainings } from '#contract/lora-trainings.ts'
import { STUDIO_STATEMENTS } from '#contract/studio-statements.ts'
import { trainingCost } from '#server/domains/billing/index.ts'
import type { TrainingOptions } from '#contract/lora-trainings.ts'
import { transact } from '#server/platform/db/index.ts'
import { AppError, invalidField, userError } from '#server/platform/errors.ts'
import type { Caller } from '#server/platform/route.ts'
import { t } from '#server/texts/index.ts'
import { sql } from 'kysely'
import { requireWords } from './check-words.ts'
import type { StudiosDeps } from './deps.ts'
import { presentOwn } from './present-training.ts'
import { countSlots } from './store.ts'

/** Studios of one person, whatever became of them. */
const MOST = 200

type NewTraining = z.output<typeof loraTrainings.create.body>

/** Model versions that engines of this installation train, with the name of the engine. */
export async function trainableModels({
  engines,
}: Pick<StudiosDeps, 'engines'>): Promise<
  { id: string; name: string; engine: string; photosGoTo: string | null }[]
> {
  const names = new Map((await engines.imageModels()).map(({ model }) => [model.id, model.name]))
  const found = await Promise.all(
    engines.list().map(async (engine) => {
      const ids = (await engine.training?.models().catch(() => [])) ?? []
      const photosGoTo = engine.training?.photosGoTo ?? null
      return ids.map((id) => ({ id, name: names.get(id) ?? id, engine: engine.name, photosGoTo }))
    }),
  )
  return found.flat()
}

/** What can be trained here, and what it takes. */
export async function readOptions(deps: StudiosDeps, userId: string): Promise<TrainingOptions> {
  const { db, billing, keepDays } = deps
  const [models, terms] = await Promise.all([
    trainableModels(deps),
    billing.trainingTermsOf(db.kysely, userId),
  ])
  const used = await countSlots(db.kysely, userId, terms.since)
  return {
    models: models.map(({ id, name, photosGoTo }) => ({ id, name, photos_go_to: photosGoTo })),
    cost: trainingCost(),
    allowance: { models: terms.models, used },
    keep_days: keepDays,
  }
}

/**
 * A studio without photos. Nothing is charged for it.
 * @throws {AppError} `email_not_verified`, `invalid`, `conflict`, `unavailable`
 */
export async function createTraining(
  deps: StudiosDeps,
  caller: Caller,
  asked: NewTraining,
): Promise<UnsaidTraining> {
  if (!caller.emailVerified) {
    throw userError('email_not_verified', t('common.verifyEmail'))
  }
  const { project_name: name, object_type: object, training_type: type, consent } = asked
  await requireWords(deps, object, 'project_name', name)
  if (type === 'Showcase' && !caller.isStaff && !caller.isAdmin) {
    throw invalidField('training_type', t('studios.onlyStaffPublic'))
  }
  const { subject, by_link: byLink = false } = consent
  if (byLink && subject !== 'other') {
    throw invalidField('consent', t('studios.onlyOthersByLink'))
  }
  if (object === 'person' && subject === 'none') {
    throw invalidField('consent', t('studios.sayWhoseFace'))
  }
  if (type === 'Showcase' && subject === 'child') {
    throw invalidField('consent', t('studios.childNeverPublic'))
  }
  const models = await trainableModels(deps)
  const model = asked.original_model_version
    ? models.find(({ id }) => id === asked.original_model_version)
    : models[0]
  if (models.length === 0) {
    throw new AppError('unavailable', 'No engine trains', {
      userMessage: t('studios.notTrainedNow'),
    })
  }
  if (!model) throw invalidField('original_model_version', t('studios.modelNotTrained'))
  return transact(deps.db, async (tx) => {
    const { count } = await tx
      .selectFrom('lora_trainings')
      .select(sql<number>`count(*)::int`.as('count'))
      .where('user_id', '=', caller.userId)
      .where('deleted_at', 'is', null)
      .executeTakeFirstOrThrow()
    if (count >= MOST) {
      throw userError('conflict', t('studios.tooManyStudios', { count: MOST }))
    }
    const row = await tx
      .insertInto('lora_trainings')
      .values({
        user_id: caller.userId,
        project_name: name,
        training_type: type,
        object_type: object,
        original_model_version: model.id,
        engine: model.engine,
        consent_subject: subject,
        consent_text: STUDIO_STATEMENTS.texts[byLink ? 'link' : subject],
        consent_version: STUDIO_STATEMENTS.version,
        needs_consent: byLink,
        seed: Math.floor(Math.random() * 2 ** 32),
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    return presentOwn(deps, tx, row)
  })
}
