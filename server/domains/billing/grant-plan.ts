import { randomUUID } from 'node:crypto'
import { transact } from '#server/platform/db/index.ts'
import { paths } from '#contract/paths.ts'
import { applySession } from './apply-session.ts'
import { type BillingContext, type PaymentContext, withProvider } from './context.ts'
import { ensureCustomer } from './customers.ts'
import { grantComplimentaryPlan } from './grant-complimentary-plan.ts'
import { findOpenSubscription, isPaid } from './subscriptions.ts'
import { syncSubscription } from './sync-subscription.ts'
import type { PlanGrant } from './types.ts'

/** Ends what the user has, now. */
async function endPresent(context: PaymentContext, userId: string): Promise<void> {
  const { db, provider } = context
  const open = await findOpenSubscription(db.kysely, userId)
  if (open?.external_id && isPaid(open, provider)) {
    await provider.cancelNow(open.external_id, `cancel:${open.external_id}`)
    await syncSubscription(context, open.external_id)
  } else if (open) {
    const input = { userId, plan: 'free', period: 'monthly' } as const
    await transact(db, (tx) => grantComplimentaryPlan(tx, context, input))
  }
}

/**
 * For the operator's command line: replaces the user's plan at once. With test payments it is bought with a test card,
 * so that it renews and can be changed like any other; else nobody pays for it and it ends with its period.
 * @throws {AppError} `conflict` while the user pays for a plan with real money
 */
export async function grantPlan(
  context: BillingContext,
  { userId, plan, period }: PlanGrant,
): Promise<void> {
  const { payTestSession } = context
  if (!context.provider || !payTestSession) {
    const input = { userId, plan, period }
    await transact(context.db, (tx) => grantComplimentaryPlan(tx, context, input))
    return
  }
  // Nobody waits for a receipt of what the operator did.
  const quiet = withProvider({ ...context, onEvent: async () => {} })
  await endPresent(quiet, userId)
  if (plan === 'free') return
  const { provider } = quiet
  const origin = context.originOf('')
  const session = await provider.createCheckout({
    checkoutId: randomUUID(),
    userId,
    customer: await ensureCustomer(quiet, userId),
    item: { kind: 'plan', plan, period },
    successUrl: origin + paths.billing.link(),
    cancelUrl: origin + paths.pricing.link(),
    language: 'en',
    terms: null,
    promotion: null,
  })
  await payTestSession(session.id)
  const paid = await provider.readSession(session.id)
  if (paid) await applySession(quiet, paid)
}
