export type * from './schema.ts'
export { createOrders, type Orders, type Settlement } from './create-orders.ts'
export type { KeyLimits } from './key-limits.ts'
export { forgetQuotes, sweepQuotes } from './forget-quotes.ts'
export { type OpenOrder, ownParty, partyOf, readsNothing } from './place-order.ts'
export { leastPrice, requireVerified } from './policy.ts'
export type { Offer } from './quote-order.ts'
export { type Quoted, quotedCall } from './quoted.ts'
export { findQuoteUse, type Promised } from './redeem-quote.ts'
export {
  type CallQuoter,
  createQuoteRoutes,
  ofCalls,
  type QuoteAsker,
  type Quoter,
} from './routes.ts'
export { hashRequest } from './request-hash.ts'
