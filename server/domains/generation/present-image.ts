import type { JobType, PredictionImage } from '#contract/prediction-images.ts'
import type { Media } from '#server/domains/media/index.ts'
import { type ImageRow, type JobRow, parametersOf } from './store.ts'

/** A delivered picture as the API shows it. */
export function presentImage(media: Media, job: JobRow, image: ImageRow): PredictionImage {
  const parameters = parametersOf(job)
  const storageKey = image.marked_storage_key ?? image.storage_key
  return {
    id: image.id,
    job: job.id,
    index: image.index,
    status: image.status,
    url: storageKey === null ? '' : media.pictureUrl({ storageKey, isPublic: image.is_public }),
    width: image.width,
    height: image.height,
    seed: image.seed,
    prompt: parameters.prompt,
    negative_prompt: parameters.negative_prompt,
    model: parameters.model,
    type: job.type as JobType,
    rating: image.rating as PredictionImage['rating'],
    alt: image.alt,
    is_public: image.is_public,
    is_favorite: image.is_favorite,
    dominant_color: image.dominant_color,
    blurhash: image.blurhash,
    marked: image.marked_storage_key !== null,
    created_at: (image.delivered_at ?? image.created_at).toISOString(),
  }
}
