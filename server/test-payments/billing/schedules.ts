import type Stripe from 'stripe'
import { idOf } from '../object-types.ts'
import { buildItem, cadenceOf, periodOf, sameCadence } from '../objects/subscription.ts'
import { periodEnd } from '../calendar.ts'
import type { Store } from '../store.ts'

/** Keeps the moment at which a schedule's next phase begins, or the last one ends. */
export async function planPhase(
  store: Store,
  schedule: Stripe.SubscriptionSchedule,
): Promise<void> {
  const live = schedule.status === 'active'
  await store.schedule(
    schedule,
    'enter_phase',
    live ? (schedule.current_phase?.end_date ?? null) : null,
  )
}

/** Takes the schedule off its subscription, which goes on as it is. */
export async function releaseSchedule(
  store: Store,
  schedule: Stripe.SubscriptionSchedule,
  status: 'released' | 'completed' = 'released',
): Promise<void> {
  const id = idOf(schedule.subscription)
  schedule.status = status
  if (status === 'released') schedule.released_at = store.now
  else schedule.completed_at = store.now
  schedule.released_subscription = id
  schedule.subscription = null
  schedule.current_phase = null
  store.save(schedule)
  await planPhase(store, schedule)
  store.emit(`subscription_schedule.${status}`, schedule)
  const subscription = id === null ? null : await store.find('subscription', id)
  if (!subscription) return
  subscription.schedule = null
  store.update('customer.subscription.updated', subscription)
}

/** Gives the subscription a phase's prices. At a period's end the renewal that follows asks for them. */
async function applyPhase(
  store: Store,
  subscription: Stripe.Subscription,
  phase: Stripe.SubscriptionSchedule.Phase,
): Promise<void> {
  const [old] = subscription.items.data
  const period = periodOf(subscription.items.data)
  const items: Stripe.SubscriptionItem[] = []
  for (const [index, { price, quantity }] of phase.items.entries()) {
    const before = subscription.items.data[index]
    items.push(
      buildItem({
        ...(before && { id: before.id, metadata: before.metadata }),
        subscription: subscription.id,
        price: await store.get('price', idOf(price) ?? ''),
        quantity: quantity ?? 1,
        start: period.start,
        end: period.end,
        created: before?.created ?? store.now,
      }),
    )
  }
  const [first] = items
  if (!first || !old) return
  if (!sameCadence(first.price, old.price)) {
    subscription.billing_cycle_anchor = store.now
    // In the middle of a period the new one begins here.
    for (const item of items) {
      item.current_period_end =
        store.now >= period.end
          ? period.end
          : periodEnd(store.now, store.now, cadenceOf(item.price))
    }
  }
  subscription.items.data = items
  store.save(subscription)
}

/** A phase is over: the next begins, or the schedule is done. */
export async function enterPhase(
  store: Store,
  schedule: Stripe.SubscriptionSchedule,
): Promise<void> {
  const phase = schedule.phases.find(
    ({ start_date: start, end_date: end }) => start <= store.now && end > store.now,
  )
  const id = idOf(schedule.subscription)
  const subscription = id === null ? null : await store.find('subscription', id)
  if (!phase || !subscription) {
    await releaseSchedule(
      store,
      schedule,
      schedule.end_behavior === 'release' ? 'released' : 'completed',
    )
    return
  }
  schedule.current_phase = { start_date: phase.start_date, end_date: phase.end_date }
  store.save(schedule)
  await planPhase(store, schedule)
  await applyPhase(store, subscription, phase)
  store.update('subscription_schedule.updated', schedule)
}
