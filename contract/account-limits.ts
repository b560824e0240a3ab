import { z } from 'zod'
import { Id, IdParams, Timestamp } from './common.ts'
import { endpoint } from './endpoint.ts'
import { TicketDetail, TicketText } from './support.ts'
import { fault } from './said.ts'
import * as routes from './routes.ts'

/** Why the team does something with an account. */
export const Reason = z.string().trim().min(3, fault('requests.sayWhy')).max(500)

/** Why an account may not order, publish or buy. */
export const AccountLimit = z.object({
  user: Id,
  /** As the person reads it. */
  reason: z.string(),
  limited_at: Timestamp,
  lifted_at: Timestamp.nullable(),
})
export type AccountLimit = z.infer<typeof AccountLimit>

export const accountLimits = {
  limit: endpoint({
    ...routes.accountLimits.limit,
    access: 'staff',
    summary:
      'Limit a person: they cannot order, publish or buy, but log in, read, download, export and delete; an email says why',
    params: IdParams,
    body: z.strictObject({ reason: Reason }),
    response: AccountLimit,
    errors: ['not_found', 'conflict', 'permission_denied'],
  }),
  unlimit: endpoint({
    ...routes.accountLimits.unlimit,
    access: 'staff',
    summary: 'Lift the limit of a person',
    params: IdParams,
    body: z.strictObject({ reason: Reason }),
    response: AccountLimit,
    errors: ['not_found', 'conflict'],
  }),
  object: endpoint({
    ...routes.accountLimits.object,
    access: 'session',
    summary:
      'Ask the team to lift the limit of one’s account: opens a support ticket, to which what follows is added',
    body: z.strictObject({ text: TicketText }),
    response: TicketDetail,
    statuses: [201],
    errors: ['conflict', 'throttled'],
  }),
}
