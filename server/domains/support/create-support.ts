import type { TicketDetail } from '#contract/support.ts'
import type { Route } from '#server/platform/route.ts'
import type { SupportDeps } from './deps.ts'
import { forgetTickets } from './forget-tickets.ts'
import { everyTicket } from './own-tickets.ts'
import { createRoutes } from './routes.ts'

export interface Support {
  /** support/tickets and admin/tickets. */
  routes: Route[]
  /** All tickets of a person with their messages, for the copy of their data. */
  allOf(userId: string): AsyncIterable<TicketDetail>
  /** For the deletion of an account. Safe to repeat. */
  forget(userId: string): Promise<void>
}

/** Builds the domain of what customers ask and the team answers. */
export const createSupport = (deps: SupportDeps): Support => ({
  routes: createRoutes(deps),
  allOf: (userId) => everyTicket(deps.db.kysely, userId),
  forget: (userId) => forgetTickets(deps.db, userId),
})
