import { z } from 'zod'
import { Adjustment } from './admin.ts'
import { Id, IdParams, page, PageQuery, RequestKey, Timestamp, visibleText } from './common.ts'
import { CreditEntry } from './credits.ts'
import { endpoint } from './endpoint.ts'
import { JobStatus, PredictionImage } from './prediction-images.ts'
import { PLAN_NAMES } from './values/users.ts'
import { fault } from './said.ts'
import * as routes from './routes.ts'
import { LONGEST_MESSAGE, MOST_CREDITS_BACK } from './values/support.ts'

/** Tickets that one person can open on a day. */
export const TICKETS_PER_DAY = 10
/** Messages that one person can send to all of their tickets on a day. */
export const TICKET_MESSAGES_PER_DAY = 100
export const LONGEST_SUBJECT = 150

/** `open`: the customer waits for the team; `answered`: the team wrote last; a closed one opens again when the customer writes. */
export const TICKET_STATES = ['open', 'answered', 'closed'] as const
export type TicketState = (typeof TICKET_STATES)[number]

export const TicketText = visibleText(LONGEST_MESSAGE)

const TicketMessage = z.object({
  id: Id,
  from: z.enum(['customer', 'team']),
  text: z.string(),
  /** Credits that were given back with this message, whose text is the reason. */
  credits: z.number().int().nullable(),
  created_at: Timestamp,
})

export const Ticket = z.object({
  id: Id,
  subject: z.string(),
  state: z.enum(TICKET_STATES),
  created_at: Timestamp,
  /** Of the last message. */
  updated_at: Timestamp,
})
export type Ticket = z.infer<typeof Ticket>

/** The subjects of a ticket; null: none was named, or it was deleted. */
const TicketSubjects = z.object({
  job: z.object({ id: Id, type: z.string(), status: JobStatus, created_at: Timestamp }).nullable(),
  payment: z
    .object({
      id: Id,
      number: z.string().nullable(),
      /** Cents. */
      amount: z.number().int(),
      currency: z.string(),
      created_at: Timestamp,
    })
    .nullable(),
})
export type TicketSubjects = z.infer<typeof TicketSubjects>

export const TicketDetail = Ticket.extend({
  ...TicketSubjects.shape,
  messages: z.array(TicketMessage),
})
export type TicketDetail = z.infer<typeof TicketDetail>

/** Newest message that the acting colleague has read: the act is refused where a later one has come. Without it nothing is compared. */
const Seen = Id.optional()

const CreditsBack = z.number().int().min(1).max(MOST_CREDITS_BACK)

/** A ticket as the team sees it in the list. */
export const AdminTicket = Ticket.extend({
  user: Id,
  email: z.string(),
  /** Of a plan with priority support: listed before all others. */
  is_priority: z.boolean(),
  /** Email of the colleague who works on it. */
  assigned_to: z.string().nullable(),
  /** Since when the customer waits; null: they do not. */
  waiting_since: Timestamp.nullable(),
  /** Hours from the first message to the first answer; null: there is none yet. */
  first_answer_hours: z.number().nullable(),
})
export type AdminTicket = z.infer<typeof AdminTicket>

/** The job of a ticket, without what was asked for, which `job/` shows. */
const TicketJob = TicketSubjects.shape.job.unwrap().extend({
  outputs: z.number().int(),
  /** Captured. */
  credits: z.number().int(),
  /** Why it failed, as a code. */
  error: z.string().nullable(),
})
export type TicketJob = z.infer<typeof TicketJob>

/** The request and the result of the job of a ticket. */
export const TicketJobContent = z.object({
  /** Null: the job takes none. */
  prompt: z.string().nullable(),
  negative_prompt: z.string().nullable(),
  model: z.string().nullable(),
  /** Images that the customer sees. */
  images: z.array(
    PredictionImage.pick({ id: true, url: true, width: true, height: true, rating: true }),
  ),
})
export type TicketJobContent = z.infer<typeof TicketJobContent>

/** With all that is needed to answer: what it is about, the plan and the last lines of the statement. */
export const AdminTicketDetail = AdminTicket.extend({
  job: TicketJob.nullable(),
  payment: TicketSubjects.shape.payment,
  plan: z.enum(PLAN_NAMES),
  /** Why the account of the customer is limited now; null: it is not. */
  limit: z.object({ reason: z.string(), since: Timestamp }).nullable(),
  /** Asks to have a limit lifted. */
  is_objection: z.boolean(),
  credits: z.number().int(),
  /** Given back for this ticket, once a second administrator agrees. */
  waiting_credits: z.number().int(),
  /** That the caller can give back for this ticket now, without a second administrator. */
  credits_at_once: z.number().int(),
  statement: z.array(CreditEntry),
  messages: z.array(TicketMessage.extend({ author: z.string() })),
})
export type AdminTicketDetail = z.infer<typeof AdminTicketDetail>
/** As the server has it: its lines of the statement are not sentences yet. */
export type UnsaidTicketDetail = z.input<typeof AdminTicketDetail>

