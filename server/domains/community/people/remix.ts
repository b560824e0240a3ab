import type { Reader } from '#server/platform/db/index.ts'
import { userError } from '#server/platform/errors.ts'
import { t } from '#server/texts/index.ts'
import { readImage } from '../read-image.ts'
import type { Viewer } from '../viewer.ts'

/** What to order to make an image like this one. @throws {AppError} `not_found`, `conflict` where its creator does not show it */
export async function remix(
  reader: Reader,
  viewer: Viewer,
  id: string,
): Promise<{ request: Record<string, unknown>; remix_of: string }> {
  const { parameters, id: image } = await readImage(reader, viewer, id)
  if (parameters === null) throw userError('conflict', t('community.remixNotShown'))
  return { request: parameters, remix_of: image }
}
