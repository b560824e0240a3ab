import { z } from 'zod'
import { Id, IdParams, Instant, page, PageQuery, Timestamp } from './common.ts'
import { AdminPayment } from './admin-payment.ts'
import { endpoint } from './endpoint.ts'
import { PlanPeriod } from './users.ts'
import { PLAN_NAMES } from './values/users.ts'
import { fault } from './said.ts'
import * as routes from './routes.ts'

const Cents = z.number().int()
const Reason = z.string().trim().min(3, fault('requests.sayWhy')).max(500)

/** Something that does not agree, in words. */
export const Finding = z.object({
  /** What was compared, such as `sum of entries = balance`. */
  check: z.string(),
  /** User, payment, hold, job or picture; empty where it is about none. */
  subject: z.string(),
  user: Id.nullable(),
  expected: z.string(),
  actual: z.string(),
})
export type Finding = z.infer<typeof Finding>

export const StuckHold = z.object({
  id: Id,
  user: Id,
  email: z.string(),
  job: Id.nullable(),
  amount: z.number().int(),
  created_at: Timestamp,
})

/**
 * One kind of job over the asked days, a task in words, `training` for all trainings that ended in them, or `model_sample` for
 * the samples of models, which nobody pays for.
 */
export const Margin = z.object({
  type: z.string(),
  jobs: z.number().int(),
  pictures: z.number().int(),
  /** Captured. */
  credits: z.number().int(),
  /** What those credits were bought for, in cents; free and bonus credits brought nothing. */
  revenue: Cents,
  engine_seconds: z.number(),
  /** What the engines cost: by their providers' prices, else their time at the configured price of an hour. */
  cost: Cents,
})

export const OperatorCase = z.object({
  id: Id,
  kind: z.string(),
  user: Id.nullable(),
  reference: z.string().nullable(),
  text: z.string(),
  created_at: Timestamp,
})

/** An item that a sweep failed on five times; the sweep skips it until `retry_at`. */
export const SetAsideItem = z.object({
  /** Kind of work of the sweep, in words. */
  kind: z.string(),
  /** Of a job, training, run or whatever the kind is about; the name of a lane. */
  item: z.string(),
  error: z.string(),
  failures: z.number().int(),
  since: Timestamp,
  failed_at: Timestamp,
  retry_at: Timestamp,
})
export type SetAsideItem = z.infer<typeof SetAsideItem>

export const Reconciliation = z.object({
  checked_at: Timestamp,
  /** Null: the provider was not asked, or did not answer; `provider_note` says why. */
  provider_checked: z.boolean(),
  provider_note: z.string().nullable(),
  /** Payments of the asked days that were compared with the provider, and older ones that were not. */
  provider_compared: z.number().int(),
  provider_left_out: z.number().int(),
  findings: z.array(Finding),
  stuck_holds: z.array(StuckHold),
  cases: z.array(OperatorCase),
  margins: z.array(Margin),
  totals: z.object({
    users: z.number().int(),
    payments: z.number().int(),
    paid: Cents,
    refunded: Cents,
    disputed: Cents,
    /** Spendable and held credits of everybody. */
    balance: z.number().int(),
    held: z.number().int(),
    captured: z.number().int(),
    pictures: z.number().int(),
  }),
})
export type Reconciliation = z.infer<typeof Reconciliation>

const AdminPlan = z.object({
  name: z.enum(PLAN_NAMES),
  period: PlanPeriod.nullable(),
  renews_at: Timestamp.nullable(),
})

export const AdminUser = z.object({
  id: Id,
  email: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  is_staff: z.boolean(),
  is_admin: z.boolean(),
  email_verified: z.boolean(),
  banned: z.boolean(),
  /** Cannot order, publish or buy. */
  limited: z.boolean(),
  /** Its owner deleted it; only the books are left. */
  deleted: z.boolean(),
  credits: z.number().int(),
  credits_held: z.number().int(),
  plan: AdminPlan.extend({
    /** A subscription at the payment provider: nobody else can change it. */
    is_paid: z.boolean(),
  }),
  /** Sum of all payments, less refunds. */
  paid: Cents,
  pictures: z.number().int(),
  created_at: Timestamp,
})
export type AdminUser = z.infer<typeof AdminUser>

