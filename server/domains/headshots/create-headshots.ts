import { api } from '#contract/index.ts'
import type { HeadshotRun } from '#contract/headshot-runs.ts'
import { everyItem } from '#server/platform/keyset.ts'
import { route, type Route } from '#server/platform/route.ts'
import { advanceRuns, failRun } from './advance-runs.ts'
import type { HeadshotsDeps } from './deps.ts'
import { listRuns } from './list-runs.ts'
import { orderRun } from './order-run.ts'
import { presentRun, readOwnRun } from './present-run.ts'
import { redoShot } from './redo-shot.ts'
import { removeRun } from './remove-run.ts'

export interface Headshots {
  /** headshot_runs, and paying for one. */
  routes: Route[]
  /** Every few seconds (role cron): what was trained is drawn, what was drawn is compared. */
  sweep(): Promise<void>
  /** Every set of somebody, newest first. */
  allOf(userId: string): AsyncIterable<HeadshotRun>
  /** For the deletion of an account: what is held comes back, and all of it goes. Safe to repeat. */
  forget(userId: string): Promise<void>
}

const EXPORT_PAGE = 20
const GONE = { code: 'deleted', message: 'The account was deleted.' }

/** Builds the domain. */
export function createHeadshots(given: HeadshotsDeps): Headshots {
  const deps = { ...given, log: given.log.child({ part: 'headshots' }) }
  const { db } = deps
  const { headshotRuns } = api
  return {
    routes: [
      route(headshotRuns.order, ({ caller, params, body }) =>
        orderRun(deps, caller, { ...body, id: params.id }),
      ),
      route(headshotRuns.list, ({ caller, query }) => listRuns(deps, caller.userId, query)),
      route(headshotRuns.detail, async ({ caller, params }) =>
        presentRun(deps, await readOwnRun(deps, caller.userId, params.id)),
      ),
      route(headshotRuns.remove, ({ caller, params }) => removeRun(deps, caller.userId, params.id)),
      route(headshotRuns.redo, ({ caller, params }) => redoShot(deps, caller.userId, params)),
    ],
    sweep: () => advanceRuns(deps),
    allOf: (userId) =>
      everyItem((cursor) => listRuns(deps, userId, { limit: EXPORT_PAGE, cursor })),
    async forget(userId) {
      const runs = await db.kysely
        .selectFrom('headshot_runs')
        .selectAll()
        .where('user_id', '=', userId)
        .execute()
      for (const run of runs) {
        if (run.status === 'training') await failRun(deps, run, GONE)
      }
      await db.kysely
        .deleteFrom('headshot_runs')
        .where('user_id', '=', userId)
        .where('status', '!=', 'training')
        .execute()
    },
  }
}
