import type { PriceTable } from '#contract/plans-and-prices.ts'
import type { Credits } from '#server/domains/credits/index.ts'
import type { Db, Tx } from '#server/platform/db/index.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Log } from '#server/platform/log.ts'
import type { RateLimiter } from '#server/platform/rate-limit.ts'
import type { Queue } from '#server/platform/queue.ts'
import { t } from '#server/texts/index.ts'
import type { PaymentProvider } from './payment-provider.ts'
import type { BillingEvent, FirstPurchaseLimits, PaidOrder } from './types.ts'

/** What the use cases of payments share. */
export interface BillingContext {
  db: Db
  credits: Credits
  log: Log
  queue: Pick<Queue, 'send'>
  limiter: Pick<RateLimiter, 'consume'>
  /** Null where nobody can pay. */
  provider: PaymentProvider | null
  /** Origin of the app's pages by the host of a request. */
  originOf(host: string): string
  /** Pays a checkout with a test card; null with a real provider. */
  payTestSession: ((sessionId: string) => Promise<void>) | null
  /** Cents, of a set of headshots that is paid once by card. */
  headshotSetPrice(): number
  /** As it is set now, asked at each use. */
  firstPurchases(): FirstPurchaseLimits
  /** Prices that differ from the price list now. */
  pricesNow(): Promise<Partial<PriceTable>>
  /** In the transaction in which the payment of a set is written. @returns whether it still waits for it */
  onOrderPaid(tx: Tx, order: PaidOrder): Promise<boolean>
  /** In the transaction in which it happens. */
  onEvent(tx: Tx, event: BillingEvent): Promise<void>
}

/** Context of use cases that ask the payment provider. */
export interface PaymentContext extends BillingContext {
  provider: PaymentProvider
}

/** @throws {AppError} `provider_not_configured` */
export function withProvider(context: BillingContext): PaymentContext {
  const { provider } = context
  if (!provider) {
    throw new AppError('provider_not_configured', 'STRIPE_SECRET_KEY is not set', {
      userMessage: t('billing.notSetUp'),
    })
  }
  return { ...context, provider }
}