export const Adjustment = z.object({
  id: Id,
  user: Id,
  email: z.string(),
  /** Credits; where a plan was given, those that it grants in all. */
  amount: z.number().int(),
  /** Missing credits of payments that went back are forgiven; none are given. */
  forgives: z.boolean(),
  /** Set when a plan is given; the period of the free plan is null. */
  plan: z.object({ name: z.enum(PLAN_NAMES), period: PlanPeriod.nullable() }).nullable(),
  reason: z.string(),
  /** What it makes good, such as a job. */
  reference: z.string().nullable(),
  /** `waiting` for a second administrator. */
  state: z.enum(['waiting', 'done', 'refused']),
  requested_by: z.string(),
  decided_by: z.string().nullable(),
  created_at: Timestamp,
})
export type Adjustment = z.infer<typeof Adjustment>

export const AuditEntry = z.object({
  id: Id,
  actor: z.string(),
  action: z.string(),
  user: Id.nullable(),
  /** Email of that person; null for none and for a deleted account. */
  email: z.string().nullable(),
  subject: z.string().nullable(),
  reason: z.string().nullable(),
  data: z.record(z.string(), z.unknown()),
  created_at: Timestamp,
})
export type AuditEntry = z.infer<typeof AuditEntry>

const UserSearch = z.object({ search: z.string().max(200).optional() })
const AdjustmentSearch = z.object({ state: z.enum(['waiting', 'done', 'refused']).optional() })
const AuditSearch = z.object({
  user: Id.optional(),
  action: z.string().max(100).optional(),
  /** Finds parts of the email of whom it was done by or to. */
  search: z.string().max(200).optional(),
  /** When it was done. */
  from: Instant.optional(),
  to: Instant.optional(),
})

