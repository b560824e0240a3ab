import type Stripe from 'stripe'
import { z } from 'zod'
import { discountsOfPhase, setDiscounts } from '../billing/discounts.ts'
import { endSubscription } from '../billing/end-subscription.ts'
import { enterPhase, planPhase, releaseSchedule } from '../billing/schedules.ts'
import { isLive } from '../billing/subscription-state.ts'
import { type Cadence, periodEnd } from '../calendar.ts'
import { idOf } from '../object-types.ts'
import { addSchedule, buildPhase } from '../objects/subscription-schedule.ts'
import { cadenceOf } from '../objects/subscription.ts'
import type { Store } from '../store.ts'
import { discounts, flag, ignored, integer, mergeMetadata, metadata, text } from '../wire/params.ts'
import { ApiError } from '../wire/api-error.ts'
import { listRoute } from './lists.ts'
import { type ApiRoute, route } from './route.ts'
import { prorationBehavior } from './subscriptions.ts'

const PATH = '/v1/subscription_schedules'
const moment = z.union([z.literal('now'), integer])

const phaseParams = z.strictObject({
  items: z
    .array(
      z.strictObject({
        price: text,
        quantity: integer.optional(),
        metadata: metadata.optional(),
      }),
    )
    .min(1),
  start_date: moment.optional(),
  end_date: moment.optional(),
  duration: z
    .strictObject({ interval: z.enum(['month', 'year']), interval_count: integer.optional() })
    .optional(),
  proration_behavior: prorationBehavior.optional(),
  /** Left out: those of the customer, and here customers have none. */
  discounts: discounts.optional(),
  metadata: metadata.optional(),
  billing_cycle_anchor: ignored,
  collection_method: ignored,
  currency: ignored,
  default_payment_method: ignored,
  description: ignored,
})
type PhaseParams = z.output<typeof phaseParams>

const endBehavior = z.enum(['cancel', 'release'])
const createParams = z.strictObject({ from_subscription: text, metadata: metadata.optional() })
/** What may be changed of a schedule. */
export const scheduleUpdateParams = z.strictObject({
  phases: z.array(phaseParams).min(1).max(10).optional(),
  end_behavior: endBehavior.optional(),
  metadata: metadata.optional(),
  proration_behavior: prorationBehavior.optional(),
  default_settings: ignored,
})

async function create(
  store: Store,
  params: z.output<typeof createParams>,
): Promise<Stripe.SubscriptionSchedule> {
  const subscription = await store.get(
    'subscription',
    params.from_subscription,
    'from_subscription',
  )
  if (!isLive(subscription)) {
    throw new ApiError(`You cannot migrate a subscription that is \`${subscription.status}\`.`)
  }
  if (subscription.schedule !== null) {
    throw new ApiError(
      `You cannot migrate a subscription that is already attached to a schedule: \`${idOf(subscription.schedule)}\`.`,
      { param: 'from_subscription' },
    )
  }
  const schedule = addSchedule(store, subscription, mergeMetadata({}, params.metadata))
  store.emit('subscription_schedule.created', schedule)
  await planPhase(store, schedule)
  subscription.schedule = schedule.id
  store.update('customer.subscription.updated', subscription)
  return schedule
}

function endOf(
  store: Store,
  { end_date: end, duration }: PhaseParams,
  { start, cadence }: { start: number; cadence: Cadence },
): number {
  if (end === 'now') return store.now
  if (end !== undefined) return end
  const span = duration && { interval: duration.interval, count: duration.interval_count ?? 1 }
  return periodEnd(start, start, span ?? cadence)
}

/** @throws {ApiError} for a discount that there is not */
async function readDiscounts(
  store: Store,
  ids: PhaseParams['discounts'],
  param: string,
): Promise<string[]> {
  for (const id of ids ?? []) await store.get('discount', id, `${param}[discounts][0][discount]`)
  return ids ?? []
}

