import type { Adjustment } from '#contract/admin.ts'
import type { PersonNote } from '#contract/admin-person-record.ts'
import { api } from '#contract/index.ts'
import type { BanAccount } from '#server/domains/community/index.ts'
import type { Tx } from '#server/platform/db/index.ts'
import { Reply, type Route, route } from '#server/platform/route.ts'
import { listAdjustments } from './adjustments.ts'
import { listAuditEvents } from './audit.ts'
import type { ProviderCheck } from './check-provider.ts'
import { resolveCase } from './cases.ts'
import { foldBusiness } from './business/fold-business.ts'
import { readBusiness } from './business/read-business.ts'
import { type AlertSources, watchAlerts } from './business/watch-alerts.ts'
import { foldHours } from './dashboards/fold-hours.ts'
import { type DashboardContext, dashboardRoutes } from './dashboards/routes.ts'
import { disputeRoutes } from './disputes/disputes.ts'
import { listJobs } from './jobs/list-jobs.ts'
import { decideAdjustment } from './decide-adjustment.ts'
import {
  exportAuditEvents,
  exportAdjustments,
  exportPayments,
  exportUsers,
} from './export-lists.ts'
import { banIn, type BanContext, finishBan, sweepBans } from './people/bans.ts'
import { type InvitationContext, invitationRoutes } from './people/invitations.ts'
import { forgetNotes, notesOf } from './people/notes.ts'
import type { RecordContext } from './people/read-record.ts'
import { peopleRoutes } from './people/routes.ts'
import { promotionRoutes } from './promotions.ts'
import {
  creditsAtOnce,
  type Gift,
  giveCredits,
  type GiftInput,
  waitingCredits,
} from './give-credits.ts'
import { grantComplimentaryPlan } from './grant-complimentary-plan.ts'
import { listPayments, refundPayment } from './payments.ts'
import { findDifferences, readReconciliation } from './read-reconciliation.ts'
import { listSetAside, trySetAsideAgain } from './set-aside.ts'
import { forgiveDebt } from './forgive-debt.ts'
import { requestAdjustment } from './request-adjustment.ts'
import { listUsers, readUser } from './people/users.ts'
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
  /** Bans in the caller's transaction. @returns what has to follow the commit */
  ban: BanAccount
  /**
   * Gives credits in the caller's transaction, or lays it before a second administrator when it is a large sum.
   * @throws {AppError} `idempotency_mismatch`
   */
  giveCredits(tx: Tx, input: GiftInput): Promise<Adjustment>
  /** Credits for this reference that wait for a second administrator. */
  waitingCredits(reference: string): Promise<number>
  /** Credits that can be given now without a second administrator. */
  creditsAtOnce(gift: Gift): Promise<number>
  /** Staff notes about people, for export and account deletion. */
  notes: {
    allOf(userId: string): Promise<PersonNote[]>
    forget(userId: string): Promise<void>
  }
  /** For cron: writes down the hours that are over. @param again all of them again from this time on */
  foldHours(again?: Date): Promise<void>
  /** As that, and nothing while no hour has ended since the last time. */
  foldNewHours(): Promise<void>
  /** For cron: looks for trouble, and tells administrators what is new. */
  watchAlerts(): Promise<void>
}

/** What the operator sees and does: the books, the people, and a log of every act. */
export function createAdmin(
  context: DashboardContext &
    BanContext &
    RecordContext &
    InvitationContext & { alerts: AlertSources },
): Admin {
  const { admin } = api
  return {
    findDifferences: (days) => findDifferences(context, days),
    watch: () => watchBooks(context),
    sweepBans: () => sweepBans(context),
    async ban(tx, input) {
      const banned = await banIn(context, tx, input)
      return () => finishBan(context, banned)
    },
    giveCredits: (tx, input) => giveCredits(context, tx, input),
    waitingCredits: (reference) => waitingCredits(context.db.kysely, reference),
    creditsAtOnce: (gift) => creditsAtOnce(context, gift),
    notes: {
      allOf: (userId) => notesOf(context.db.kysely, userId),
      forget: (userId) => forgetNotes(context.db, userId),
    },
    async foldHours(again) {
      await foldHours(context, again)
      await foldBusiness(context, { again })
    },
    async foldNewHours() {
      await foldHours(context)
      await foldBusiness(context, { isDueHourly: true })
    },
    watchAlerts: () => watchAlerts(context),
    routes: [
      route(admin.reconciliation, ({ query }) => readReconciliation(context, Number(query.days))),
      route(admin.users, ({ query }) => listUsers(context, admin.users.path, query)),
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
        admin.forgive,
        async ({ caller: { userId: adminId }, params: { id: userId }, body }) =>
          new Reply(201, await forgiveDebt(context, { adminId, userId, ...body })),
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
      route(admin.setAside, async () => ({ results: await listSetAside(context) })),
      route(admin.tryAgain, ({ caller, body }) => trySetAsideAgain(context, caller.userId, body)),
      route(admin.resolveCase, ({ caller, params, body }) =>
        resolveCase(context.db, caller.userId, params.id, body.reason),
      ),
      ...dashboardRoutes(context),
      ...peopleRoutes(context),
      ...disputeRoutes(context),
      ...invitationRoutes(context),
      ...promotionRoutes(context),
      route(api.adminBusiness.read, ({ query }) => readBusiness(context, query)),
      route(api.adminJobs.list, ({ query }) => listJobs(context, query)),
      route(admin.audit, ({ query }) => listAuditEvents(context.db, query)),
    ],
  }
}
