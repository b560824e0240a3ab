import { z } from 'zod'
import { Timestamp } from './common.ts'
import { endpoint } from './endpoint.ts'
import { Said } from './said.ts'
import * as routes from './routes.ts'

/** Money in the smallest unit of `currency` (three lower-case letters). */
const Cents = z.number().int()

/** A purchase that a consumer may withdraw from, or did. */
const purchase = {
  /** Id of the payment. */
  payment: z.string(),
  text: Said,
  amount: Cents,
  currency: z.string(),
  paid_at: Timestamp,
  /** Until when the withdrawal can begin. */
  until: Timestamp,
  /** Credits that the payment has granted. */
  credits: z.number().int(),
  /** What of them is not spent. */
  unspent: z.number().int(),
  /** What is paid back by that, or was. */
  refund: Cents,
  /** Jobs at work hold some of them: they end first, by their own rules, and what they use is not paid back. */
  waits: z.boolean(),
  /** The plan ends with it, at once. */
  ends_plan: z.boolean(),
}

export const Purchase = z.object(purchase)
export type Purchase = z.infer<typeof Purchase>
/** As the server has it: its text is not a sentence yet. */
export type UnsaidPurchase = z.input<typeof Purchase>

export const Withdrawal = z.object({
  id: z.string(),
  /** `open`: the second step is missing. `confirmed`: received, the money is on its way. `done`: it was paid back. */
  status: z.enum(['open', 'confirmed', 'done']),
  confirmed_at: Timestamp.nullable(),
  ...purchase,
})
export type Withdrawal = z.infer<typeof Withdrawal>
/** As {@link UnsaidPurchase}. */
export type UnsaidWithdrawal = z.input<typeof Withdrawal>

const Token = z.strictObject({ token: z.string().min(1).max(200) })

export const withdrawals = {
  list: endpoint({
    ...routes.withdrawals.list,
    access: 'user',
    summary: 'Purchases that can be withdrawn from now, and withdrawals that have begun',
    response: z.object({ payments: z.array(Purchase), results: z.array(Withdrawal) }),
  }),
  start: endpoint({
    ...routes.withdrawals.start,
    access: 'session',
    summary: 'First step of a withdrawal: what would be paid back; asked twice, it is one',
    body: z.strictObject({ payment: z.string() }),
    response: Withdrawal,
    errors: ['conflict', 'provider_not_configured'],
  }),
  confirm: endpoint({
    ...routes.withdrawals.confirm,
    access: 'session',
    summary:
      'Second step: the contract ends at once, and what is unspent is paid back; asked twice, it is one',
    params: z.object({ id: z.string() }),
    body: z.strictObject({}).optional(),
    response: Withdrawal,
    errors: ['conflict', 'provider_not_configured'],
  }),
  startByLink: endpoint({
    ...routes.withdrawals.startByLink,
    access: 'anonymous',
    summary: 'First step of a withdrawal by the link of a receipt',
    body: Token,
    response: Withdrawal,
    errors: ['not_found', 'conflict', 'provider_not_configured'],
  }),
  confirmByLink: endpoint({
    ...routes.withdrawals.confirmByLink,
    access: 'anonymous',
    summary: 'Second step of a withdrawal by the link of a receipt',
    body: Token,
    response: Withdrawal,
    errors: ['not_found', 'conflict', 'provider_not_configured'],
  }),
}
