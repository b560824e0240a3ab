import { createHash } from 'node:crypto'
import type { PlanChoice } from '#contract/billing.ts'
import { userError } from '#server/platform/errors.ts'
import { t } from '#server/texts/index.ts'
import type { PaymentContext } from './context.ts'
import type { PaidSubscription } from './plan-change.ts'
import { monthlyCreditsOf } from './plans.ts'
import { findDueInvoice } from './read-billing-state.ts'

/** Terms of another plan that a preview shows. */
export interface Offer extends PlanChoice {
  /** Cents, due when it is confirmed, and with its first payment after that. */
  amountDue: number
  nextAmount: number
}

const hashOf = (facts: unknown) =>
  createHash('sha256').update(JSON.stringify(facts)).digest('base64url').slice(0, 22)

const hashOfOffer = ({ plan, period, amountDue, nextAmount }: Offer) =>
  hashOf([plan, period, amountDue, nextAmount, monthlyCreditsOf(plan)])

/** Stands between the two hashes of a token. */
const BETWEEN = '.'

/** A hash of all that a preview shows of the plan that runs, and one of what is offered instead: each changes with it. */
export async function previewTokenOf(
  context: Pick<PaymentContext, 'db'>,
  paid: PaidSubscription,
  offer?: Offer,
): Promise<string> {
  const hash = await hashOfPlan(context, paid)
  return offer ? hash + BETWEEN + hashOfOffer(offer) : hash
}

async function hashOfPlan(
  { db }: Pick<PaymentContext, 'db'>,
  { row, remote }: PaidSubscription,
): Promise<string> {
  const due = await findDueInvoice(db.kysely, row.user_id)
  const { id, plan, period, status, renews_at: renewsAt } = row
  const facts = [id, plan, period, status, renewsAt, remote.cancelAt, remote.scheduled, due?.id]
  return hashOf(facts)
}

/**
 * @param seen of the preview; null where nobody looked at one
 * @throws {AppError} `conflict` when the plan is another than was shown
 */
export async function assertPreviewToken(
  context: Pick<PaymentContext, 'db'>,
  paid: PaidSubscription,
  seen: string | null,
): Promise<void> {
  if (seen === null || seen.split(BETWEEN)[0] === (await hashOfPlan(context, paid))) return
  throw userError('conflict', t('billing.planChangedSince'))
}

/** Whether a preview showed an offer. */
export const showedOffer = (seen: string | null): boolean => seen?.includes(BETWEEN) === true

/**
 * @param seen of the preview; null where nobody looked at one
 * @throws {AppError} `conflict` when another price, or other credits, were shown
 */
export function assertOffered(seen: string | null, offer: Offer): void {
  const shown = seen?.split(BETWEEN)[1]
  if (shown === undefined || shown === hashOfOffer(offer)) return
  throw userError('conflict', t('billing.priceChangedSince'))
}
