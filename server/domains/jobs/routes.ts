import { api } from '#contract/index.ts'
import type { UnsaidJob } from '#contract/inference-jobs.ts'
import { IDEMPOTENCY_KEY_HEADER } from '#contract/values/inference-jobs.ts'
import { Reply, route, type Route } from '#server/platform/route.ts'
import { cancelBatch } from './run/cancel-batch.ts'
import { cancelJob } from './run/cancel-job.ts'
import { parseIdempotencyKey } from './submit/idempotency.ts'
import { createKindRoutes, requestOfCall } from './kinds/routes.ts'
import { proposePhoto } from './inputs/propose-photo.ts'
import { listFaces } from './inputs/list-faces.ts'
import { listJobs } from './present/list-jobs.ts'
import { countTokens } from './models/count-tokens.ts'
import { quoteBatch, quoteGeneration } from './submit/quote-generation.ts'
import { quoteGrid } from './grids/quote-grid.ts'
import { createGridRoutes } from './grids/routes.ts'
import type { RouteDeps, Submitted } from './route-deps.ts'
import { readBatch } from './present/read-batch.ts'
import type { Quoter } from '#server/domains/orders/index.ts'
import { readDeliveredJob, readJob } from './present/read-job.ts'
import { hashBody } from './submit/hash-body.ts'
import { startBatch } from './submit/start-batch.ts'
import { startGeneration } from './submit/start-generation.ts'
import { createProposalRoutes } from './words/routes.ts'
import { exportUsage } from './usage/usage-csv.ts'
import { decideReview, listReviews } from './reviews/review-pictures.ts'

/** inference_jobs, grids, picture_reviews, proposals; how words and controls are read. */
export function createRoutes(deps: RouteDeps): Route[] {
  return [
    ...jobRoutes(deps),
    ...batchRoutes(deps),
    ...createGridRoutes(deps),
    ...reviewRoutes(deps),
    ...faceRoutes(deps),
    route(api.uploadedImages.select, ({ caller, params, body }) =>
      deps.selectObject(caller.userId, params.id, body.points),
    ),
    ...serverRoutes(deps),
    ...createProposalRoutes(deps),
    route(api.credits.exportUsage, async ({ caller, query }) =>
      exportUsage(deps.db, caller.userId, query),
    ),
    ...createKindRoutes(deps, (request) => start(deps, request, false)),
  ]
}

/** Prices of generations, batches, grids, and calls that order a generation. */
export function createQuoter(deps: RouteDeps): Quoter {
  return ({ userId }, body) => {
    if ('jobs' in body) return quoteBatch(deps, userId, body)
    if ('x' in body) return quoteGrid(deps, userId, body)
    if (!('call' in body)) return quoteGeneration(deps, userId, body)
    const ordered = requestOfCall(body)
    return ordered ? quoteGeneration(deps, userId, ordered) : null
  }
}

function jobRoutes(deps: RouteDeps): Route[] {
  const { inferenceJobs } = api
  const startJob = (request: Submitted, find: boolean) => start(deps, request, find)
  return [
    route(inferenceJobs.create, (request) => startJob(request, false)),
    route(inferenceJobs.createOrFind, (request) => startJob(request, true)),
    route(inferenceJobs.running, ({ caller, query }) =>
      listJobs(deps, caller.userId, 'running', query),
    ),
    route(inferenceJobs.success, ({ caller, query }) =>
      listJobs(deps, caller.userId, 'success', query),
    ),
    route(inferenceJobs.detail, ({ caller, params }) => readJob(deps, caller.userId, params.id)),
    route(inferenceJobs.successDetail, ({ caller, params }) =>
      readDeliveredJob(deps, caller.userId, params.id),
    ),
    route(inferenceJobs.cancel, ({ caller, params }) => cancelJob(deps, caller.userId, params.id)),
  ]
}

async function start(
  deps: RouteDeps,
  { caller, body, headers }: Submitted,
  find: boolean,
): Promise<Reply<UnsaidJob>> {
  const header = headers[IDEMPOTENCY_KEY_HEADER.toLowerCase()]
  const key = parseIdempotencyKey(header, () => hashBody(body))
  const { job, created } = await startGeneration(deps, { caller, request: body, key, find })
  return new Reply(created ? 201 : 200, job)
}

function batchRoutes(deps: RouteDeps): Route[] {
  const { inferenceJobs } = api
  return [
    route(inferenceJobs.createBatch, ({ caller, body, headers }) => {
      const header = headers[IDEMPOTENCY_KEY_HEADER.toLowerCase()]
      const key = parseIdempotencyKey(header, () => hashBody(body))
      return startBatch(deps, { caller, request: body, key })
    }),
    route(inferenceJobs.batch, ({ caller, params }) => readBatch(deps, caller.userId, params.id)),
    route(inferenceJobs.cancelBatch, ({ caller, params }) =>
      cancelBatch(deps, caller.userId, params.id),
    ),
  ]
}

function faceRoutes(deps: RouteDeps): Route[] {
  return [
    route(api.uploadedImages.faces, ({ caller, params }) =>
      listFaces(deps, caller.userId, { id: params.id, from: 'uploads' }),
    ),
    route(api.uploadedImages.betterPhoto, async ({ caller, params }) => ({
      result: await proposePhoto(deps, caller.userId, params.id),
    })),
    route(api.predictionImages.faces, ({ caller, params }) =>
      listFaces(deps, caller.userId, { id: params.id, from: 'results' }),
    ),
  ]
}

function serverRoutes(deps: RouteDeps): Route[] {
  const { generationServers } = api
  return [
    route(generationServers.countTokens, ({ body, caller }) => countTokens(deps, caller, body)),
    route(generationServers.showControl, ({ body, caller }) =>
      deps.viewControl(caller.userId, body),
    ),
  ]
}

function reviewRoutes(deps: RouteDeps): Route[] {
  const { pictureReviews } = api
  return [
    route(pictureReviews.list, ({ query }) => listReviews(deps, query)),
    route(pictureReviews.decide, ({ caller, params, body }) =>
      decideReview(deps, caller.userId, params.id, body.decision),
    ),
  ]
}
