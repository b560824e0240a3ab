import type { Answer } from '#contract/endpoint.ts'
import type { RemakingRequest } from '#contract/generation-request.ts'
import type { PredictionImage, predictionImages } from '#contract/prediction-images.ts'
import type { Db } from '#server/platform/db/index.ts'
import { type PictureDeps, presentImages } from './present-image.ts'
import type { Kinds } from '../kinds/registry.ts'
import { parametersOf } from '../store.ts'
import { findVisibleImage } from './shown-image.ts'

/** @throws {AppError} `not_found` */
export async function readImage(
  deps: PictureDeps & { db: Db },
  userId: string,
  id: string,
): Promise<PredictionImage> {
  const found = await findVisibleImage(deps.db.kysely, userId, id)
  const shown = (await presentImages(deps, deps.db, [found]))[0]!
  // Only the owner sees what they like.
  return found.image.user_id === userId ? shown : { ...shown, is_favorite: false }
}

/**
 * The request that makes this one picture again, with the weights it was made with and the settings as text.
 * @throws {AppError} `not_found`
 */
export async function readParameters(
  { db, kinds }: { db: Db; kinds: Kinds },
  userId: string,
  id: string,
): Promise<Answer<typeof predictionImages.parameters>> {
  const { image, job } = await findVisibleImage(db.kysely, userId, id)
  const kind = await kinds.find(job.type)
  const parameters = parametersOf(job)
  const request = kind ? kind.again(parameters, image) : parameters
  const drawnAfter = image.drawn_after ?? undefined
  return {
    ...(request as RemakingRequest),
    model_hash: job.model_hash,
    text: kind ? kind.describe(parameters, { ...image, drawnAfter }, job.model_hash) : '',
    // What somebody wrote to have words drawn is theirs, as their lists are.
    ...(job.template && image.user_id === userId && { template: job.template }),
    ...(drawnAfter && { drawn_after: drawnAfter }),
  }
}
