import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { LoraTraining } from '#contract/lora-trainings.ts'
import { AppError } from '#server/platform/errors.ts'
import { trainableModels } from './create-training.ts'
import { addPhoto, type PhotosDeps } from './photos.ts'
import { removeTraining } from './remove-training.ts'
import { cutOutSubject } from './run/cut-out-subject.ts'
import { drawResults } from './run/draw-results.ts'
import { cutPhotos } from './run/training-order.ts'
import { modelName } from './run/end-training.ts'
import { studioFolder } from './studio-files.ts'
import { photosOf, type TrainingRow } from './store.ts'

/** A public studio that was trained elsewhere, by the engine that trains here. */
export interface TrainedShowcase {
  name: string
  kind: LoraTraining['object_type']
  /** The model that it is for. */
  model: string
  photos: Buffer[]
  /** LoRA file. */
  file: Buffer
  steps: number
  /** That its training took. */
  seconds: number
  curve: LoraTraining['curve']
}

const STATED = 'Nobody can be recognized in the photos, and everybody may use them.'

/**
 * Puts a public studio into the list, as if it had been trained here; what is drawn with it is drawn now. One that is there gets no more
 * than photos whose time is over; one that was broken off starts over.
 * @returns whether it was made
 * @throws {AppError} `unavailable` where nobody trains its model
 */
export async function seedShowcase(
  deps: PhotosDeps,
  userId: string,
  showcase: TrainedShowcase,
): Promise<boolean> {
  const { kysely } = deps.db
  const known = await kysely
    .selectFrom('lora_trainings')
    .selectAll()
    .where('user_id', '=', userId)
    .where('training_type', '=', 'Showcase')
    .where('project_name', '=', showcase.name)
    .where('deleted_at', 'is', null)
    .execute()
  const done = known.find(({ status }) => status === 'Successful')
  if (done) {
    if ((await photosOf(kysely, [done.id])).length === 0) await addPhotos(deps, done, showcase)
    return false
  }
  for (const { id } of known) await removeTraining(deps, userId, id)
  const row = await insertStudio(deps, userId, showcase)
  await addPhotos(deps, row, showcase)
  await finishStudio(deps, row, showcase)
  return true
}

async function insertStudio(
  deps: PhotosDeps,
  userId: string,
  { name, kind, model: wanted }: TrainedShowcase,
): Promise<TrainingRow> {
  const model = (await trainableModels(deps)).find(({ id }) => id === wanted)
  if (!model)
    throw new AppError('unavailable', `Nobody trains ${wanted} here`, { userMessage: null })
  return deps.db.kysely
    .insertInto('lora_trainings')
    .values({
      user_id: userId,
      project_name: name,
      training_type: 'Showcase',
      object_type: kind,
      original_model_version: model.id,
      engine: model.engine,
      consent_subject: 'none',
      consent_text: STATED,
      seed: 7,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

async function addPhotos(
  deps: PhotosDeps,
  { id, user_id: userId }: TrainingRow,
  { photos }: TrainedShowcase,
): Promise<void> {
  const { signal } = new AbortController()
  for (const file of photos) await addPhoto(deps, { userId, training: id, file, signal })
}

/** Keeps the model, cuts its subject out and draws with it. */
async function finishStudio(
  deps: PhotosDeps,
  row: TrainingRow,
  { file, steps, seconds, curve }: TrainedShowcase,
): Promise<void> {
  const key = `${studioFolder(row)}showcase.safetensors`
  await deps.storage.put(key, file)
  const cutOuts = await cutOutSubject(deps, row, await cutPhotos(deps, row))
  const trained = { ...row, cut_outs: cutOuts, checkpoint_key: key, checkpoint_step: steps }
  const samples = await drawResults(deps, trained)
  await deps.db.kysely
    .updateTable('lora_trainings')
    .set({
      status: 'Successful',
      created_model_version: modelName(row),
      lora_hash: createHash('sha256').update(file).digest('hex'),
      checkpoint_key: key,
      checkpoint_step: steps,
      cut_outs: JSON.stringify(cutOuts),
      samples: JSON.stringify(samples),
      curve: JSON.stringify(curve),
      progress: JSON.stringify({ step: steps, steps, loss: curve.at(-1)?.loss ?? null, eta: 0 }),
      cost: 0,
      started_at: sql<Date>`now() - make_interval(secs => ${seconds})`,
      finished_at: sql<Date>`now()`,
    })
    .where('id', '=', row.id)
    .where('status', '=', 'Not Started')
    .execute()
}
