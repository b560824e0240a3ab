import type { Tx } from '#server/platform/db/index.ts'

/** An API key by which an order came, and how many images it asks for. */
export interface OrderingKey {
  id: string
  images: number
}

/** What an API key may still order, while the account of its person is locked. */
export interface KeyAllowance {
  /**
   * Counts a hold of this order.
   * @throws {AppError} `throttled` for too many images at once, `not_enough_credits` beyond the credits of its day
   */
  spend(holdId: string, amount: number): void
}

/** The limits of API keys, by the domain that keeps them. */
export interface KeyLimits {
  /** @throws {AppError} `invalid_token` for a key that was revoked meanwhile */
  open(tx: Tx, key: OrderingKey): Promise<KeyAllowance>
}
