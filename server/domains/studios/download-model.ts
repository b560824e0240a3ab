import { userError } from '#server/platform/errors.ts'
import { Download } from '#server/platform/route.ts'
import { t } from '#server/texts/index.ts'
import type { StudiosDeps } from './deps.ts'
import { readOwn } from './store.ts'

/** The file of a trained model. @throws {AppError} `not_found`, `conflict` while there is none */
export async function downloadModel(
  { db, storage }: StudiosDeps,
  userId: string,
  id: string,
): Promise<Download> {
  const training = await readOwn(db.kysely, userId, id)
  const { status, checkpoint_key: key, created_model_version: name } = training
  const opened = status === 'Successful' && key !== null ? await storage.open(key) : null
  if (!opened) throw userError('conflict', t('studios.nothingToDownload'))
  return new Download(`${name}.safetensors`, opened.stream as AsyncIterable<Uint8Array>)
}
