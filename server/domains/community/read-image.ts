import type { CommunityImage } from '#contract/community.ts'
import type { Reader } from '#server/platform/db/index.ts'
import { notFound } from '#server/platform/errors.ts'
import { isId } from '#server/platform/storable-text.ts'
import { presentImages } from './present-images.ts'
import type { Viewer } from './viewer.ts'

/** One published image. @throws {AppError} `not_found` also for what this viewer may not see */
export async function readImage(
  reader: Reader,
  viewer: Viewer,
  id: string,
): Promise<CommunityImage> {
  const [image] = isId(id) ? await presentImages(reader, [id.toLowerCase()], viewer) : []
  if (!image) throw notFound()
  return image
}
