import type { JobType, PredictionImage } from '#contract/prediction-images.ts'
import type { Billing } from '#server/domains/billing/index.ts'
import type { Media } from '#server/domains/media/index.ts'
import { isForgotten, type StoredVideoFacts } from '../video-facts.ts'
import { type ImageRow, type JobRow, parametersOf, type DbOrTx } from '../store.ts'
import { shownKey } from './shown-image.ts'

export interface PictureDeps {
  media: Media
  billing: Billing
}

/** Delivered pictures of one owner as the API shows them. */
export async function presentImages(
  { media, billing }: PictureDeps,
  source: DbOrTx,
  pictures: { job: JobRow; image: ImageRow }[],
): Promise<PredictionImage[]> {
  const marked = pictures.find(({ image }) => image.marked_storage_key !== null)
  const clean = marked !== undefined && (await billing.hasPaid(source, marked.image.user_id))
  return pictures.map(({ job, image }) => presentOne(media, job, image, clean))
}

/** @param clean the owner has paid, so no picture carries the watermark any more */
function presentOne(media: Media, job: JobRow, image: ImageRow, clean: boolean): PredictionImage {
  const parameters = parametersOf(job)
  const storageKey = shownKey(image, clean)
  const scope = image.deleted_at === null ? 'media' : 'trash'
  return {
    id: image.id,
    job: job.id,
    index: image.index,
    status: image.status,
    url: storageKey === null ? '' : media.pictureUrl({ storageKey, scope }),
    width: image.width,
    height: image.height,
    seed: image.seed,
    prompt: textOf(parameters['prompt']),
    negative_prompt: textOf(parameters['negative_prompt']),
    model: textOf(parameters['model']),
    type: job.type as JobType,
    rating: image.rating as PredictionImage['rating'],
    alt: image.alt,
    is_public: image.is_public,
    show_prompt: image.shows_prompt,
    shows_child: job.shows_child,
    is_favorite: image.is_favorite,
    dominant_color: image.dominant_color,
    blurhash: image.blurhash,
    video:
      image.video === null || image.video_storage_key === null
        ? null
        : {
            duration: image.video.duration,
            fps: image.video.fps,
            bytes: image.video.bytes,
            sound: image.video.sound ?? false,
            can_extend: canExtend(image.video),
            url: media.pictureUrl({ storageKey: image.video_storage_key, scope }),
          },
    is_free: image.is_free,
    marked: !clean && image.marked_storage_key !== null,
    created_at: (image.delivered_at ?? image.created_at).toISOString(),
    deleted_at: image.deleted_at?.toISOString() ?? null,
  }
}

function canExtend({ continuation }: StoredVideoFacts): boolean {
  return continuation !== undefined && !isForgotten(continuation)
}

/** What a kind of job does not have is null. */
const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)
