import { api } from '#contract/index.ts'
import { IDEMPOTENCY_KEY_HEADER, type Job } from '#contract/inference-jobs.ts'
import { Reply, route, type Route } from '#server/platform/route.ts'
import { cancelBatch } from './run/cancel-batch.ts'
import { cancelJob } from './run/cancel-job.ts'
import { changeImagesInBulk } from './library/change-images-in-bulk.ts'
import {
  createCollection,
  listCollections,
  removeCollection,
  renameCollection,
} from './library/collections.ts'
import { listDays } from './library/list-days.ts'
import { readShare, readSharedImage, shareImage, unshareImage } from './library/share-image.ts'
import { zipImages } from './library/zip-images.ts'
import { changeImage, removeImage, restoreImage } from './library/change-image.ts'
import { parseIdempotencyKey } from './submit/idempotency.ts'
import { createKindRoutes, requestOfCall } from './kinds/routes.ts'
import { proposePhoto } from './inputs/propose-photo.ts'
import { listFaces } from './inputs/list-faces.ts'
import { listImages } from './library/list-images.ts'
import { listJobs } from './present/list-jobs.ts'
import { countTokens } from './models/count-tokens.ts'
import { quoteBatch, quoteGeneration } from './submit/quote-generation.ts'
import { judgeReproduction } from './library/judge-reproduction.ts'
import { readImage, readParameters } from './library/read-image.ts'
import { quoteGrid } from './grids/quote-grid.ts'
import { createGridRoutes } from './grids/routes.ts'
import type { RouteDeps, Submitted } from './route-deps.ts'
import { readBatch } from './present/read-batch.ts'
import { zipBatch } from './library/zip-batch.ts'
import type { Quoter } from '#server/domains/orders/index.ts'
import { readDeliveredJob, readJob } from './present/read-job.ts'
import { hashBody } from './submit/hash-body.ts'
import { decideReview, listReviews } from './library/review-pictures.ts'
import { startBatch } from './submit/start-batch.ts'
import { startGeneration } from './submit/start-generation.ts'
import { createProposalRoutes } from './words/routes.ts'

/** inference_jobs, grids, prediction_images, proposals; how words and controls are read. */
export function createRoutes(deps: RouteDeps): Route[] {
  return [
    ...jobRoutes(deps),
    ...batchRoutes(deps),
    ...createGridRoutes(deps),
    ...imageRoutes(deps),
    ...libraryRoutes(deps),
    ...faceRoutes(deps),
    ...reviewRoutes(deps),
    ...serverRoutes(deps),
    ...createProposalRoutes(deps),
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
): Promise<Reply<Job>> {
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
    route(inferenceJobs.zipBatch, ({ caller, params }) => zipBatch(deps, caller.userId, params.id)),
  ]
}

function imageRoutes(deps: RouteDeps): Route[] {
  const { predictionImages } = api
  return [
    route(predictionImages.list, ({ caller, query }) => listImages(deps, caller.userId, query)),
    route(predictionImages.detail, ({ caller, params }) =>
      readImage(deps, caller.userId, params.id),
    ),
    route(predictionImages.update, ({ caller, params, body }) =>
      changeImage(deps, caller.userId, params.id, body),
    ),
    route(predictionImages.remove, async ({ caller, params }) => {
      await removeImage(deps, caller.userId, params.id)
      return null
    }),
    route(predictionImages.restore, ({ caller, params }) =>
      restoreImage(deps, caller.userId, params.id),
    ),
    route(predictionImages.parameters, ({ caller, params }) =>
      readParameters(deps, caller.userId, params.id),
    ),
    route(predictionImages.reproduction, ({ caller, params }) =>
      judgeReproduction(deps, caller.userId, params.id),
    ),
  ]
}

function libraryRoutes(deps: RouteDeps): Route[] {
  const { predictionImages, collections } = api
  return [
    route(predictionImages.days, async ({ caller, query }) => ({
      results: await listDays(deps.db, caller.userId, query),
    })),
    route(predictionImages.bulk, async ({ caller, body }) => ({
      results: await changeImagesInBulk(deps, caller.userId, body),
    })),
    route(predictionImages.zip, ({ caller, body }) => zipImages(deps, caller.userId, body.ids)),
    route(predictionImages.readShare, async ({ caller, params }) => ({
      share: await readShare(deps, caller.userId, params.id),
    })),
    route(predictionImages.share, ({ caller, params, body }) =>
      shareImage(deps, caller.userId, { imageId: params.id, showPrompt: body.show_prompt }),
    ),
    route(predictionImages.unshare, async ({ caller, params }) => {
      await unshareImage(deps, caller.userId, params.id)
      return null
    }),
    route(predictionImages.shared, ({ params }) => readSharedImage(deps, params.id)),
    route(collections.list, async ({ caller }) => ({
      results: await listCollections(deps, caller.userId),
    })),
    route(collections.create, ({ caller, body }) =>
      createCollection(deps, caller.userId, body.name),
    ),
    route(collections.rename, ({ caller, params, body }) =>
      renameCollection(deps, caller.userId, { id: params.id, name: body.name }),
    ),
    route(collections.remove, async ({ caller, params }) => {
      await removeCollection(deps, caller.userId, params.id)
      return null
    }),
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

function reviewRoutes(deps: RouteDeps): Route[] {
  const { pictureReviews } = api
  return [
    route(pictureReviews.list, ({ query }) => listReviews(deps, query)),
    route(pictureReviews.decide, ({ caller, params, body }) =>
      decideReview(deps, caller.userId, params.id, body.decision),
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