/** Each phase begins where the one before ends; the first of them is the one that runs. */
export async function readPhases(
  store: Store,
  schedule: Stripe.SubscriptionSchedule,
  wanted: PhaseParams[],
): Promise<Stripe.SubscriptionSchedule.Phase[]> {
  const phases: Stripe.SubscriptionSchedule.Phase[] = []
  for (const [index, phase] of wanted.entries()) {
    const param = `phases[${index}]`
    const before = phases.at(-1)?.end_date ?? schedule.current_phase?.start_date ?? store.now
    const start = phase.start_date === 'now' ? store.now : (phase.start_date ?? before)
    if (start !== before) {
      throw new ApiError(
        index === 0
          ? 'You can not modify the start date of the current phase.'
          : 'Phases must be contiguous: each begins where the one before ends.',
        { param: `${param}[start_date]` },
      )
    }
    const prices = await Promise.all(
      phase.items.map(({ price }) => store.get('price', price, `${param}[items][0][price]`)),
    )
    const [price] = prices
    if (!price?.recurring)
      throw new ApiError('The price specified is not a recurring one.', { param })
    const end = endOf(store, phase, { start, cadence: cadenceOf(price) })
    if (end <= start)
      throw new ApiError('A phase must end after it begins.', { param: `${param}[end_date]` })
    phases.push(
      buildPhase({
        items: phase.items.map((item) => ({ ...item, quantity: item.quantity ?? 1 })),
        currency: price.currency,
        start,
        end,
        prorations: phase.proration_behavior ?? 'create_prorations',
        discounts: await readDiscounts(store, phase.discounts, param),
        metadata: phase.metadata,
      }),
    )
  }
  return phases
}

/** @throws {ApiError} when it has ended */
export async function liveSchedule(store: Store, id: string): Promise<Stripe.SubscriptionSchedule> {
  const schedule = await store.get('subscription_schedule', id)
  if (schedule.status === 'active') return schedule
  throw new ApiError(
    `You cannot change a subscription schedule that is currently in the \`${schedule.status}\` status.`,
  )
}

/** Applies the discounts of the running phase at once. */
async function followPhase(
  store: Store,
  schedule: Stripe.SubscriptionSchedule,
  phase: Stripe.SubscriptionSchedule.Phase,
): Promise<void> {
  const subscription = await store.get('subscription', idOf(schedule.subscription) ?? '')
  await setDiscounts(store, subscription, discountsOfPhase(phase))
}

async function update(
  store: Store,
  params: z.output<typeof scheduleUpdateParams>,
  id: string,
): Promise<Stripe.SubscriptionSchedule> {
  const schedule = await liveSchedule(store, id)
  schedule.metadata = mergeMetadata(schedule.metadata, params.metadata)
  if (params.end_behavior !== undefined) schedule.end_behavior = params.end_behavior
  if (params.phases) {
    schedule.phases = await readPhases(store, schedule, params.phases)
    const [current] = schedule.phases
    if (current && current.end_date > store.now) {
      schedule.current_phase = { start_date: current.start_date, end_date: current.end_date }
      await followPhase(store, schedule, current)
    } else {
      await enterPhase(store, schedule)
    }
  }
  await planPhase(store, schedule)
  store.update('subscription_schedule.updated', schedule)
  return schedule
}

export const scheduleRoutes: ApiRoute[] = [
  route('POST', PATH, createParams, create),
  route('GET', `${PATH}/:id`, z.strictObject({}), (store, _params, id) =>
    store.get('subscription_schedule', id),
  ),
  route('POST', `${PATH}/:id`, scheduleUpdateParams, update),
  route(
    'POST',
    `${PATH}/:id/release`,
    z.strictObject({ preserve_cancel_date: flag.optional() }),
    async (store, _params, id) => {
      const schedule = await liveSchedule(store, id)
      await releaseSchedule(store, schedule)
      return schedule
    },
  ),
  route(
    'POST',
    `${PATH}/:id/cancel`,
    z.strictObject({ invoice_now: ignored, prorate: ignored }),
    async (store, _params, id) => {
      const schedule = await liveSchedule(store, id)
      const subscription = await store.get('subscription', idOf(schedule.subscription) ?? '')
      await endSubscription(store, subscription, 'cancellation_requested')
      return schedule
    },
  ),
  listRoute({ kind: 'subscription_schedule', path: PATH, filters: { customer: text.optional() } }),
]
