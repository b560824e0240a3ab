import { api } from '#contract/index.ts'
import { Reply, type Route, route } from '#server/platform/route.ts'
import { recordAuditEvent } from './audit.ts'
import type { AdminContext } from './context.ts'

/** Routes under /api/admin/promotions/: every promotion and its end is in the log. */
export function promotionRoutes({ billing }: Pick<AdminContext, 'billing'>): Route[] {
  const { adminPromotions } = api
  const { promotions } = billing
  const shared = { userId: null, reason: null }
  return [
    route(adminPromotions.list, ({ query, host }) => promotions.list(query, host)),
    route(adminPromotions.create, async ({ caller: { userId: actorId }, body, host }) => {
      const made = await promotions.create(body, host, (tx, subject) =>
        recordAuditEvent(tx, {
          ...shared,
          actorId,
          action: 'promotion_made',
          subject,
          data: { ...body },
        }),
      )
      return new Reply(201, made)
    }),
    route(adminPromotions.end, async ({ caller: { userId: actorId }, params: { id } }) => {
      await promotions.end(id, (tx) =>
        recordAuditEvent(tx, { ...shared, actorId, action: 'promotion_ended', subject: id }),
      )
      return null
    }),
  ]
}
