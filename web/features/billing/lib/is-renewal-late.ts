import type { BillingState } from '#contract/billing.ts'

/** Whether the period that has begun is not paid; an unpaid change of plan is another matter. */
export const isRenewalLate = ({ payment_due, due_invoice }: BillingState): boolean =>
  payment_due && due_invoice?.is_change !== true
