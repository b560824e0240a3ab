import { z } from 'zod'
import { EmailAddress } from './accounts.ts'
import { Id, IdParams, page, PageQuery, Timestamp, visibleText } from './common.ts'
import { endpoint } from './endpoint.ts'
import { fault } from './said.ts'
import * as routes from './routes.ts'

/** Reports that a person, or a network without an account, can send on one day. */
export const REPORTS_PER_DAY = 20
/** Standing strikes of the last twelve months that end an account. */
export const MOST_STRIKES = 3
/** How long an owner and a reporter can object to a decision. */
export const APPEAL_DAYS = 180

export const REPORT_REASONS = [
  'intimate',
  'minor',
  'copyright',
  'likeness',
  'illegal',
  'spam',
  'other',
] as const
export type ReportReason = (typeof REPORT_REASONS)[number]

/** Hours until a report has to be decided. */
export const HOURS_TO_DECIDE: Record<ReportReason, number> = {
  minor: 24,
  // Take It Down Act: 48 hours after a valid request.
  intimate: 48,
  likeness: 72,
  illegal: 72,
  copyright: 120,
  spam: 168,
  other: 168,
}

/** `share`: an image under its link that explore does not show; `address`: a page that is none of the others. */
export const REPORTED_KINDS = ['image', 'model', 'comment', 'creator', 'share', 'address'] as const
export type ReportedKind = (typeof REPORTED_KINDS)[number]

export const DECISIONS = ['remove', 'hide', 'keep'] as const
export type DecisionAction = (typeof DECISIONS)[number]

const Reason = z.string().trim().min(3, fault('requests.sayWhy')).max(2000)
const Objection = visibleText(5000)

/** Something that was reported, as the staff sees it. */
export const Report = z.object({
  id: Id,
  kind: z.enum(REPORTED_KINDS),
  /** Of the item; null for an address. */
  item: Id.nullable(),
  /** Page of what was reported. */
  url: z.string(),
  reason: z.enum(REPORT_REASONS),
  text: z.string(),
  /** Signatory of a copyright notice. */
  name: z.string().nullable(),
  /** Where the reporter can be reached. */
  email: z.string().nullable(),
  state: z.enum(['open', 'decided']),
  /** The reported content for review: its text, and its image unless that is sealed. */
  shown: z.object({ text: z.string(), picture: z.string().nullable() }).nullable(),
  /** Hidden since somebody reported it, or since its time was over. */
  hidden: z.boolean(),
  /** Kept as evidence: nobody opens it here. */
  sealed: z.boolean(),
  creator: z.object({ id: Id, name: z.string(), strikes: z.number().int() }).nullable(),
  /** How many open reports are about the same. */
  same: z.number().int(),
  due_at: Timestamp,
  created_at: Timestamp,
})
export type Report = z.infer<typeof Report>

/** What was decided about something, as its owner or a reporter reads it. */
export const Decision = z.object({
  /** Names the decision in `appeals/`; whoever has it may object. */
  id: Id,
  reader: z.enum(['owner', 'reporter']),
  kind: z.enum(REPORTED_KINDS),
  url: z.string(),
  action: z.enum(DECISIONS),
  ground: z.enum(REPORT_REASONS),
  reason: z.string(),
  /** Whether it was hidden by itself before a person looked. */
  automated: z.boolean(),
  /** Whether it went as a copy of another image that was removed. */
  copy: z.boolean(),
  decided_at: Timestamp,
  reversed: z.boolean(),
  appeal: z
    .object({
      state: z.enum(['open', 'upheld', 'reversed']),
      text: z.string(),
      reason: z.string().nullable(),
      created_at: Timestamp,
    })
    .nullable(),
  appeal_until: Timestamp,
})
export type Decision = z.infer<typeof Decision>

