import { api } from '#contract/index.ts'
import type { UnsaidHeadshotRun } from '#contract/headshot-runs.ts'
import type { PaidOrder } from '#server/domains/billing/index.ts'
import { ofCalls, type Quoter } from '#server/domains/orders/index.ts'
import type { Tx } from '#server/platform/db/index.ts'
import { everyItem } from '#server/platform/keyset.ts'
import { type Caller, route, type Route } from '#server/platform/route.ts'
import { advanceRuns } from './advance-runs.ts'
import type { SetOrder } from './check-order.ts'
import { chooseTake } from './choose-take.ts'
import type { HeadshotsDeps } from './deps.ts'
import { listRuns } from './list-runs.ts'
import { acceptPayment, orderByCard } from './order-by-card.ts'
import { orderRun } from './order-run.ts'
import { presentRun, readOwnRun } from './present-run.ts'
import { createQuoter } from './quote-set.ts'
import { redoShot } from './redo-shot.ts'
import { endOwnRun, removeRun, STOPPED } from './remove-run.ts'

export interface Headshots {
  /** Routes under /api/headshot_runs/, and the one to pay for a set. */
  routes: Route[]
  /** Prices of sets. */
  quoter: Quoter
  /** Takes every open set one step on: draws what is trained, compares what is drawn. Called every few seconds (role cron). */
  sweep(): Promise<void>
  /** Called in the transaction that writes the card payment of a set. @returns whether the set still waits for it */
  acceptPayment(tx: Tx, order: PaidOrder): Promise<boolean>
  /** A set of somebody's. @throws {AppError} `not_found` */
  present(userId: string, id: string): Promise<UnsaidHeadshotRun>
  /** Every set of somebody, newest first. */
  allOf(userId: string): AsyncIterable<UnsaidHeadshotRun>
  /** Ends every set of somebody that is not finished; what is held or was paid for it comes back. Safe to repeat. */
  stop(userId: string): Promise<void>
  /** Deletes all sets of an account that is closing, and gives back the credits they hold. Safe to repeat. */
  forget(userId: string): Promise<void>
}

const EXPORT_PAGE = 20

/** Builds the domain. */
export function createHeadshots(given: HeadshotsDeps): Headshots {
  const deps = { ...given, log: given.log.child({ part: 'headshots' }) }
  const { db } = deps
  const { headshotRuns } = api
  const order = (caller: Caller, from: { host: string; ip: string }, asked: SetOrder) =>
    asked.pay_by === 'card'
      ? orderByCard(deps, caller, { ...asked, ...from })
      : orderRun(deps, caller, asked)
  return {
    quoter: ofCalls(createQuoter(deps)),
    routes: [
      route(headshotRuns.order, ({ caller, params, body, host, ip }) =>
        order(caller, { host, ip }, { ...body, id: params.id }),
      ),
      route(headshotRuns.list, ({ caller, query }) => listRuns(deps, caller.userId, query)),
      route(headshotRuns.detail, async ({ caller, params }) =>
        presentRun(deps, await readOwnRun(deps, caller.userId, params.id)),
      ),
      route(headshotRuns.remove, ({ caller, params }) => removeRun(deps, caller.userId, params.id)),
      route(headshotRuns.redo, ({ caller, params }) => redoShot(deps, caller.userId, params)),
      route(headshotRuns.choose, ({ caller, params, body }) =>
        chooseTake(deps, caller.userId, { ...params, ...body }),
      ),
    ],
    sweep: () => advanceRuns(deps),
    acceptPayment,
    present: async (userId, id) => presentRun(deps, await readOwnRun(deps, userId, id)),
    allOf: (userId) =>
      everyItem((cursor) => listRuns(deps, userId, { limit: EXPORT_PAGE, cursor })),
    async stop(userId) {
      const runs = await db.kysely
        .selectFrom('headshot_runs')
        .selectAll()
        .where('user_id', '=', userId)
        .where('status', 'in', ['unpaid', 'paid', 'training', 'drawing'])
        .execute()
      for (const run of runs) await endOwnRun(deps, run, STOPPED)
    },
    async forget(userId) {
      const runs = await db.kysely
        .selectFrom('headshot_runs')
        .selectAll()
        .where('user_id', '=', userId)
        .execute()
      for (const run of runs) await endOwnRun(deps, run)
      await db.kysely
        .deleteFrom('headshot_runs')
        .where('user_id', '=', userId)
        .where('status', 'not in', ['unpaid', 'paid', 'training'])
        .execute()
    },
  }
}
