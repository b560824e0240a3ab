import { closeDispute, openDispute } from './billing/disputes.ts'
import { paySession } from './billing/pay-session.ts'
import type { Core } from './core.ts'
import { idOf } from './object-types.ts'
import { USUAL_CARD } from './objects/cards.ts'
import { failRefund } from './objects/refund.ts'

/** What happens outside of the API: other people's doings. For tests and demonstrations. */
export interface Controls {
  /** The card's owner takes a payment's money back. @returns the dispute's id */
  openDispute(paymentIntent: string, reason?: string): Promise<string>
  closeDispute(dispute: string, outcome: 'won' | 'lost'): Promise<void>
  /** The bank does not take a refund that was given, days later; or it is taken back before it was. */
  failRefund(refund: string, status?: 'failed' | 'canceled'): Promise<void>
  /** Pays an open checkout with the usual card, as its page does. */
  paySession(session: string): Promise<void>
  /** How the customer's next charges end, whatever the card; after these the card decides again. */
  decideNextCharges(customer: string, results: ('declined' | 'succeeded')[]): Promise<void>
}

export function createControls(core: Core): Controls {
  return {
    openDispute: (paymentIntent, reason = 'fraudulent') =>
      core.write(async (store) => {
        const intent = await store.get('payment_intent', paymentIntent)
        const charge = await store.get('charge', idOf(intent.latest_charge) ?? '')
        return openDispute(store, charge, reason).id
      }),
    closeDispute: (id, outcome) =>
      core.write(async (store) => closeDispute(store, await store.get('dispute', id), outcome)),
    failRefund: (id, status = 'failed') =>
      core.write(async (store) => failRefund(store, await store.get('refund', id), status)),
    paySession: (id) =>
      core.write(async (store) => {
        await paySession(store, await store.get('checkout.session', id), { card: USUAL_CARD })
      }),
    decideNextCharges: (id, results) =>
      core.write(async (store) => {
        const customer = await store.get('customer', id)
        store.hidden(customer).nextCharges = [...results]
        store.save(customer)
      }),
  }
}
