import type { VisibleImage } from '#contract/prediction-images.ts'
import {
  type ImageRow,
  type JobRow,
  type PictureDeps,
  presentImages,
} from '#server/domains/jobs/index.ts'
import type { PublicFile } from '#server/domains/media/index.ts'
import type { Db } from '#server/platform/db/index.ts'
import type { PublicationListener } from './listener.ts'
import { wordsOfPublic } from './shown-words.ts'

/** A public image as others see it: without what only its owner knows, and with those of its words alone that are shown. */
export async function presentPublicImage(
  deps: PictureDeps & { db: Db; publisher: PublicationListener },
  picture: { job: JobRow; image: ImageRow },
): Promise<VisibleImage> {
  const [shown] = await presentImages(deps, deps.db, [picture])
  const words = (await wordsOfPublic(deps, deps.db.kysely, picture.image)) ?? {}
  const { publication_id: id } = picture.image
  const urlOf = (file: PublicFile) => (id === null ? '' : deps.media.publicUrl({ id, file }))
  const { video } = shown!
  const isFilmShown = video !== null && id !== null && (await deps.media.showsVideo(id))
  return {
    ...shown!,
    prompt: textOf(words['prompt']),
    negative_prompt: textOf(words['negative_prompt']),
    model: textOf(words['model']),
    seed: 'seed' in words ? shown!.seed : null,
    job: null,
    index: 0,
    url: urlOf('image.png'),
    video: isFilmShown ? { ...video, url: urlOf('video.mp4'), can_extend: false } : null,
    // Only the owner sees what they like, and what they paid.
    is_favorite: false,
    is_free: false,
  }
}

/** Returns a text as it is, and null for a value that is not shown. */
const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)
