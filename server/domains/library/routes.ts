import { brandOfHost } from '#brands/index.ts'
import { api } from '#contract/index.ts'
import { invalidField } from '#server/platform/errors.ts'
import { route, type Route } from '#server/platform/route.ts'
import { t } from '#server/texts/index.ts'
import type { LibraryParts } from './deps.ts'
import { changeImagesInBulk } from './change-images-in-bulk.ts'
import {
  createCollection,
  listCollections,
  removeCollection,
  renameCollection,
} from './collections.ts'
import { listDays } from './list-days.ts'
import { readShare, readSharedImage, shareImage, unshareImage } from './share-image.ts'
import { removeVideo } from './remove-video.ts'
import { zipBatch } from './zip-batch.ts'
import { zipImages } from './zip-images.ts'
import { changeImage, removeImage, restoreImage } from './change-image.ts'
import { listImages } from './list-images.ts'
import { judgeReproduction } from './judge-reproduction.ts'
import { readImage, readParameters } from './read-image.ts'

/** Routes under /api/prediction_images/ and /api/collections/; files and the removal of what jobs made. */
export const createLibraryRoutes = (deps: LibraryParts): Route[] => [
  ...imageRoutes(deps),
  ...libraryRoutes(deps),
  ...resultRoutes(deps),
]

function imageRoutes(deps: LibraryParts): Route[] {
  const { predictionImages } = api
  return [
    route(predictionImages.list, ({ caller, query }) => listImages(deps, caller.userId, query)),
    route(predictionImages.detail, ({ caller, params }) =>
      readImage(deps, caller.userId, params.id),
    ),
    route(predictionImages.update, ({ caller, params, body, host }) => {
      if (body.is_public && !brandOfHost(host).features.includes('explore_images'))
        throw invalidField('is_public', t('library.noPublishing'))
      return changeImage(deps, caller.userId, params.id, body)
    }),
    route(predictionImages.remove, async ({ caller, params }) => {
      await removeImage(deps.db.kysely, caller.userId, params.id)
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

function libraryRoutes(deps: LibraryParts): Route[] {
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

/** Returns the routes of images and videos that jobs delivered. */
function resultRoutes(deps: LibraryParts): Route[] {
  return [
    route(api.inferenceJobs.zipBatch, ({ caller, params }) =>
      zipBatch(deps, caller.userId, params.id),
    ),
    route(api.videoInferenceJobs.remove, async ({ caller, params }) => {
      await removeVideo(deps, caller.userId, params.id)
      return null
    }),
  ]
}
