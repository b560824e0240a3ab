import type Stripe from 'stripe'
import { z } from 'zod'
import { previewInvoice } from '../billing/preview-invoice.ts'
import { checkUnmanaged } from '../billing/update-subscription.ts'
import { idOf } from '../object-types.ts'
import { periodOf } from '../objects/subscription.ts'
import type { Store } from '../store.ts'
import { discounts, flag, ignored, integer, text } from '../wire/params.ts'
import { ApiError } from '../wire/api-error.ts'
import { route } from './route.ts'
import { liveSchedule, readPhases, scheduleUpdateParams } from './schedules.ts'
import { itemParams, moment, prorationBehavior } from './subscriptions.ts'

/** What a preview may be asked for. */
export const previewParams = z.strictObject({
  customer: text.optional(),
  subscription: text.optional(),
  subscription_details: z
    .strictObject({
      items: itemParams.optional(),
      proration_behavior: prorationBehavior.optional(),
      proration_date: integer.optional(),
      billing_cycle_anchor: z.enum(['now', 'unchanged']).optional(),
      cancel_at: moment.optional(),
      cancel_at_period_end: flag.optional(),
      cancel_now: flag.optional(),
    })
    .optional(),
  schedule: text.optional(),
  schedule_details: scheduleUpdateParams
    .pick({ phases: true, end_behavior: true, proration_behavior: true })
    .optional(),
  /** Left out: those of the subscription. */
  discounts: discounts.optional(),
  preview_mode: z.enum(['next', 'recurring']).optional(),
  automatic_tax: ignored,
  currency: ignored,
})
type Params = z.output<typeof previewParams>
type Details = NonNullable<Params['subscription_details']>
type Outlook = Pick<Stripe.SubscriptionSchedule, 'phases' | 'end_behavior'>

const noneToCome = () =>
  new ApiError('No upcoming invoices for customer', { status: 404, code: 'invoice_upcoming_none' })

/** The phase that the next period belongs to; null: the subscription has left its schedule by then. */
function comingPhase(
  { phases, end_behavior: behavior }: Outlook,
  { items }: Stripe.Subscription,
): Stripe.SubscriptionSchedule.Phase | null {
  const { end } = periodOf(items.data)
  const coming = phases.find(({ start_date: from, end_date: to }) => from <= end && to > end)
  if (!coming && behavior === 'cancel') throw noneToCome()
  return coming ?? null
}

const unchanged = {
  items: undefined,
  anchorNow: false,
  prorations: 'none',
  prorationDate: undefined,
  discounts: undefined,
} as const

/** The next invoice of a schedule, as it is or as it would be. */
async function previewOfSchedule(
  store: Store,
  id: string,
  details: Params['schedule_details'] = {},
): Promise<Stripe.Invoice> {
  const schedule = await liveSchedule(store, id)
  const subscription = await store.get('subscription', idOf(schedule.subscription) ?? '')
  const outlook: Outlook = {
    phases: details.phases ? await readPhases(store, schedule, details.phases) : schedule.phases,
    end_behavior: details.end_behavior ?? schedule.end_behavior,
  }
  return previewInvoice(store, {
    ...unchanged,
    subscription,
    phase: comingPhase(outlook, subscription),
  })
}

/** Whether there is no next period. */
function ends(subscription: Stripe.Subscription, details: Details): boolean {
  const { cancel_at: at, cancel_at_period_end: atEnd, cancel_now: now } = details
  if (now) return true
  if (at !== undefined) return at !== null
  if (atEnd === undefined) return subscription.cancel_at !== null
  return atEnd || (subscription.cancel_at !== null && !subscription.cancel_at_period_end)
}

async function previewOfSubscription(
  store: Store,
  id: string,
  {
    details = {},
    discounts: off,
  }: { details: Details | undefined; discounts: Params['discounts'] },
): Promise<Stripe.Invoice> {
  const subscription = await store.get('subscription', id, 'subscription')
  const { cancel_at: at, cancel_at_period_end: atEnd } = details
  if (at !== undefined || atEnd !== undefined) checkUnmanaged(subscription)
  const isOver = subscription.status === 'canceled'
  if (isOver || (details.items === undefined && ends(subscription, details))) throw noneToCome()
  const scheduleId = idOf(subscription.schedule)
  const schedule = scheduleId === null ? null : await store.get('subscription_schedule', scheduleId)
  return previewInvoice(store, {
    subscription,
    items: details.items,
    anchorNow: details.billing_cycle_anchor === 'now',
    prorations: details.proration_behavior ?? 'create_prorations',
    prorationDate: details.proration_date,
    discounts: off,
    phase: schedule && details.items === undefined ? comingPhase(schedule, subscription) : null,
  })
}

async function preview(store: Store, params: Params): Promise<Stripe.Invoice> {
  const { subscription, schedule } = params
  const ofSubscription = subscription ?? params.subscription_details
  if (schedule !== undefined && ofSubscription === undefined) {
    return previewOfSchedule(store, schedule, params.schedule_details)
  }
  if (schedule !== undefined || params.schedule_details !== undefined) {
    throw new ApiError(
      'You may only specify one of these parameters: subscription, schedule, and their details.',
      { param: 'schedule' },
    )
  }
  if (subscription === undefined) {
    throw new ApiError('Missing required param: subscription.', {
      code: 'parameter_missing',
      param: 'subscription',
    })
  }
  return previewOfSubscription(store, subscription, {
    details: params.subscription_details,
    discounts: params.discounts,
  })
}

export const previewRoute = route('POST', '/v1/invoices/create_preview', previewParams, preview)