/** An objection to a decision, as the staff sees it. */
export const Appeal = z.object({
  id: Id,
  reader: z.enum(['owner', 'reporter']),
  text: z.string(),
  /** Name and address of a counter-notice. */
  name: z.string().nullable(),
  address: z.string().nullable(),
  state: z.enum(['open', 'upheld', 'reversed']),
  decision: Decision.pick({
    kind: true,
    url: true,
    action: true,
    ground: true,
    reason: true,
    decided_at: true,
  }),
  /** Copies that the decision removed along and that are still gone: an objection that is right may bring them back, too. */
  copies: z.int(),
  due_at: Timestamp,
  created_at: Timestamp,
})
export type Appeal = z.infer<typeof Appeal>

export const reports = {
  create: endpoint({
    ...routes.reports.create,
    access: 'public',
    summary: 'Report something that is published here; no account is needed',
    body: z.strictObject({
      url: z.string().trim().min(1).max(2000).optional(),
      image: Id.optional(),
      model: Id.optional(),
      comment: Id.optional(),
      creator: Id.optional(),
      reason: z.enum(REPORT_REASONS),
      text: z.string().trim().max(5000).default(''),
      email: EmailAddress.nullable().default(null),
      /** Signature of a notice. */
      name: z.string().trim().max(200).nullable().default(null),
    }),
    response: z.object({ id: Id }),
    statuses: [201],
    errors: ['throttled'],
  }),
  decision: endpoint({
    ...routes.reports.decision,
    access: 'public',
    summary: 'What was decided and why, for whoever got the address by email',
    params: IdParams,
    response: Decision,
  }),
  appeal: endpoint({
    ...routes.reports.appeal,
    access: 'public',
    summary: 'Object to a decision, once; also from an account that is banned',
    body: z.strictObject({
      decision: Id,
      text: Objection,
      /** Both for a counter-notice, when something was removed for copyright. */
      name: z.string().trim().max(200).nullable().default(null),
      address: z.string().trim().max(500).nullable().default(null),
    }),
    response: Decision,
    statuses: [201],
    errors: ['conflict', 'throttled'],
  }),
}

export const adminReports = {
  list: endpoint({
    ...routes.adminReports.list,
    access: 'staff',
    summary: 'Reports, those first that have to be decided first',
    query: PageQuery.extend({ state: z.enum(['open', 'decided']).default('open') }),
    response: page(Report),
  }),
  decide: endpoint({
    ...routes.adminReports.decide,
    access: 'staff',
    summary: 'Decide about what was reported, and with it about all open reports of the same',
    params: IdParams,
    body: z.strictObject({
      action: z.enum(DECISIONS),
      /** As the owner and the reporters read it. */
      reason: Reason,
      strike: z.boolean().default(false),
    }),
    response: z.object({
      decision: Id,
      reports: z.number().int(),
      /** Standing strikes of the owner; null where there is none. */
      strikes: z.number().int().nullable(),
      banned: z.boolean(),
    }),
    errors: ['conflict'],
  }),
  appeals: endpoint({
    ...routes.adminReports.appeals,
    access: 'staff',
    summary: 'Objections to decisions, the oldest first',
    query: PageQuery.extend({ state: z.enum(['open', 'upheld', 'reversed']).default('open') }),
    response: page(Appeal),
  }),
  decideAppeal: endpoint({
    ...routes.adminReports.decideAppeal,
    access: 'staff',
    summary: 'Let a decision stand, or take it back',
    params: IdParams,
    body: z.strictObject({
      action: z.enum(['uphold', 'reverse']),
      /** With `reverse`: whether the copies come back, too. */
      copies: z.boolean().default(false),
      reason: Reason,
    }),
    response: Appeal,
    errors: ['conflict'],
  }),
}

/** Reports and objections of a person, as part of the export of their data. */
export const ExportedReports = z.object({
  reports: z.array(
    z.object({
      id: Id,
      url: z.string(),
      reason: z.enum(REPORT_REASONS),
      text: z.string(),
      state: z.string(),
      /** Objection that they made to the decision. */
      appeal: z.string().nullable(),
      created_at: Timestamp,
    }),
  ),
  decisions: z.array(Decision),
  strikes: z.array(z.object({ created_at: Timestamp, lifted_at: Timestamp.nullable() })),
})
