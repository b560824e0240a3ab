import type { Media } from '#server/domains/media/index.ts'
import { type ImageRow, shownKey } from '#server/domains/jobs/index.ts'
import type { ZipEntry } from '#server/platform/zip-files.ts'

/**
 * The files of images for a zip, one in memory at a time. One that was deleted meanwhile is left out.
 * @param options.nameOf name of a file without its ending; ASCII
 */
export async function* readImageFiles<Image extends ImageRow>(
  media: Media,
  images: readonly Image[],
  { clean, nameOf }: { clean: boolean; nameOf: (image: Image) => string },
): AsyncGenerator<ZipEntry> {
  for (const image of images) {
    const isVideo = image.video_storage_key !== null
    const key = image.video_storage_key ?? shownKey(image, clean)
    const data = key === null ? null : await media.readPicture(key)
    if (!data) continue
    const writtenAt = image.delivered_at ?? image.created_at
    yield { name: `${nameOf(image)}.${isVideo ? 'mp4' : 'png'}`, data, writtenAt }
  }
}
