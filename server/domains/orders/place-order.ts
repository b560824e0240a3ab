import type { CreditBooks, HoldOpening } from '#server/domains/credits/holding.ts'
import { accountLimited, isLimited } from '#server/domains/accounts/index.ts'
import { type Db, transact, type Tx } from '#server/platform/db/index.ts'
import type { Said } from '#server/texts/index.ts'
import { type Promised, redeemQuote } from './redeem-quote.ts'
import type { Quoted } from './quoted.ts'
import type { KeyAllowance, KeyLimits, OrderingKey } from './key-limits.ts'

/** For whom something is made, and whose credits pay for it. */
export interface Party {
  userId: string
  payerId: string
  /** Left out: nobody ordered by an API key. */
  key?: OrderingKey
}

/** Who pays for what they order. */
export const ownParty = (userId: string): Party => ({ userId, payerId: userId })

/** Who pays for what they order, by an API key or not. */
export const partyOf = (
  { userId, key }: { userId: string; key?: { id: string } | undefined },
  images: number,
): Party => ({ ...ownParty(userId), ...(key && { key: { id: key.id, images } }) })

/** Credits that are held for one thing, until it is delivered or given back. */
export interface Placement {
  amount: number
  /** How the books know it: one key, one hold. */
  externalId: string
  /** Of a single job, which is told apart in the statement. */
  jobId?: string
  text: Said
}

/** An order on its way, while the account of its payer is locked. */
export interface OpenOrder {
  /**
   * What the quote of a request promised; null: it names none.
   * @param by the job, run or training that the quote is used for
   * @throws {AppError} `quote_mismatch`, `quote_used`, `quote_expired`
   */
  redeem(quoted: Quoted, by: string): Promise<Promised | null>
  /**
   * Holds credits; sent, and not waited for. Once an order: what is held apart in the same transaction is an order of its own.
   * @returns the hold's id
   * @throws {AppError} `account_limited`, `not_enough_credits` with `extra.missing`, `throttled` for too many images of one API key at once
   */
  hold(placement: Placement): string
}

/** A plan that reads nothing of its own. */
export const readsNothing = (): Promise<null> => Promise.resolve(null)

/** How one kind of order becomes what was ordered. */
export interface OrderPlan<Found, Placed> {
  /** Locks what nobody may wait for who has the account locked; left out: nothing. */
  before?(tx: Tx): Promise<void>
  /** What decides about the order. It is read in the round trip that locks the account, so it sees all orders before this one. */
  read(tx: Tx): Promise<Found>
  /**
   * Answers an order that was placed before, or refuses, or holds and writes. What it locks comes after the account: first
   * the run, then the lane.
   */
  place(tx: Tx, order: OpenOrder, found: Found): Promise<Placed>
}

export interface PlaceDeps {
  db: Db
  credits: CreditBooks
  keys: KeyLimits
}

/**
 * Places an order in one transaction: all of it or nothing. Orders of one payer come one after the other, so that keys,
 * limits and places of a plan are exact.
 * @param within the caller's transaction, of which it becomes a part
 */
export function placeOrder<Found, Placed>(
  { db, credits, keys }: PlaceDeps,
  { userId, payerId, key }: Party,
  plan: OrderPlan<Found, Placed>,
  within?: Tx,
): Promise<Placed> {
  const placeIn = async (tx: Tx): Promise<Placed> => {
    await plan.before?.(tx)
    const [opening, early, allowance, isRefused] = await Promise.all([
      credits.writer(tx).openForHold({ userId: payerId }),
      plan.read(tx),
      key ? keys.open(tx, key) : null,
      isLimited(tx, userId),
    ])
    const found = opening.outdated ? await plan.read(tx) : early
    return plan.place(tx, openOrder(tx, { userId, opening, allowance, isRefused }), found)
  }
  return within ? placeIn(within) : transact(db, placeIn)
}

const openOrder = (
  tx: Tx,
  {
    userId,
    opening,
    allowance,
    isRefused,
  }: {
    userId: string
    opening: HoldOpening
    allowance: KeyAllowance | null
    isRefused: boolean
  },
): OpenOrder => ({
  redeem: (quoted, by) => redeemQuote(tx, userId, quoted, by),
  hold({ jobId = null, ...placement }) {
    // What was ordered before goes on: it holds nothing more.
    if (isRefused) throw accountLimited()
    const { holdId } = opening.hold({ ...placement, jobId })
    allowance?.spend(holdId, placement.amount)
    return holdId
  },
})
