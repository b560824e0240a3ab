import type Stripe from 'stripe'
import { idOf } from '../object-types.ts'
import { buildItem, periodOf, sameCadence } from '../objects/subscription.ts'
import type { Store } from '../store.ts'
import { discountsOfPhase, setDiscounts } from './discounts.ts'
import { endSubscription } from './end-subscription.ts'
import { type ProrationBehavior, updateSubscription } from './update-subscription.ts'

type Phase = Stripe.SubscriptionSchedule.Phase

/** Keeps the moment at which a schedule's next phase begins, or the last one ends. */
export async function planPhase(
  store: Store,
  schedule: Stripe.SubscriptionSchedule,
): Promise<void> {
  const ends = schedule.status === 'active' ? schedule.current_phase?.end_date : null
  await store.schedule(schedule, 'enter_phase', ends ?? null)
}

/** Takes the schedule off its subscription, which goes on as it is. */
export async function releaseSchedule(
  store: Store,
  schedule: Stripe.SubscriptionSchedule,
): Promise<void> {
  const id = idOf(schedule.subscription)
  schedule.status = 'released'
  schedule.released_at = store.now
  schedule.released_subscription = id
  schedule.subscription = null
  schedule.current_phase = null
  store.save(schedule)
  await planPhase(store, schedule)
  store.emit('subscription_schedule.released', schedule)
  const subscription = id === null ? null : await store.find('subscription', id)
  if (!subscription) return
  subscription.schedule = null
  store.update('customer.subscription.updated', subscription)
}

/** The last phase is over. */
async function endSchedule(
  store: Store,
  schedule: Stripe.SubscriptionSchedule,
  subscription: Stripe.Subscription | null,
): Promise<void> {
  if (schedule.end_behavior !== 'cancel' || !subscription) {
    await releaseSchedule(store, schedule)
    return
  }
  schedule.status = 'completed'
  schedule.completed_at = store.now
  schedule.current_phase = null
  store.save(schedule)
  store.emit('subscription_schedule.completed', schedule)
  subscription.schedule = null
  await endSubscription(store, subscription, 'cancellation_requested')
}

/** The items of a phase that begins where the present period ends, and the day that their periods count from. */
export async function itemsOfPhase(
  store: Store,
  subscription: Stripe.Subscription,
  phase: Phase,
): Promise<{ items: Stripe.SubscriptionItem[]; anchor: number }> {
  const before = subscription.items.data
  const { start, end } = periodOf(before)
  const items = await Promise.all(
    phase.items.map(async ({ price, quantity }, index) => {
      const old = before[index]
      return buildItem({
        ...(old && { id: old.id, metadata: old.metadata }),
        subscription: subscription.id,
        price: await store.get('price', idOf(price) ?? ''),
        quantity: quantity ?? 1,
        start,
        end,
        created: old?.created ?? store.now,
      })
    }),
  )
  const [first] = items
  const [old] = before
  const begins = first !== undefined && old !== undefined && !sameCadence(first.price, old.price)
  return { items, anchor: begins ? end : subscription.billing_cycle_anchor }
}

/** At a period's end: the renewal that follows at the same moment asks for the phase's prices. */
async function applyAtRenewal(
  store: Store,
  subscription: Stripe.Subscription,
  phase: Phase,
): Promise<void> {
  const { items, anchor } = await itemsOfPhase(store, subscription, phase)
  subscription.items.data = items
  subscription.billing_cycle_anchor = anchor
  await setDiscounts(store, subscription, discountsOfPhase(phase))
}

/** In the middle of a period: a change like any other. */
async function applyNow(
  store: Store,
  subscription: Stripe.Subscription,
  phase: Phase,
): Promise<void> {
  await updateSubscription(store, subscription, {
    items: phase.items.map(({ price, quantity }, index) => ({
      id: subscription.items.data[index]?.id,
      price: idOf(price) ?? undefined,
      quantity,
    })),
    proration_behavior: phase.proration_behavior as ProrationBehavior,
    discounts: discountsOfPhase(phase),
  })
}

/** A phase is over: the next begins, or the schedule has ended. */
export async function enterPhase(
  store: Store,
  schedule: Stripe.SubscriptionSchedule,
): Promise<void> {
  const { now } = store
  const phase = schedule.phases.find(
    ({ start_date: start, end_date: end }) => start <= now && end > now,
  )
  const id = idOf(schedule.subscription)
  const subscription = id === null ? null : await store.find('subscription', id)
  if (!phase || !subscription) {
    await endSchedule(store, schedule, subscription)
    return
  }
  schedule.current_phase = { start_date: phase.start_date, end_date: phase.end_date }
  await planPhase(store, schedule)
  store.update('subscription_schedule.updated', schedule)
  const { end } = periodOf(subscription.items.data)
  await (now < end ? applyNow : applyAtRenewal)(store, subscription, phase)
}
