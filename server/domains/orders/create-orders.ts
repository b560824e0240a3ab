import type { UnsaidQuote } from '#contract/quotes.ts'
import type { CreditBooks } from '#server/domains/credits/holding.ts'
import type { ReleaseCause } from '#server/domains/credits/index.ts'
import type { Db, Tx } from '#server/platform/db/index.ts'
import type { Said } from '#server/texts/index.ts'
import type { KeyLimits } from './key-limits.ts'
import { type Offer, quoteOrder } from './quote-order.ts'
import { type OrderPlan, type Party, placeOrder } from './place-order.ts'

/** What of a placement comes back, and why. */
export interface Settlement {
  payerId: string
  holdId: string
  cause: ReleaseCause
  text: Said
  /** For a hold that several jobs share: what one of them did not use. Left out: all that is left. */
  part?: { amount: number; jobId: string }
}

/** The one door for everything that costs credits: see README.md. */
export interface Orders {
  /** Fixes the highest price of a request for ten minutes; reserves nothing. */
  quote(userId: string, requestHash: Buffer, offer: Offer): Promise<UnsaidQuote>
  /**
   * Holds what an order costs and has it written down, in one transaction. See `placeOrder`.
   * @throws {AppError} `unavailable` while what is made could not be stored
   */
  place<Found, Placed>(party: Party, plan: OrderPlan<Found, Placed>, within?: Tx): Promise<Placed>
  /** Locks the account of who pays, for what locks something of theirs as well: the account comes first. */
  lock(tx: Tx, payerId: string): Promise<void>
  /** Gives back what was held and not captured. Safe to repeat. @returns how many credits */
  settle(tx: Tx, settlement: Settlement): Promise<number>
}

export interface OrdersDeps {
  db: Db
  credits: CreditBooks
  keys: KeyLimits
  /** Throws `AppError` `unavailable` while nothing that is made could be stored. */
  requireStore(): Promise<void>
}

export function createOrders({ db, credits, keys, requireStore }: OrdersDeps): Orders {
  return {
    quote: (userId, requestHash, offer) => quoteOrder({ db, credits }, userId, requestHash, offer),
    async place(party, plan, within) {
      // Part of a transaction, it was asked for before that began, or was paid for already.
      if (!within) await requireStore()
      return placeOrder({ db, credits, keys }, party, plan, within)
    },
    lock: (tx, payerId) => credits.writer(tx).lock({ userId: payerId }),
    async settle(tx, { payerId, ...release }) {
      const { released } = await credits.writer(tx).release({ userId: payerId, ...release })
      return released
    },
  }
}
