import { z } from 'zod'
import { PaidPlanName } from './billing.ts'
import { Id, Timestamp } from './common.ts'
import { PlanPeriod } from './users.ts'

const Cents = z.number().int()

/** A payment as the operator sees it; money in cents of `currency`. */
export const AdminPayment = z.object({
  id: Id,
  user: Id,
  email: z.string(),
  kind: z.enum(['plan', 'pack', 'headshots']),
  reason: z.enum(['start', 'renewal', 'upgrade', 'pack', 'headshots']),
  plan: PaidPlanName.nullable(),
  period: PlanPeriod.nullable(),
  /** Credits of the pack, or of a month of the plan. */
  credits: z.number().int(),
  number: z.string().nullable(),
  status: z.enum(['open', 'paid', 'void', 'rejected']),
  amount: Cents,
  refunded: Cents,
  disputed: Cents,
  currency: z.string(),
  /** Credits of it that can still be spent, and those of months still to come. */
  unspent: z.number().int(),
  /** Amount that is left of it at the most. */
  refundable: Cents,
  /** Its price by the share that is unspent. */
  suggested_refund: Cents,
  /** How the provider rated the risk of fraud, such as `normal` or `elevated`; null: it did not, or it is not known yet. */
  risk: z.object({ level: z.string(), score: z.number().int().nullable() }).nullable(),
  dispute: z.enum(['open', 'won', 'lost']).nullable(),
  created_at: Timestamp,
})
export type AdminPayment = z.infer<typeof AdminPayment>
