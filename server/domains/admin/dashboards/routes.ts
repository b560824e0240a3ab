import { api } from '#contract/index.ts'
import type { Catalogue } from '#server/domains/community/index.ts'
import { route, type Route } from '#server/platform/route.ts'
import { recordAuditEvent } from '../audit.ts'
import type { AdminContext } from '../context.ts'
import { listInferenceJobs } from './list-inference-jobs.ts'
import { readHours } from './read-hours.ts'
import { planAction, type PlannedAction, runPlan } from './run-plan.ts'

export interface DashboardContext extends AdminContext {
  catalogue: Catalogue
}

const seedControlnets = ({ catalogue }: DashboardContext): PlannedAction => ({
  name: 'seed_controlnet_models',
  find: () => catalogue.missingControlnets(),
  async act(tx, { id }, actorId) {
    const left = await catalogue.publishControlnet(tx, id)
    if (left === null) {
      const event = { actorId, userId: null, subject: id, reason: null }
      await recordAuditEvent(tx, { ...event, action: 'controlnet_published' })
    }
    return left
  },
})

const deleteInvalidVersions = ({ catalogue }: DashboardContext): PlannedAction => ({
  name: 'delete_invalid_model_versions',
  find: () => catalogue.invalidVersions(),
  async act(tx, { id, name, reason }, actorId) {
    const left = await catalogue.deleteVersion(tx, { id, reason, actorId })
    if (left === null) {
      const event = { actorId, userId: null, subject: id, reason, data: { name } }
      await recordAuditEvent(tx, { ...event, action: 'model_version_deleted' })
    }
    return left
  },
})

/** Routes under /api/dashboards/. */
export function dashboardRoutes(context: DashboardContext): Route[] {
  const { dashboards } = api
  const { db } = context
  const step = (action: PlannedAction, adminId: string, body: { token: string } | object) =>
    'token' in body
      ? runPlan(db, action, { adminId, token: body.token })
      : planAction(db, action, adminId)
  return [
    route(dashboards.hourlyMetrics, ({ query }) => readHours(context, query)),
    route(dashboards.inferenceJobs, ({ query }) => listInferenceJobs(context, query)),
    route(dashboards.seedControlnetModels, ({ caller, body }) =>
      step(seedControlnets(context), caller.userId, body),
    ),
    route(dashboards.deleteInvalidModelVersions, ({ caller, body }) =>
      step(deleteInvalidVersions(context), caller.userId, body),
    ),
  ]
}
