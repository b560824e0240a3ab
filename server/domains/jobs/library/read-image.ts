import type { Answer } from '#contract/endpoint.ts'
import type { RemakingRequest } from '#contract/generation-request.ts'
import type { predictionImages, VisibleImage } from '#contract/prediction-images.ts'
import type { Db } from '#server/platform/db/index.ts'
import { type PictureDeps, presentImages, presentPublicImage } from '../present/present-image.ts'
import type { Kind, StoredParameters } from '../kinds/kind.ts'
import type { Kinds } from '../kinds/registry.ts'
import { parametersOf } from '../store.ts'
import { findReadableImage, findVisibleImage } from '../present/shown-image.ts'

/** An own image, or a public one as others see it. @throws {AppError} `not_found` */
export async function readImage(
  deps: PictureDeps & { db: Db },
  userId: string,
  id: string,
): Promise<VisibleImage> {
  const found = await findVisibleImage(deps.db.kysely, userId, id)
  return found.image.user_id === userId
    ? (await presentImages(deps, deps.db, [found]))[0]!
    : presentPublicImage(deps, deps.db, found)
}

/**
 * The request that makes this one picture again, with the weights it was made with and the settings as text.
 * @throws {AppError} `not_found`, also for a public image whose prompt is hidden
 */
export async function readParameters(
  { db, kinds }: { db: Db; kinds: Kinds },
  userId: string,
  id: string,
): Promise<Answer<typeof predictionImages.parameters>> {
  const { image, job } = await findReadableImage(db.kysely, userId, id)
  const isOwn = image.user_id === userId
  const kind = await kinds.find(job.type)
  const parameters = parametersOf(job)
  const request = kind ? kind.again(parameters, image) : parameters
  const drawnAfter = image.drawn_after ?? undefined
  return {
    ...((isOwn || !kind ? request : withoutInputs(kind, request)) as RemakingRequest),
    model_hash: job.model_hash,
    text: kind ? kind.describe(parameters, { ...image, drawnAfter }, job.model_hash) : '',
    // What somebody wrote to have words drawn is theirs, as their lists are.
    ...(job.template && isOwn && { template: job.template }),
    ...(drawnAfter && { drawn_after: drawnAfter }),
    ...(isOwn && image.revised_prompt !== null && { revised_prompt: image.revised_prompt }),
    ...(image.made_by && { made_by: image.made_by }),
  }
}

/** What others of a public image are not told: which images of its owner it was made of. */
function withoutInputs(kind: Kind, request: Record<string, unknown>): Record<string, unknown> {
  const fields = new Set(
    kind.inputs(request as StoredParameters).map(({ field }) => field.split('.')[0]),
  )
  return Object.fromEntries(Object.entries(request).filter(([name]) => !fields.has(name)))
}
