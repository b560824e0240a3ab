import { requireUnlimited } from '#server/domains/accounts/index.ts'
import { api } from '#contract/index.ts'
import { Reply, route, type Route } from '#server/platform/route.ts'
import type { CommunityDeps } from '../deps.ts'
import { requireMember } from '../people/creators.ts'
import { viewerOf } from '../viewer.ts'
import { listOwnModels, publishAgain, readOwnModel } from './own-models.ts'
import { publishModel } from './publish-model.ts'
import { downloadPublished } from './published-loras.ts'
import { decideModel, listWaitingModels } from './review-models.ts'
import { finishUpload, startUpload, takePart } from './upload-model.ts'

/** Routes by which people publish models. */
export const createModelRoutes = (deps: CommunityDeps): Route[] => {
  const calls = api.modelPublishing
  const { kysely } = deps.db
  return [
    route(calls.startUpload, async ({ caller, body }) => {
      await requireMember(kysely, caller)
      const { upload, isNew } = await startUpload(deps, caller.userId, body)
      return new Reply(isNew ? 201 : 200, upload)
    }),
    route(calls.sendPart, ({ caller, params, file }) =>
      takePart(deps, caller.userId, { ...params, data: file }),
    ),
    route(calls.finishUpload, ({ caller, params }) => finishUpload(deps, caller.userId, params.id)),
    route(calls.publish, async ({ caller, body }) => {
      await requireMember(kysely, caller)
      const id = await publishModel(deps, caller.userId, body)
      return new Reply(201, await readOwnModel(kysely, caller.userId, id))
    }),
    route(calls.publishAgain, async ({ caller, params }) => {
      await requireUnlimited(kysely, caller.userId)
      return publishAgain(deps, caller.userId, params.id)
    }),
    route(calls.mine, async ({ caller }) => ({
      results: await listOwnModels(kysely, caller.userId),
    })),
    route(calls.download, async ({ caller, params }) =>
      downloadPublished(deps, await viewerOf(kysely, caller), params.id),
    ),
    route(calls.waiting, ({ query }) => listWaitingModels(deps, query)),
    route(calls.decide, ({ caller, params, body }) =>
      decideModel(deps, caller.userId, { id: params.id, ...body }),
    ),
  ]
}
