import { billing as api, type PlanChoice } from '#contract/billing.ts'
import { promotions } from '#contract/promotions.ts'
import { chooseMails, readMailChoice } from '#server/domains/accounts/index.ts'
import { invalidField, notFound } from '#server/platform/errors.ts'
import { type Route, route } from '#server/platform/route.ts'
import { paths } from '#contract/paths.ts'
import { t } from '#server/texts/index.ts'
import { applySession } from './apply-session.ts'
import { cancelPlan, resumePlan } from './cancel-plan.ts'
import { changePlan } from './change-plan.ts'
import { type CheckoutInput, openCheckout } from './checkouts.ts'
import { type BillingContext, withProvider } from './context.ts'
import { ensureCustomer } from './customers.ts'
import { assertSells } from './list-offers.ts'
import { packs } from './plans.ts'
import { checkPromotion } from './promotions/check-promotion.ts'
import { readPromotion } from './promotions/redeem.ts'
import { previewCancel } from './preview-cancel.ts'
import { previewChange } from './preview-change.ts'
import { previewResume } from './preview-resume.ts'
import { readBillingState } from './read-billing-state.ts'
import { findPaidSubscription, isPaid } from './subscriptions.ts'

/** The page where something is paid, with what a code takes off. */
async function open(
  context: BillingContext,
  { code, ...order }: Omit<CheckoutInput, 'promotion'> & Pick<Order, 'code'>,
): Promise<{ url: string }> {
  const payments = withProvider(context)
  const promotion = code === undefined ? null : await readPromotion(payments, { ...order, code })
  return { url: await openCheckout(payments, { ...order, promotion }) }
}

interface Order {
  userId: string
  host: string
  /** The code that was typed, or came by a link. */
  code: string | undefined
  ip: string
}

/** @throws {AppError} `invalid` for a pack that is not sold, and for a code that is not for it */
async function checkOutPack(
  context: BillingContext,
  { userId, quantity, host, code, ip }: Order & { quantity: number },
): Promise<{ url: string }> {
  assertSells(host)
  if (!packs().some((pack) => pack.quantity === quantity)) {
    throw invalidField('quantity', t('common.notAChoice', { value: quantity }))
  }
  const origin = context.originOf(host)
  const item = { kind: 'pack' as const, quantity }
  return open(context, { userId, item, origin, code, ip })
}

/** With a plan that is paid for, the page that confirms a change; else the provider's. */
async function checkOutPlan(
  context: BillingContext,
  { userId, choice, host, code, ip }: Order & { choice: PlanChoice },
): Promise<{ url: string }> {
  const payments = withProvider(context)
  const origin = context.originOf(host)
  const row = await findPaidSubscription(context.db.kysely, userId)
  if (row && isPaid(row, payments.provider)) {
    if (row.plan === choice.plan && row.period === choice.period) {
      throw invalidField('plan', t('billing.currentPlan'))
    }
    if (code !== undefined) {
      throw invalidField('promotion', t('billing.codeForNewPlan'))
    }
    return { url: origin + paths.billingConfirm.link(choice) }
  }
  assertSells(host)
  const item = { kind: 'plan' as const, ...choice }
  return open(context, { userId, item, origin, code, ip })
}

async function readCheckout(
  context: BillingContext,
  { userId, sessionId }: { userId: string; sessionId: string },
): Promise<'paid' | 'open' | 'expired'> {
  const { db } = context
  const find = () =>
    db.kysely
      .selectFrom('checkouts')
      .select('status')
      .where('user_id', '=', userId)
      .where('session_id', '=', sessionId)
      .executeTakeFirst()
  const known = await find()
  if (!known) throw notFound()
  if (known.status === 'paid') return 'paid'
  const payments = withProvider(context)
  const session = await payments.provider.readSession(sessionId)
  if (!session) throw notFound()
  await applySession(payments, session)
  if (session.status === 'complete') return session.paid ? 'paid' : 'open'
  return session.status
}

export function billingRoutes(context: BillingContext): Route[] {
  const { db, credits } = context
  const state = (userId: string) => readBillingState(context, userId)
  return [
    route(api.checkout, ({ caller: { userId }, query: { quantity, promotion }, host, ip }) =>
      checkOutPack(context, { userId, quantity, host, code: promotion, ip }),
    ),
    route(api.checkoutSubscription, ({ caller: { userId }, body, host, ip }) => {
      const { promotion, ...choice } = body
      return checkOutPlan(context, { userId, choice, host, code: promotion, ip })
    }),
    route(promotions.check, ({ caller, body: { code }, ip }) =>
      checkPromotion(withProvider(context), { userId: caller?.userId ?? null, code, ip }),
    ),
    route(api.checkoutSuccess, async ({ caller: { userId }, query }) => {
      const status = await readCheckout(context, { userId, sessionId: query.session_id })
      const { balance } = await credits.balance(db, userId)
      const { plan, period } = await state(userId)
      return { status, credits: balance, plan: { name: plan, period } }
    }),
    route(api.portal, async ({ caller: { userId }, host, language }) => {
      const payments = withProvider(context)
      const customer = await ensureCustomer(payments, userId)
      const returnUrl = context.originOf(host) + paths.billing.link()
      return { url: await payments.provider.createPortal({ customer, returnUrl, language }) }
    }),
    route(api.state, ({ caller }) => state(caller.userId)),
    route(api.mails, ({ caller }) => readMailChoice(db.kysely, caller.userId)),
    route(api.chooseMails, ({ caller, body }) => chooseMails(db.kysely, caller.userId, body)),
    route(api.preview, ({ caller: { userId }, body }) =>
      previewChange(withProvider(context), { userId, choice: body }),
    ),
    route(api.change, async ({ caller: { userId }, body }) => {
      const { proration_date: shown = null, seen = null, ...choice } = body
      const result = await changePlan(withProvider(context), { userId, choice, shown, seen })
      return { ...result, billing: await state(userId) }
    }),
    route(api.previewCancel, ({ caller }) => previewCancel(withProvider(context), caller.userId)),
    route(api.cancel, async ({ caller: { userId }, body }) => {
      await cancelPlan(withProvider(context), { userId, seen: body?.seen ?? null })
      return state(userId)
    }),
    route(api.previewResume, ({ caller }) => previewResume(withProvider(context), caller.userId)),
    route(api.resume, async ({ caller: { userId }, body }) => {
      await resumePlan(withProvider(context), { userId, seen: body?.seen ?? null })
      return state(userId)
    }),
  ]
}
