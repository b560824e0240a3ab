import type { PackDetail, UnsaidPackRun } from '#contract/packs.ts'
import type { PackCall } from '#contract/quotes.ts'
import { type CallQuoter, ofCalls, type Quoter } from '#server/domains/orders/index.ts'
import { everyItem } from '#server/platform/keyset.ts'
import type { Route } from '#server/platform/route.ts'
import type { PacksDeps } from './deps.ts'
import { forgetPacks } from './forget-packs.ts'
import { ownPacks } from './own-packs.ts'
import { createRoutes } from './routes.ts'
import { advanceRun, sweepRuns } from './run/advance-run.ts'
import { stopRunsOf } from './run/change-run.ts'
import { type RunMessage, RUNS_LANE } from './run/lane.ts'
import { listRuns, presentRun } from './run/present-run.ts'
import { quoteRetry } from './run/retry-run.ts'
import { quoteRun } from './run/start-run.ts'
import { findRun } from './run/store.ts'
import { seedPacks } from './seed/seed-packs.ts'

export interface Packs {
  /** photo_packs, video_packs. */
  routes: Route[]
  /** Prices of runs, and of shots that are made again. */
  quoter: Quoter
  /** Puts in the packs that come with the app. */
  start(): Promise<void>
  /** Orders the shots of runs (role worker); after the queue has started. */
  startWorkers(): Promise<void>
  /** Every few seconds (role cron): runs that nobody told of. */
  sweep(): Promise<void>
  /** Every pack that somebody wrote. */
  packsOf(userId: string): AsyncIterable<PackDetail>
  /** Every run of somebody. */
  runsOf(userId: string): AsyncIterable<UnsaidPackRun>
  /** A run of somebody, of either kind; null: there is none. */
  findRun(userId: string, id: string): Promise<UnsaidPackRun | null>
  /** Ends all runs of somebody; what is left of their holds comes back. Safe to repeat. */
  stop(userId: string): Promise<void>
  /** See `forgetPacks`. */
  forget(userId: string): Promise<number>
}

/** Shots that are ordered at once; an order takes moments. */
const AT_ONCE = 2
const EXPORT_PAGE = 50

/** Builds the domain; defines its lane, so before the queue starts. */
export function createPacks(given: PacksDeps): Packs {
  const deps = { ...given, log: given.log.child({ part: 'packs' }) }
  const { db, queue } = deps
  queue.defineLane(RUNS_LANE, { retryLimit: 0 })
  return {
    routes: createRoutes(deps),
    quoter: ofCalls(createQuoter(deps)),
    start: () => seedPacks(db),
    startWorkers: () =>
      queue.work<RunMessage>(RUNS_LANE, { concurrency: AT_ONCE }, ({ run }) =>
        advanceRun(deps, run),
      ),
    sweep: () => sweepRuns(deps),
    packsOf: (userId) => ownPacks(db, userId),
    async *runsOf(userId) {
      for (const kind of ['photo', 'video'] as const)
        yield* everyItem((cursor) =>
          listRuns(deps, userId, { kind, query: { limit: EXPORT_PAGE, cursor } }),
        )
    },
    async findRun(userId, id) {
      const run = await findRun(db.kysely, id)
      return run?.user_id === userId ? presentRun(deps, run) : null
    },
    stop: (userId) => stopRunsOf(deps, userId),
    forget: (userId) => forgetPacks(deps, userId),
  }
}

/** `photo_packs/ID/run/` or `photo_packs/runs/ID/retry/`. */
function createQuoter(deps: PacksDeps): CallQuoter {
  return ({ userId }, request) => {
    const parts = request.call.split('/')
    const kind = parts[0] === 'photo_packs' ? 'photo' : 'video'
    if (isPackCall(request) && 'training' in request.body)
      return quoteRun(deps, userId, { id: parts[1] ?? '', kind, training: request.body.training })
    if (isPackCall(request) && parts[1] === 'runs') {
      const { shots } = request.body as { shots?: string[] }
      return quoteRetry(deps, userId, { id: parts[2] ?? '', kind, shots })
    }
    return null
  }
}

const isPackCall = (request: Parameters<CallQuoter>[1]): request is PackCall =>
  /^(photo|video)_packs\//.test(request.call)