export const support = {
  list: endpoint({
    ...routes.support.list,
    access: 'user',
    summary: 'The tickets of the caller, newest first',
    query: PageQuery,
    response: page(Ticket),
  }),
  create: endpoint({
    ...routes.support.create,
    access: 'user',
    summary: 'Write to support, about a job or a payment of one’s own if wanted',
    body: z.strictObject({
      subject: visibleText(LONGEST_SUBJECT),
      text: TicketText,
      job: Id.nullable().default(null),
      payment: Id.nullable().default(null),
      key: RequestKey,
    }),
    response: TicketDetail,
    statuses: [201],
    errors: ['throttled', 'idempotency_mismatch'],
  }),
  read: endpoint({
    ...routes.support.read,
    access: 'user',
    summary: 'One ticket with its messages, the first first',
    params: IdParams,
    response: TicketDetail,
    errors: ['not_found'],
  }),
  write: endpoint({
    ...routes.support.write,
    access: 'user',
    summary: 'Add a message to a ticket of one’s own; it opens a closed one again',
    params: IdParams,
    body: z.strictObject({ text: TicketText, key: RequestKey }),
    response: TicketDetail,
    statuses: [201],
    errors: ['not_found', 'throttled', 'idempotency_mismatch'],
  }),
}

export const adminTickets = {
  list: endpoint({
    ...routes.adminTickets.list,
    access: 'staff',
    summary:
      'Tickets: open ones with priority support first, then those that wait longest; others newest first; `user` finds those of one person in every state',
    query: PageQuery.extend({
      state: z.enum(TICKET_STATES).default('open'),
      user: Id.optional(),
    }),
    response: page(AdminTicket).extend({
      /** Of the tickets of the last 30 days that were answered. */
      first_answer: z.object({ median_hours: z.number().nullable(), answered: z.number().int() }),
    }),
  }),
  read: endpoint({
    ...routes.adminTickets.read,
    access: 'staff',
    summary: 'One ticket with what is needed to answer it',
    params: IdParams,
    response: AdminTicketDetail,
    errors: ['not_found'],
  }),
  answer: endpoint({
    ...routes.adminTickets.answer,
    access: 'staff',
    summary:
      'Answer a ticket; the customer reads it on the page and in an email. `credits` are given back with it, for the reason that the answer says, under the rules of `compensate/`: what waits for a second administrator is not mentioned to the customer. With `seen`, 409 `conflict` where a message came after that one',
    params: IdParams,
    body: z
      .strictObject({
        text: TicketText,
        close: z.boolean().default(false),
        credits: CreditsBack.optional(),
        seen: Seen,
        key: RequestKey,
      })
      // Without one a second press would give them once more.
      .refine(({ credits, key }) => credits === undefined || key !== undefined, {
        path: ['key'],
        message: fault('common.required'),
      }),
    response: AdminTicketDetail,
    statuses: [201],
    errors: ['not_found', 'permission_denied', 'conflict', 'idempotency_mismatch'],
  }),
  assign: endpoint({
    ...routes.adminTickets.assign,
    access: 'staff',
    summary: 'Take a ticket, or hand it back; one that a colleague has is not taken',
    params: IdParams,
    body: z.strictObject({ to: z.enum(['me', 'nobody']) }),
    response: AdminTicketDetail,
    errors: ['not_found', 'conflict'],
  }),
  close: endpoint({
    ...routes.adminTickets.close,
    access: 'staff',
    summary:
      'Close a ticket; closing one that is closed changes nothing. With `seen`, 409 `conflict` where a message came after that one',
    params: IdParams,
    body: z.strictObject({ seen: Seen }),
    response: AdminTicketDetail,
    errors: ['not_found', 'conflict'],
  }),
  showJob: endpoint({
    ...routes.adminTickets.showJob,
    access: 'staff',
    summary:
      'What was asked for in the job that a ticket is about, and its images; who looks is written down in the log',
    params: IdParams,
    body: z.strictObject({}).optional(),
    response: TicketJobContent,
    errors: ['not_found'],
  }),
  compensate: endpoint({
    ...routes.adminTickets.compensate,
    access: 'staff',
    summary:
      'Give credits back with a reason that the customer reads; above the configured sum, for one ticket or for what the same colleague gave this customer for tickets in 30 days, a second administrator has to agree. The same `key` again changes nothing',
    params: IdParams,
    body: z.strictObject({
      /** Chosen by the client, so that a repeated call does nothing more. */
      key: z.uuid(),
      credits: CreditsBack,
      reason: z.string().trim().min(3, fault('requests.sayWhy')).max(500),
    }),
    response: z.object({ adjustment: Adjustment, ticket: AdminTicketDetail }),
    errors: ['not_found', 'permission_denied', 'idempotency_mismatch'],
  }),
}
