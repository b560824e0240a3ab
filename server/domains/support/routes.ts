import { api } from '#contract/index.ts'
import { Reply, route, type Route } from '#server/platform/route.ts'
import { answerTicket, assignTicket, closeTicket } from './answer-ticket.ts'
import { compensate } from './compensate.ts'
import type { SupportDeps } from './deps.ts'
import { objectToLimit } from './object-to-limit.ts'
import { openTicket } from './open-ticket.ts'
import { listOwnTickets, readOwnTicket } from './own-tickets.ts'
import { listTickets, readForTeam } from './team-tickets.ts'
import { showJob } from './show-job.ts'
import { writeMessage } from './write-message.ts'

/** Routes under /api/support/tickets/ and /api/admin/tickets/. */
export const createRoutes = (deps: SupportDeps): Route[] => [
  ...ownRoutes(deps),
  ...teamRoutes(deps),
]

function ownRoutes(deps: SupportDeps): Route[] {
  const { kysely } = deps.db
  const { list, create, read, write } = api.support
  return [
    route(list, ({ caller, query }) => listOwnTickets(kysely, caller.userId, query)),
    route(
      create,
      async ({ caller, body }) => new Reply(201, await openTicket(deps, caller.userId, body)),
    ),
    route(
      api.accountLimits.object,
      async ({ caller: { userId }, body: { text }, language }) =>
        new Reply(201, await objectToLimit(deps, { userId, language, text })),
    ),
    route(read, ({ caller, params }) => readOwnTicket(kysely, caller.userId, params.id)),
    route(
      write,
      async ({ caller, params, body }) =>
        new Reply(201, await writeMessage(deps, caller.userId, { id: params.id, ...body })),
    ),
  ]
}

function teamRoutes(deps: SupportDeps): Route[] {
  const { adminTickets } = api
  return [
    route(adminTickets.list, ({ query }) => listTickets(deps, query)),
    route(adminTickets.read, ({ caller, params: { id } }) =>
      readForTeam(deps, { id, staffId: caller.userId }),
    ),
    route(adminTickets.answer, async ({ caller, params: { id }, body }) => {
      const act = { id, staffId: caller.userId }
      await answerTicket(deps, { ...act, ...body })
      return new Reply(201, await readForTeam(deps, act))
    }),
    route(adminTickets.assign, async ({ caller, params: { id }, body }) => {
      const act = { id, staffId: caller.userId }
      await assignTicket(deps, { ...act, ...body })
      return readForTeam(deps, act)
    }),
    route(adminTickets.close, async ({ caller, params: { id }, body }) => {
      const act = { id, staffId: caller.userId }
      await closeTicket(deps, { ...act, ...body })
      return readForTeam(deps, act)
    }),
    route(adminTickets.showJob, ({ caller, params: { id } }) =>
      showJob(deps, { id, staffId: caller.userId }),
    ),
    route(adminTickets.compensate, async ({ caller, params: { id }, body }) => {
      const act = { id, staffId: caller.userId }
      const adjustment = await compensate(deps, { ...act, ...body })
      return { adjustment, ticket: await readForTeam(deps, act) }
    }),
  ]
}
