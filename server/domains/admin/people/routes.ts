import { api } from '#contract/index.ts'
import { route, type Route } from '#server/platform/route.ts'
import { type BanContext, banOwner, banPerson, liftBan } from './bans.ts'

/** Routes under /api/admin/people/, and the ban by an image. */
export function peopleRoutes(context: BanContext): Route[] {
  const { adminPeople } = api
  return [
    route(adminPeople.ban, ({ caller, params, body }) =>
      banPerson(context, { actorId: caller.userId, userId: params.id, ...body }),
    ),
    route(adminPeople.unban, ({ caller, params, body }) =>
      liftBan(context, { actorId: caller.userId, userId: params.id, ...body }),
    ),
    route(adminPeople.banOwner, ({ caller, params, body }) =>
      banOwner(context, { actorId: caller.userId, image: params.id, ...body }),
    ),
  ]
}
