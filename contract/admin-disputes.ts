import { z } from 'zod'
import { Id, IdParams, page, PageQuery, Timestamp } from './common.ts'
import { endpoint } from './endpoint.ts'
import * as routes from './routes.ts'

/** A payment whose owner asked their bank to take it back; money in cents of `currency`. */
export const AdminDispute = z.object({
  /** Of the payment. */
  id: Id,
  user: Id,
  email: z.string(),
  number: z.string().nullable(),
  amount: z.number().int(),
  currency: z.string(),
  status: z.enum(['open', 'won', 'lost']),
  paid_at: Timestamp.nullable(),
  /** Evidence that was sent to the provider; null: nothing yet. */
  evidence: z
    .object({
      requested_at: Timestamp,
      /** Null: it is on its way, or was refused. */
      sent_at: Timestamp.nullable(),
      /** Email of who sent it; empty for a deleted account. */
      sent_by: z.string(),
      refused: z.string().nullable(),
    })
    .nullable(),
})
export type AdminDispute = z.infer<typeof AdminDispute>

/** Evidence in favor of a payment, as it would be sent. */
export const DisputeFile = z.object({
  dispute: AdminDispute,
  /** As the provider names it, such as `fraudulent`; null: the present provider knows nothing of it. */
  reason: z.string().nullable(),
  due_at: Timestamp.nullable(),
  /** Evidence is taken now. */
  answerable: z.boolean(),
  /** Fields by their names at the provider: those that were sent, else those that would be. */
  evidence: z.array(z.object({ field: z.string(), text: z.string() })),
  /** Names this very evidence for `submit`; null once some was sent. */
  token: z.string().nullable(),
})
export type DisputeFile = z.infer<typeof DisputeFile>

export const adminDisputes = {
  list: endpoint({
    ...routes.adminDisputes.list,
    access: 'admin',
    summary: 'Disputed payments, newest first',
    query: PageQuery,
    response: page(AdminDispute),
  }),
  read: endpoint({
    ...routes.adminDisputes.read,
    access: 'admin',
    summary: 'A disputed payment, by its id, with the evidence that was or would be sent',
    params: IdParams,
    response: DisputeFile,
    errors: ['not_found', 'provider_not_configured'],
  }),
  submit: endpoint({
    ...routes.adminDisputes.submit,
    access: 'admin',
    summary:
      'Send the evidence that was read before to the provider: once for each dispute, for good',
    params: IdParams,
    body: z.strictObject({
      /** Of the evidence that was read. */
      token: z.string().min(1).max(100),
      /** Note that a person adds in their own words. */
      note: z.string().trim().max(5000).optional(),
    }),
    response: DisputeFile,
    errors: ['not_found', 'conflict', 'provider_not_configured'],
  }),
}
