import type Stripe from 'stripe'
import type { Store } from '../store.ts'

export function expireSession(store: Store, session: Stripe.Checkout.Session): void {
  session.status = 'expired'
  session.url = null
  store.save(session)
  store.emit('checkout.session.expired', session)
}
