import type { Answer } from '#contract/endpoint.ts'
import type { RemakingRequest } from '#contract/generation-request.ts'
import type { predictionImages, VisibleImage } from '#contract/prediction-images.ts'
import {
  findReadableImage,
  findVisibleImage,
  type Kinds,
  parametersOf,
  type PictureDeps,
  presentImages,
} from '#server/domains/jobs/index.ts'
import type { Db } from '#server/platform/db/index.ts'
import { notFound } from '#server/platform/errors.ts'
import type { PublicationListener } from './publications/listener.ts'
import { presentPublicImage } from './publications/present-public-image.ts'
import { formatShownWords, wordsOfPublic } from './publications/shown-words.ts'

/** An own image, or a public one as others see it. @throws {AppError} `not_found` */
export async function readImage(
  deps: PictureDeps & { db: Db; publisher: PublicationListener },
  userId: string,
  id: string,
): Promise<VisibleImage> {
  const found = await findVisibleImage(deps.db.kysely, userId, id)
  return found.image.user_id === userId
    ? (await presentImages(deps, deps.db, [found]))[0]!
    : presentPublicImage(deps, found)
}

export interface ParametersDeps {
  db: Db
  kinds: Kinds
  publisher: PublicationListener
}

/**
 * The request that makes this one picture again, with the weights it was made with and the settings as text; for others as much of it as
 * is shown, and always the sources that their licences have us name.
 * @throws {AppError} `not_found`, also for a public image whose prompt is hidden
 */
export async function readParameters(
  deps: ParametersDeps,
  userId: string,
  id: string,
): Promise<Answer<typeof predictionImages.parameters>> {
  const { db, kinds } = deps
  const { image, job } = await findReadableImage(db.kysely, userId, id)
  const drawnAfter = image.drawn_after ?? undefined
  if (image.user_id !== userId) {
    const words = await wordsOfPublic(deps, db.kysely, image)
    if (!words) throw notFound()
    return {
      ...(words as RemakingRequest),
      model_hash: job.model_hash,
      text: formatShownWords(words, image),
      ...(drawnAfter && { drawn_after: drawnAfter }),
    }
  }
  const kind = await kinds.find(job.type)
  const parameters = parametersOf(job)
  const request = kind ? kind.again(parameters, image) : parameters
  return {
    ...(request as RemakingRequest),
    model_hash: job.model_hash,
    text: kind ? kind.describe(parameters, { ...image, drawnAfter }, job.model_hash) : '',
    ...(job.template && { template: job.template }),
    ...(drawnAfter && { drawn_after: drawnAfter }),
    ...(image.revised_prompt !== null && { revised_prompt: image.revised_prompt }),
    ...(image.made_by && { made_by: image.made_by }),
  }
}
