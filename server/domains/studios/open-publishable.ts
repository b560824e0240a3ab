import type { Readable } from 'node:stream'
import type { Db } from '#server/platform/db/index.ts'
import { invalidField, userError } from '#server/platform/errors.ts'
import type { Storage } from '#server/platform/storage/index.ts'
import { isId } from '#server/platform/storable-text.ts'
import { t } from '#server/texts/index.ts'

/** The file of a training that its owner may publish. */
export interface PublishableLora {
  name: string
  /** The model version that it is for. */
  model: string
  bytes: number
  stream: Readable
}

/**
 * Opens the model of an own studio to be published: never one of a person, whoever it is.
 * @throws {AppError} `invalid` naming `training`, `conflict` while there is no model
 */
export async function openPublishable(
  { db, storage }: { db: Db; storage: Storage },
  userId: string,
  id: string,
): Promise<PublishableLora> {
  const training = isId(id)
    ? await db.kysely
        .selectFrom('lora_trainings')
        .select(['object_type', 'training_type', 'consent_subject', 'status', 'checkpoint_key'])
        .select(['created_model_version', 'original_model_version'])
        .where('id', '=', id)
        .where('user_id', '=', userId)
        .where('deleted_at', 'is', null)
        .executeTakeFirst()
    : undefined
  if (!training) throw invalidField('training', t('studios.noSuchModel'))
  const { object_type: kind, consent_subject: subject, training_type: type } = training
  if (kind === 'person' || type === 'Professional Headshots' || subject !== 'none')
    throw invalidField('training', t('studios.peopleNotPublished'))
  const key = training.status === 'Successful' ? training.checkpoint_key : null
  const opened = key === null ? null : await storage.open(key)
  if (!opened) throw userError('conflict', t('studios.nothingToPublish'))
  return {
    name: training.created_model_version ?? 'model',
    model: training.original_model_version,
    bytes: opened.size,
    stream: opened.stream,
  }
}
