import type { z } from 'zod'
import { api } from '#contract/index.ts'
import type { UnsaidJob } from '#contract/inference-jobs.ts'
import { asVideoJob, type VideoChoice } from '#contract/video-inference-jobs.ts'
import { VideoRequest } from '#contract/jobs/video.ts'
import { Reply, route, type Route } from '#server/platform/route.ts'
import { listJobs } from '../../present/list-jobs.ts'
import { findVisibleImage } from '../../present/shown-image.ts'
import { readVideoJob } from '../../present/read-job.ts'
import type { RouteDeps, Submitted } from '../../route-deps.ts'
import { cancelJob } from '../../run/cancel-job.ts'
import { listVideoProviders } from './list-video-providers.ts'

/** video_inference_jobs, video_providers; the library deletes videos. @param start makes a request a job, as for images */
export function createVideoRoutes(
  deps: RouteDeps,
  start: (request: Submitted) => Promise<Reply<UnsaidJob>>,
): Route[] {
  const { videoInferenceJobs: calls } = api
  const startVideo = async (request: Submitted) => {
    const { status, body } = await start(request)
    return new Reply(status, asVideoJob(body))
  }
  return [
    route(calls.create, ({ body, ...request }) =>
      startVideo({ ...request, body: { type: 'VID', ...body } }),
    ),
    route(calls.createOf, async ({ body, params, ...request }) => {
      const { image } = await findVisibleImage(deps.db.kysely, request.caller.userId, params.id)
      const choice: Partial<z.output<typeof VideoChoice>> = body ?? {}
      return startVideo({
        ...request,
        body: VideoRequest.parse({ type: 'VID', ...choice, image: image.id }),
      })
    }),
    route(calls.running, async ({ caller, query }) =>
      asVideos(await listJobs(deps, caller.userId, 'runningVideos', query)),
    ),
    route(calls.success, async ({ caller, query }) =>
      asVideos(await listJobs(deps, caller.userId, 'madeVideos', query)),
    ),
    route(calls.detail, async ({ caller, params }) =>
      asVideoJob(await readVideoJob(deps, caller.userId, params.id)),
    ),
    route(calls.cancel, async ({ caller, params }) => {
      const { id } = await readVideoJob(deps, caller.userId, params.id)
      return asVideoJob(await cancelJob(deps, caller.userId, id))
    }),
    route(calls.providers, async () => ({ results: await listVideoProviders(deps) })),
  ]
}

const asVideos = <P extends { results: UnsaidJob[] }>({ results, ...page }: P) => ({
  ...page,
  results: results.map(asVideoJob),
})
