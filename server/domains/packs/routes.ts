import { api } from '#contract/index.ts'
import { IDEMPOTENCY_KEY_HEADER } from '#contract/values/inference-jobs.ts'
import type { PackKind } from '#contract/packs.ts'
import { hashBody, type IdempotencyKey, parseIdempotencyKey } from '#server/domains/jobs/index.ts'
import { Reply, route, type Route } from '#server/platform/route.ts'
import type { PacksDeps } from './deps.ts'
import { changePack, createPack, publishPack, removePack } from './edit-pack.ts'
import { readWall, setFavorite } from './favorites.ts'
import { listPacks, readPackDetail } from './list-packs.ts'
import { listAllPacks, restorePack, undoPack, withdrawPack } from './look-after-packs.ts'
import { cancelRun, swapPrompt } from './run/change-run.ts'
import { listRuns, presentRun } from './run/present-run.ts'
import { retryRun } from './run/retry-run.ts'
import { startRun } from './run/start-run.ts'
import { readOwnRun, shotsOfRuns } from './run/store.ts'
import { viewerOf } from './store.ts'
import { tryShot } from './try-shot.ts'

/** Routes under /api/photo_packs/ and /api/video_packs/. */
export const createRoutes = (deps: PacksDeps): Route[] => [
  ...consoleRoutes(deps),
  ...packRoutes(deps, 'photo'),
  ...packRoutes(deps, 'video'),
  ...runRoutes(deps, 'photo'),
  ...runRoutes(deps, 'video'),
]

function consoleRoutes(deps: PacksDeps): Route[] {
  const { adminPacks } = api
  return [
    route(adminPacks.list, ({ query }) => listAllPacks(deps, query)),
    route(adminPacks.undo, ({ caller, params, body }) =>
      undoPack(deps, { actorId: caller.userId, ...params, ...body }),
    ),
    route(adminPacks.withdraw, ({ caller, params, body }) =>
      withdrawPack(deps, { actorId: caller.userId, ...params, ...body }),
    ),
    route(adminPacks.restore, ({ caller, params, body }) =>
      restorePack(deps, { actorId: caller.userId, ...params, ...body }),
    ),
  ]
}

const endpointsOf = (kind: PackKind) => (kind === 'photo' ? api.photoPacks : api.videoPacks)

function packRoutes(deps: PacksDeps, kind: PackKind): Route[] {
  const calls = endpointsOf(kind)
  return [
    route(calls.list, ({ caller, query, language }) =>
      listPacks(deps, viewerOf(caller, language), { kind, path: calls.list.path, query }),
    ),
    route(calls.create, ({ caller, body }) => createPack(deps, caller, { kind, input: body })),
    route(calls.detail, ({ caller, params, language }) =>
      readPackDetail(deps, viewerOf(caller, language), { kind, ...params }),
    ),
    route(calls.update, ({ caller, params, body }) =>
      changePack(deps, caller, { kind, ...params, change: body }),
    ),
    route(calls.remove, async ({ caller, params }) => {
      await removePack(deps, caller, { kind, ...params })
      return null
    }),
    route(calls.publish, ({ caller, params, body }) =>
      publishPack(deps, caller, { kind, ...params, ...body }),
    ),
    route(calls.favorite, async ({ caller, params }) => {
      const viewer = { ...viewerOf(caller), userId: caller.userId }
      await setFavorite(deps, viewer, { kind, ...params, isFavorite: true })
      return { is_favorite: true }
    }),
    route(calls.unfavorite, async ({ caller, params }) => {
      const viewer = { ...viewerOf(caller), userId: caller.userId }
      await setFavorite(deps, viewer, { kind, ...params, isFavorite: false })
      return null
    }),
    route(calls.wall, async ({ caller, params }) => ({
      results: await readWall(deps, viewerOf(caller), { kind, ...params }),
    })),
  ]
}

function runRoutes(deps: PacksDeps, kind: PackKind): Route[] {
  const calls = endpointsOf(kind)
  return [
    route(calls.my, ({ caller, query }) => listRuns(deps, caller.userId, { kind, query })),
    route(calls.tryShot, ({ caller, params, body, headers }) =>
      tryShot(deps, caller, {
        kind,
        ...params,
        ...body,
        key: keyOf(headers, { ...body, ...params }),
      }),
    ),
    route(calls.run, async ({ caller, params, body, headers }) => {
      const key = keyOf(headers, { ...body, ...params })
      return new Reply(201, await startRun(deps, caller, { kind, ...params, ...body, key }))
    }),
    route(calls.readRun, async ({ caller, params }) =>
      presentRun(deps, await readOwnRun(deps.db.kysely, caller.userId, { kind, ...params })),
    ),
    route(calls.retry, ({ caller, params, body }) =>
      retryRun(deps, caller, { kind, ...params, ...body }),
    ),
    route(calls.cancelRun, ({ caller, params }) =>
      cancelRun(deps, caller.userId, { kind, ...params }),
    ),
    route(calls.swap, ({ caller, params, body }) =>
      swapPrompt(deps, caller.userId, { kind, ...params, ...body }),
    ),
    route(calls.zip, async ({ caller, params }) => {
      const run = await readOwnRun(deps.db.kysely, caller.userId, { kind, ...params })
      const shots = await shotsOfRuns(deps.db.kysely, [run.id])
      const jobs = shots.map((shot) =>
        shot.job_status === 'S' ? shot.job_id : shot.delivered_job_id,
      )
      return deps.library.zipJobs(caller.userId, {
        jobs: jobs.filter((job) => job !== null),
        filename: `atelier-pack-${run.id.slice(-8)}.zip`,
      })
    }),
  ]
}

const keyOf = (
  headers: Readonly<Record<string, string | string[] | undefined>>,
  body: object,
): IdempotencyKey | null =>
  parseIdempotencyKey(headers[IDEMPOTENCY_KEY_HEADER.toLowerCase()], () => hashBody(body))
