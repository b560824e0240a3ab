import type { UnsaidTraining } from '#contract/lora-trainings.ts'
import { TRAINING_PHOTOS } from '#contract/values/lora-trainings.ts'
import { requireUnlimited } from '#server/domains/accounts/index.ts'
import { readMoneyTime, transact } from '#server/platform/db/index.ts'
import { userError } from '#server/platform/errors.ts'
import { t } from '#server/texts/index.ts'
import { addPhoto, changePhoto, type PhotosDeps } from './photos.ts'
import { presentOwn } from './present-training.ts'
import { isUnlike, lockOwn, photosOf, readOwn } from './store.ts'

/**
 * A new studio with the same photos, whose training is free: once for each that came out too unlike its photos. It is started as any
 * other, when its owner has looked at the photos again.
 * @throws {AppError} `not_found`, `account_limited`, `consent_required`, `conflict`
 */
export async function retrain(
  deps: PhotosDeps,
  { userId, id, signal }: { userId: string; id: string; signal: AbortSignal },
): Promise<UnsaidTraining> {
  const { db, media, consents, leastLikeness } = deps
  const { object_type: kind } = await readOwn(db.kysely, userId, id)
  await requireUnlimited(db.kysely, userId)
  if (kind === 'person') await consents.require(userId, 'faces')
  const made = await transact(db, async (tx) => {
    const training = await lockOwn(tx, userId, id)
    if (!isUnlike(training, leastLikeness, await readMoneyTime(tx))) {
      throw userError('conflict', t('studios.retrainOnlyUnlike'))
    }
    const earlier = await tx
      .selectFrom('lora_trainings')
      .select('id')
      .where('retrain_of', '=', id)
      .executeTakeFirst()
    if (earlier) throw userError('conflict', t('studios.retrainedAlready'))
    if ((await photosOf(tx, [id])).length < TRAINING_PHOTOS.least) {
      throw userError('conflict', t('studios.photosDeleted'))
    }
    const { project_name, training_type, object_type, original_model_version, engine } = training
    const { consent_subject, consent_text, consent_version, consent_at, needs_consent } = training
    return tx
      .insertInto('lora_trainings')
      .values({
        user_id: userId,
        project_name,
        training_type,
        object_type,
        original_model_version,
        engine,
        consent_subject,
        consent_text,
        consent_version,
        consent_at,
        needs_consent,
        retrain_of: id,
        is_free: true,
        seed: Math.floor(Math.random() * 2 ** 32),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
  })
  for (const { storage_key: key, crop, caption } of await photosOf(db.kysely, [id])) {
    const file = await media.readPicture(key)
    if (!file) continue
    const training = made.id
    const photo = await addPhoto(deps, { userId, training, file: Buffer.from(file), signal })
    await changePhoto(deps, userId, { id: training, image: photo.id, crop, caption })
  }
  return presentOwn(deps, db.kysely, await readOwn(db.kysely, userId, made.id))
}