export const admin = {
  reconciliation: endpoint({
    ...routes.admin.reconciliation,
    access: 'admin',
    summary:
      'The books against each other, against what was delivered, and against the payment provider',
    query: z.object({ days: z.enum(['7', '30', '90', '365']).default('30') }),
    response: Reconciliation,
  }),
  users: endpoint({
    ...routes.admin.users,
    access: 'admin',
    summary:
      'Users, newest first; `search` finds parts of the email or name, the number of an invoice, or the whole id of a person, payment, job or image',
    query: PageQuery.extend(UserSearch.shape),
    response: page(AdminUser),
  }),
  exportUsers: endpoint({
    ...routes.admin.exportUsers,
    access: 'admin',
    summary: 'Everybody whom the search finds, as CSV',
    query: UserSearch,
    download: 'text/csv',
    response: z.string(),
  }),
  user: endpoint({
    ...routes.admin.user,
    access: 'admin',
    summary: 'One user',
    params: IdParams,
    response: AdminUser,
    errors: ['not_found'],
  }),
  payments: endpoint({
    ...routes.admin.payments,
    access: 'admin',
    summary:
      'Payments, newest first; `search` finds parts of the email, or a whole id; `paid_from` and `paid_to` when it was paid',
    query: PageQuery.extend({
      ...UserSearch.shape,
      paid_from: Instant.optional(),
      paid_to: Instant.optional(),
    }),
    response: page(AdminPayment),
  }),
  exportPayments: endpoint({
    ...routes.admin.exportPayments,
    access: 'admin',
    summary: 'All payments that the search finds, as CSV',
    query: UserSearch,
    download: 'text/csv',
    response: z.string(),
  }),
  refund: endpoint({
    ...routes.admin.refund,
    access: 'admin',
    summary:
      'Give money of a payment back, with a reason; its credits are taken back in the same share. The same `key` again changes nothing',
    params: IdParams,
    body: z.strictObject({
      /** Chosen by the client, so that a repeated call does nothing more. */
      key: z.uuid(),
      /** Cents of the payment's currency. */
      amount: z.number().int().min(1).max(100_000_000),
      reason: Reason,
    }),
    response: AdminPayment,
    errors: [
      'not_found',
      'conflict',
      'idempotency_mismatch',
      'provider_error',
      'unavailable',
      'provider_not_configured',
    ],
  }),
  adjust: endpoint({
    ...routes.admin.adjust,
    access: 'admin',
    summary:
      'Add or take credits, with a reason; above the configured sum a second administrator has to agree. The same `key` again changes nothing',
    params: IdParams,
    body: z.strictObject({
      /** Chosen by the client, so that a repeated call does nothing more. */
      key: z.uuid(),
      amount: z
        .number()
        .int()
        .min(-1_000_000)
        .max(1_000_000)
        .refine((amount) => amount !== 0, fault('console.sayHowMany')),
      reason: Reason,
      reference: z.string().trim().max(200).nullable().default(null),
    }),
    response: Adjustment,
    statuses: [201],
    errors: ['not_found', 'not_enough_credits', 'idempotency_mismatch'],
  }),
  forgive: endpoint({
    ...routes.admin.forgive,
    access: 'admin',
    summary:
      'Miss no more what was spent of payments that went back, with a reason; above the configured sum of credits a second administrator has to agree. The same `key` again changes nothing',
    params: IdParams,
    body: z.strictObject({
      /** Chosen by the client, so that a repeated call does nothing more. */
      key: z.uuid(),
      reason: Reason,
    }),
    response: Adjustment,
    statuses: [201],
    errors: ['not_found', 'conflict', 'idempotency_mismatch'],
  }),
  grantPlan: endpoint({
    ...routes.admin.grantPlan,
    access: 'admin',
    summary:
      'Give a plan that nobody pays for, from now to the end of its period, with a reason; `free` ends one. Above the configured sum of credits a second administrator has to agree. The same `key` again changes nothing',
    params: IdParams,
    body: z
      .strictObject({
        /** Chosen by the client, so that a repeated call does nothing more. */
        key: z.uuid(),
        plan: z.enum(PLAN_NAMES),
        period: PlanPeriod.nullable(),
        reason: Reason,
        /** The plan as it was seen: if it is another one by now, nothing is done. */
        was: AdminPlan,
      })
      .refine(({ plan, period }) => (plan === 'free') === (period === null), {
        path: ['period'],
        error: fault('console.planNeedsPeriod'),
      }),
    response: Adjustment,
    statuses: [201],
    errors: ['not_found', 'conflict', 'idempotency_mismatch'],
  }),
  adjustments: endpoint({
    ...routes.admin.adjustments,
    access: 'admin',
    summary: 'Adjustments, newest first',
    query: PageQuery.extend(AdjustmentSearch.shape),
    response: page(Adjustment),
  }),
  exportAdjustments: endpoint({
    ...routes.admin.exportAdjustments,
    access: 'admin',
    summary: 'All adjustments, as CSV',
    query: AdjustmentSearch,
    download: 'text/csv',
    response: z.string(),
  }),
  decide: endpoint({
    ...routes.admin.decide,
    access: 'admin',
    summary: "Agree to somebody else's adjustment, or refuse it; one's own can only be refused",
    params: IdParams,
    body: z.strictObject({ agree: z.boolean() }),
    response: Adjustment,
    errors: ['not_found', 'conflict', 'permission_denied', 'not_enough_credits'],
  }),
  resolveCase: endpoint({
    ...routes.admin.resolveCase,
    access: 'admin',
    summary: 'Note that a case was looked at',
    params: IdParams,
    body: z.strictObject({ reason: Reason }),
    response: OperatorCase,
    errors: ['not_found', 'conflict'],
  }),
  setAside: endpoint({
    ...routes.admin.setAside,
    access: 'admin',
    summary: 'What sweeps failed at five times in a row, those that failed last first',
    response: z.object({ results: z.array(SetAsideItem) }),
  }),
  tryAgain: endpoint({
    ...routes.admin.tryAgain,
    access: 'admin',
    summary: 'Have what is set aside tried again now',
    body: z.strictObject({ kind: z.string().max(200), item: z.string().max(200) }),
    response: SetAsideItem,
    errors: ['not_found'],
  }),
  audit: endpoint({
    ...routes.admin.audit,
    access: 'admin',
    summary: 'Who did what to whom, newest first; it only grows',
    query: PageQuery.extend(AuditSearch.shape),
    response: page(AuditEntry),
  }),
  exportAudit: endpoint({
    ...routes.admin.exportAudit,
    access: 'admin',
    summary: 'The whole log, as CSV',
    query: AuditSearch,
    download: 'text/csv',
    response: z.string(),
  }),
}
