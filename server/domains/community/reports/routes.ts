import { api } from '#contract/index.ts'
import { Reply, route, type Route } from '#server/platform/route.ts'
import type { CommunityDeps } from '../deps.ts'
import { decideAppeal, listAppeals } from './decide-appeal.ts'
import { decideReport } from './decide-report.ts'
import { fileAppeal } from './file-appeal.ts'
import { fileReport } from './file-report.ts'
import { listReports } from './list-reports.ts'
import { readDecision } from './read-decision.ts'

/** Routes of reports, of what is decided about them, and of objections. */
export function createReportRoutes(deps: CommunityDeps): Route[] {
  const { reports, adminReports } = api
  return [
    route(
      reports.create,
      async ({ caller, ip, language, body }) =>
        new Reply(201, await fileReport(deps, { caller, ip, language }, body)),
    ),
    route(
      reports.decision,
      async ({ params }) => (await readDecision(deps.db.kysely, params.id)).shown,
    ),
    route(reports.appeal, async ({ ip, body }) => new Reply(201, await fileAppeal(deps, ip, body))),
    route(adminReports.list, ({ query }) => listReports(deps, query)),
    route(adminReports.decide, ({ caller, params, body }) =>
      decideReport(deps, caller.userId, { id: params.id, ...body }),
    ),
    route(adminReports.appeals, ({ query }) => listAppeals(deps, query)),
    route(adminReports.decideAppeal, ({ caller, params, body }) =>
      decideAppeal(deps, caller.userId, { id: params.id, ...body }),
    ),
  ]
}
