import { api } from '#contract/index.ts'
import { Reply, route, type Route } from '#server/platform/route.ts'
import { listUsers, readUser } from './users.ts'
import { addNote } from './notes.ts'
import { readRecord, type RecordContext } from './read-record.ts'
import { changePerson } from './change-person.ts'
import { deletePerson } from './delete-person.ts'
import { limitPerson, unlimitPerson } from './limits.ts'
import { removeOwnLimits, setOwnLimits } from './own-limits.ts'
import { resetSecondFactor } from './reset-second-factor.ts'
import { closeView, openView } from './views.ts'
import { type BanContext, banOwner, banPerson, liftBan } from './bans.ts'

const readPerson = async (context: BanContext, id: string) => {
  const user = await readUser(context, id)
  return {
    ...user,
    own_limits: await context.accounts.ownLimitsOf(id),
    usual_limits: context.usualLimitsOf(user.plan.name),
    bans: await context.accounts.bansOf(id),
    limits: await context.accounts.limitsOf(id),
    second_factor: await context.accounts.hasSecondFactor(id),
    legal_texts: await context.accounts.acceptedTextsOf(id),
  }
}

/** Routes under /api/admin/people/, and the ban by an image. */
export function peopleRoutes(context: BanContext & RecordContext): Route[] {
  const { adminPeople, adminPersonRecord } = api
  return [
    route(adminPeople.list, ({ query }) => listUsers(context, adminPeople.list.path, query)),
    route(adminPeople.read, ({ params }) => readPerson(context, params.id)),
    route(adminPersonRecord.read, ({ params }) => readRecord(context, params.id)),
    route(
      adminPersonRecord.note,
      async ({ caller, params, body }) =>
        new Reply(
          201,
          await addNote(context.db, { authorId: caller.userId, userId: params.id, ...body }),
        ),
    ),
    route(adminPeople.change, async ({ caller, params, body }) => {
      await changePerson(context, { actorId: caller.userId, userId: params.id, ...body })
      return readPerson(context, params.id)
    }),
    route(adminPeople.resetSecondFactor, async ({ caller, params, body }) => {
      const { userId: actorId } = caller
      await resetSecondFactor(context, { actorId, userId: params.id, ...body })
      return readPerson(context, params.id)
    }),
    route(adminPeople.ban, ({ caller, params, body }) =>
      banPerson(context, { actorId: caller.userId, userId: params.id, ...body }),
    ),
    route(adminPeople.remove, async ({ caller, params, body }) => {
      await deletePerson(context, { actorId: caller.userId, userId: params.id, ...body })
      return null
    }),
    route(api.accountLimits.limit, ({ caller, params, body }) =>
      limitPerson(context, { actorId: caller.userId, userId: params.id, ...body }),
    ),
    route(api.accountLimits.unlimit, ({ caller, params, body }) =>
      unlimitPerson(context, { actorId: caller.userId, userId: params.id, ...body }),
    ),
    route(api.ownLimits.set, ({ caller, params, body: { instead_of: insteadOf, ...limits } }) =>
      setOwnLimits(context, { actorId: caller.userId, userId: params.id, insteadOf, ...limits }),
    ),
    route(api.ownLimits.remove, async ({ caller, params }) => {
      await removeOwnLimits(context, { actorId: caller.userId, userId: params.id })
      return null
    }),
    route(adminPeople.unban, ({ caller, params, body }) =>
      liftBan(context, { actorId: caller.userId, userId: params.id, ...body }),
    ),
    route(
      api.adminViews.open,
      async ({ caller, params, body }) =>
        new Reply(
          201,
          await openView(context, { actorId: caller.userId, userId: params.id, ...body }),
        ),
    ),
    route(api.adminViews.close, ({ caller }) => closeView(context, caller)),
    route(adminPeople.banOwner, ({ caller, params, body }) =>
      banOwner(context, { actorId: caller.userId, image: params.id, ...body }),
    ),
  ]
}
