import { api } from '#contract/index.ts'
import { route, type Route } from '#server/platform/route.ts'
import type { CommunityDeps } from './deps.ts'
import { listImages, listModels } from './feed/list-feeds.ts'
import { imagesOfSameModels, similarImages, similarModels } from './feed/similar.ts'
import { readCreator } from './read-creator.ts'
import { readImage } from './read-image.ts'
import { listUsableModels, readModel } from './read-model.ts'
import { removeModel } from './remove-model.ts'
import { viewerOf } from './viewer.ts'

/** Routes under /api/civit_images/, /api/civit_model_version/ and /api/creators/. */
export const createRoutes = (deps: CommunityDeps): Route[] => [
  ...imageRoutes(deps),
  ...modelRoutes(deps),
  route(api.creators.detail, async ({ caller, params }) =>
    readCreator(deps.db.kysely, await viewerOf(deps.db.kysely, caller), params.id),
  ),
]

function imageRoutes({ db: { kysely } }: CommunityDeps): Route[] {
  const { list, detail, similar, similarByModel } = api.civitImages
  const about = (path: string, id: string, { page = 1 }: { page?: number | undefined }) => ({
    id,
    page,
    path: path.replace(':id', id),
  })
  return [
    route(list, async ({ caller, query }) =>
      listImages(kysely, await viewerOf(kysely, caller), { path: list.path, query }),
    ),
    route(detail, async ({ caller, params }) =>
      readImage(kysely, await viewerOf(kysely, caller), params.id),
    ),
    route(similar, async ({ caller, params, query }) => {
      const viewer = await viewerOf(kysely, caller)
      const { id } = await readImage(kysely, viewer, params.id)
      return similarImages(kysely, viewer, about(similar.path, id, query))
    }),
    route(similarByModel, async ({ caller, params, query }) => {
      const viewer = await viewerOf(kysely, caller)
      const { id } = await readImage(kysely, viewer, params.id)
      return imagesOfSameModels(kysely, viewer, about(similarByModel.path, id, query))
    }),
  ]
}

function modelRoutes(deps: CommunityDeps): Route[] {
  const { kysely } = deps.db
  const { list, short, detail, similar, remove } = api.civitModelVersions
  return [
    route(list, async ({ caller, query }) =>
      listModels(kysely, await viewerOf(kysely, caller), { path: list.path, query }),
    ),
    route(short, async ({ caller, query }) => ({
      results: await listUsableModels(kysely, await viewerOf(kysely, caller), query),
    })),
    route(detail, async ({ caller, params }) =>
      readModel(kysely, await viewerOf(kysely, caller), params.id),
    ),
    route(similar, async ({ caller, params, query }) => {
      const viewer = await viewerOf(kysely, caller)
      const { id } = await readModel(kysely, viewer, params.id)
      const path = similar.path.replace(':id', id)
      return similarModels(kysely, viewer, { id, page: query.page ?? 1, path })
    }),
    route(remove, async ({ caller, params }) => {
      await removeModel(deps, await viewerOf(kysely, caller), params.id)
      return null
    }),
  ]
}
