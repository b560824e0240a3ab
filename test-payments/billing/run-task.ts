import type { Store, Task } from '../store.ts'
import { failRefund } from '../objects/refund.ts'
import { endSubscription } from './end-subscription.ts'
import { expireSession } from './expire-session.ts'
import { enterPhase } from './schedules.ts'
import { expirePendingUpdate } from './pending-update.ts'
import { collectInvoice, collectRenewal, renewSubscription } from './renew-subscription.ts'

/** Has happen what was due; `store.now` is its moment. */
export async function runTask(
  store: Store,
  { id, task }: { id: string; task: Task },
): Promise<void> {
  const session = await store.find('checkout.session', id)
  const subscription = await store.find('subscription', id)
  const invoice = await store.find('invoice', id)
  const schedule = await store.find('subscription_schedule', id)
  const refund = await store.find('refund', id)
  const object = session ?? subscription ?? invoice ?? schedule ?? refund
  if (!object) throw new Error(`${id} has a timer and is not there`)
  await store.schedule(object, task, null)
  if (session) expireSession(store, session)
  else if (refund) await failRefund(store, refund, 'failed')
  else if (schedule) await enterPhase(store, schedule)
  else if (invoice && task === 'finalize') await collectRenewal(store, invoice)
  else if (invoice) await collectInvoice(store, invoice)
  else if (subscription && task === 'renew') await renewSubscription(store, subscription)
  else if (subscription && task === 'expire') await expirePendingUpdate(store, subscription)
  else if (subscription) await endSubscription(store, subscription, 'cancellation_requested')
}
