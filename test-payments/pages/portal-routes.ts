import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type Stripe from 'stripe'
import { z } from 'zod'
import { ApiError } from '../wire/api-error.ts'
import { TEST_CARDS } from '../objects/cards.ts'
import { changeCard } from '../billing/change-card.ts'
import { isLive } from '../billing/subscription-state.ts'
import { type SubscriptionUpdate, updateSubscription } from '../billing/update-subscription.ts'
import { HOUR } from '../calendar.ts'
import type { Core } from '../core.ts'
import { idOf } from '../object-types.ts'
import { nameOf } from '../objects/catalog.ts'
import { periodOf } from '../objects/subscription.ts'
import type { Store } from '../store.ts'
import { type PageLanguage, pageLanguage, type PageText } from './page-language.ts'
import { confirmCancelPage, portalPage, type PortalView } from './portal-page.ts'
import { problemText } from './problem-text.ts'
import { sendPage } from './send-page.ts'

const LASTS = HOUR
const INVOICES = 24

const cardForm = z.object({
  card: z.string().max(40).default(''),
  choice: z.string().max(40).default(''),
})
const planForm = z.object({ subscription: z.string().max(80), sure: z.literal('yes').optional() })

type Ided = FastifyRequest<{ Params: { id: string } }>

/** @throws {ApiError} 410 an hour after it was made */
async function openSession(store: Store, id: string): Promise<Stripe.BillingPortal.Session> {
  const session = await store.get('billing_portal.session', id)
  if (store.now < session.created + LASTS) return session
  throw new ApiError('This page is no longer open. Go back to the app and open it again.', {
    status: 410,
    code: 'portal_over',
  })
}

async function usualCardOf(store: Store, customer: Stripe.Customer, plans: Stripe.Subscription[]) {
  const id =
    idOf(plans[0]?.default_payment_method) ?? idOf(customer.invoice_settings.default_payment_method)
  return id === null ? null : store.find('payment_method', id)
}

async function readPortal(store: Store, id: string): Promise<Omit<PortalView, 'message'>> {
  const session = await openSession(store, id)
  const language = pageLanguage(session.locale)
  const customer = await store.get('customer', session.customer)
  const { features } = await store.get(
    'billing_portal.configuration',
    idOf(session.configuration) ?? '',
  )
  const where = { customer: customer.id }
  const plans = (await store.list('subscription', { where })).data.filter(isLive)
  const subscriptions = await Promise.all(
    plans.map(async (subscription) => {
      const price = subscription.items.data[0]?.price
      return { subscription, name: price ? await nameOf(store, price) : language.t('portal.plan') }
    }),
  )
  const { data: invoices } = await store.list('invoice', { where, limit: INVOICES })
  const card = await usualCardOf(store, customer, plans)
  return {
    language,
    session,
    features,
    card,
    subscriptions,
    invoices,
  }
}

/** @throws {ApiError} 404 another customer's, or none */
async function ownPlan(
  store: Store,
  session: Stripe.BillingPortal.Session,
  id: string,
): Promise<Stripe.Subscription> {
  const subscription = await store.get('subscription', id)
  if (idOf(subscription.customer) === session.customer && isLive(subscription)) return subscription
  throw new ApiError('There is no such plan.', { status: 404 })
}

/** The end of the period, as Stripe's portal writes it in either mode. */
function endOf(plan: Stripe.Subscription): SubscriptionUpdate {
  const { end } = periodOf(plan.items.data)
  return plan.billing_mode.type === 'flexible' ? { cancel_at: end } : { cancel_at_period_end: true }
}

function readForm<S extends z.ZodType>(schema: S, request: FastifyRequest): z.output<S> {
  const result = schema.safeParse(request.body ?? {})
  if (!result.success) throw new ApiError('This form is not complete.')
  return result.data
}

/** @throws {ApiError} 403 when the configuration does not offer it */
function demand(enabled: boolean): void {
  if (!enabled) throw new ApiError('This portal does not offer that.', { status: 403 })
}

/** The page again after a form, for reloading it must not send the form once more. */
function seeAgain(reply: FastifyReply, id: string, done: string): FastifyReply {
  return reply.redirect(`/test-portal/${id}?done=${done}`, 303)
}

const DONE: Record<string, PageText> = {
  card: 'portal.cardChanged',
  cancel: 'portal.planCanceled',
  resume: 'portal.planGoesOn',
}

/** `/test-portal/ID` and its forms: `card/` {card}, `cancel/` and `resume/` {subscription}. */
export function portalPages(app: FastifyInstance, core: Core): void {
  const config = { ignoresCallers: true }
  const show = async (
    reply: FastifyReply,
    id: string,
    tell: (language: PageLanguage) => PortalView['message'],
  ) => {
    const view = await core.read((store) => readPortal(store, id))
    return sendPage(reply, portalPage({ ...view, message: tell(view.language) }), [
      view.session.return_url,
    ])
  }

  app.get('/test-portal/:id', async (request: Ided, reply) => {
    const { done = '' } = request.query as { done?: string }
    const key = DONE[done]
    return show(reply, request.params.id, ({ t }) =>
      key === undefined ? null : { text: t(key), kind: 'good' },
    )
  })

  app.post('/test-portal/:id/card/', { config }, async (request: Ided, reply) => {
    const { card, choice } = readForm(cardForm, request)
    const { id } = request.params
    try {
      await core.write(async (store) => {
        const { session, features } = await readPortal(store, id)
        demand(features.payment_method_update.enabled)
        const number = card.trim() || choice || (TEST_CARDS[0]?.number ?? '')
        await changeCard(store, await store.get('customer', session.customer), number)
      })
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 402) throw error
      return await show(reply, id, (language) => ({
        text: problemText(language, error),
        kind: 'bad',
      }))
    }
    return seeAgain(reply, id, 'card')
  })

  app.post('/test-portal/:id/cancel/', { config }, async (request: Ided, reply) => {
    const { subscription, sure } = readForm(planForm, request)
    const { id } = request.params
    if (sure === undefined) {
      const view = await core.read((store) => readPortal(store, id))
      return sendPage(reply, confirmCancelPage(view, subscription))
    }
    await core.write(async (store) => {
      const { session, features } = await readPortal(store, id)
      demand(features.subscription_cancel.enabled)
      const plan = await ownPlan(store, session, subscription)
      await updateSubscription(store, plan, endOf(plan))
    })
    return seeAgain(reply, id, 'cancel')
  })

  app.post('/test-portal/:id/resume/', { config }, async (request: Ided, reply) => {
    const { subscription } = readForm(planForm, request)
    const { id } = request.params
    await core.write(async (store) => {
      const { session, features } = await readPortal(store, id)
      demand(features.subscription_cancel.enabled)
      const plan = await ownPlan(store, session, subscription)
      const isFlag = plan.cancel_at_period_end
      await updateSubscription(
        store,
        plan,
        isFlag ? { cancel_at_period_end: false } : { cancel_at: null },
      )
    })
    return seeAgain(reply, id, 'resume')
  })
}
