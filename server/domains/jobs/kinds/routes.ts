import type { z } from 'zod'
import type { GenerationRequest } from '#contract/generation-request.ts'
import { api } from '#contract/index.ts'
import type { UnsaidJob } from '#contract/inference-jobs.ts'
import { UpscaleChoice } from '#contract/jobs/upscale.ts'
import type { QuoteRequest, VideoCall } from '#contract/quotes.ts'
import { invalidField } from '#server/platform/errors.ts'
import { type Reply, route, type Route } from '#server/platform/route.ts'
import { t } from '#server/texts/index.ts'
import { findVisibleImage } from '../present/shown-image.ts'
import type { RouteDeps, Submitted } from '../route-deps.ts'
import { listHeadshotBackgrounds } from './headshots/headshot-backgrounds.ts'
import { listAvatarStyles } from './instant-avatars/avatar-styles.ts'
import { createVideoRoutes } from './video/routes.ts'

/**
 * The paths that single kinds have beside the common one, and the lists that their pages choose from.
 * @param start makes a request a job
 */
export function createKindRoutes(
  deps: RouteDeps,
  start: (request: Submitted) => Promise<Reply<UnsaidJob>>,
): Route[] {
  const { inferenceJobs } = api
  return [
    route(inferenceJobs.removeBackground, ({ body, ...request }) =>
      start({ ...request, body: { type: 'RB', ...body } }),
    ),
    route(inferenceJobs.upscale, ({ body, ...request }) =>
      start({ ...request, body: upscaleRequest(body) }),
    ),
    route(inferenceJobs.faceSwap, ({ body, ...request }) =>
      start({ ...request, body: { type: 'FS', ...body } }),
    ),
    route(inferenceJobs.instantAvatars, ({ body, ...request }) =>
      start({ ...request, body: { type: 'ISI', ...body } }),
    ),
    route(inferenceJobs.avatarStyles, () => listAvatarStyles(deps.engines)),
    route(inferenceJobs.headshotBackgrounds, async () => ({
      results: await listHeadshotBackgrounds(deps.engines),
    })),
    route(inferenceJobs.removeBackgroundOf, async ({ body, params, ...request }) => {
      const { image } = await findVisibleImage(deps.db.kysely, request.caller.userId, params.id)
      return start({ ...request, body: { type: 'RB', ...body, image: image.id } })
    }),
    route(inferenceJobs.upscaleOf, async ({ body, params, ...request }) => {
      const { image } = await findVisibleImage(deps.db.kysely, request.caller.userId, params.id)
      return start({
        ...request,
        body: upscaleRequest({ ...UpscaleChoice.parse(body ?? {}), image: image.id }),
      })
    }),
    ...createVideoRoutes(deps, start),
  ]
}

/** The request for which a call that has a path of its own asks the price; null: it is no kind's. */
export const requestOfCall = (
  body: Extract<QuoteRequest, { call: string }>,
): GenerationRequest | null => (isVideoCall(body) ? { type: 'VID', ...body.body } : null)

const isVideoCall = (body: Extract<QuoteRequest, { call: string }>): body is VideoCall =>
  body.call.startsWith('video_inference_jobs')

/** The two kinds of enlarging share their paths. @throws {AppError} `invalid` */
function upscaleRequest({
  pro,
  scale,
  ...rest
}: z.output<typeof UpscaleChoice> & { image: string }): GenerationRequest {
  if (pro) return { type: 'UU', scale, ...rest }
  if (scale === 8) throw invalidField('scale', t('jobs.scaleNeedsPro', { scale }))
  return { type: 'UI', scale, ...rest }
}
