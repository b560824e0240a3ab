import { api } from '#contract/index.ts'
import { Reply, type Route, route } from '#server/platform/route.ts'
import { listAdjustments } from './adjustments.ts'
import { listAuditEvents } from './audit.ts'
import type { ProviderCheck } from './check-provider.ts'
import { resolveCase } from './cases.ts'
import { foldHours } from './dashboards/fold-hours.ts'
import { type DashboardContext, dashboardRoutes } from './dashboards/routes.ts'
import type { EngineContext } from './engines/engine-context.ts'
import { listJobs } from './engines/list-jobs.ts'
import { engineRoutes } from './engines/routes.ts'
import { modelRoutes, type ModelContext } from './models/routes.ts'
import { decideAdjustment } from './decide-adjustment.ts'
import {
  exportAuditEvents,
  exportAdjustments,
  exportPayments,
  exportUsers,
} from './export-lists.ts'
import { type BanContext, sweepBans } from './people/bans.ts'
import { peopleRoutes } from './people/routes.ts'
import { grantComplimentaryPlan } from './grant-complimentary-plan.ts'
import { listPayments, refundPayment } from './payments.ts'
import { findDifferences, readReconciliation } from './read-reconciliation.ts'
import { requestAdjustment } from './request-adjustment.ts'
import { listUsers, readUser } from './users.ts'
import { watchBooks } from './watch-books.ts'

export interface Admin {
  /** admin/ */
  routes: Route[]
  /** All that does not agree, with the provider's payments of the last so many days, or all (null). */
  findDifferences(days: number | null): Promise<ProviderCheck>
  /** For cron: checks the books, and tells the operator when they do not agree. */
  watch(): Promise<void>
  /** For cron: lifts bans whose time is over, and stops what a ban left running. */
  sweepBans(): Promise<void>
  /** For cron: writes down the hours that are over. */
  foldHours(): Promise<void>
}

/** What the operator sees and does: the books, the people, and a log of every act. */
export function createAdmin(
  context: EngineContext & ModelContext & DashboardContext & BanContext,
): Admin {
  const { admin } = api
  return {
    findDifferences: (days) => findDifferences(context, days),
    watch: () => watchBooks(context),
    sweepBans: () => sweepBans(context),
    foldHours: () => foldHours(context),
    routes: [
      route(admin.reconciliation, ({ query }) => readReconciliation(context, Number(query.days))),
      route(admin.users, ({ query }) => listUsers(context, query)),
      route(admin.exportUsers, async ({ query }) => exportUsers(context, query)),
      route(admin.exportAdjustments, async ({ query }) => exportAdjustments(context, query)),
      route(admin.exportAudit, async ({ query }) => exportAuditEvents(context, query)),
      route(admin.user, ({ params }) => readUser(context, params.id)),
      route(admin.payments, ({ query }) => listPayments(context, query)),
      route(admin.exportPayments, async ({ query }) => exportPayments(context, query)),
      route(admin.refund, ({ caller, params, body }) =>
        refundPayment(context, caller.userId, params.id, body),
      ),
      route(
        admin.adjust,
        async ({ caller, params, body }) =>
          new Reply(
            201,
            await requestAdjustment(context, {
              adminId: caller.userId,
              userId: params.id,
              ...body,
            }),
          ),
      ),
      route(
        admin.grantPlan,
        async ({ caller, params, body }) =>
          new Reply(
            201,
            await grantComplimentaryPlan(context, {
              adminId: caller.userId,
              userId: params.id,
              ...body,
            }),
          ),
      ),
      route(admin.adjustments, ({ query }) => listAdjustments(context, query)),
      route(admin.decide, ({ caller, params, body }) =>
        decideAdjustment(context, caller.userId, params.id, body.agree),
      ),
      route(admin.resolveCase, ({ caller, params, body }) =>
        resolveCase(context.db, caller.userId, params.id, body.reason),
      ),
      ...engineRoutes(context),
      ...modelRoutes(context),
      ...dashboardRoutes(context),
      ...peopleRoutes(context),
      route(api.adminJobs.list, ({ query }) => listJobs(context, query)),
      route(admin.audit, ({ query }) => listAuditEvents(context.db, query)),
    ],
  }
}
