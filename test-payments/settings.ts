/** How a subscription is billed; with `flexible` the portal cancels by a date. */
export type BillingMode = 'flexible' | 'classic'

/** What an account at Stripe has in its dashboard. */
export interface AccountSettings {
  /** Where the pages are reached. */
  publicUrl: string
  /** Where events are delivered. */
  webhookUrl: string
  /** Billing mode of subscriptions whose request names none. */
  billingMode: BillingMode
  /** How long a renewal's invoice stays a draft; about an hour at Stripe. */
  finalizeAfterSeconds: number
  /** Days after the first failed attempt of a renewal; after the last one the subscription is cancelled. */
  retryDays: readonly number[]
}

/** As at Stripe, where an account has changed nothing but the days of the retries. */
export const DEFAULT_SETTINGS = {
  billingMode: 'flexible',
  finalizeAfterSeconds: 3600,
  retryDays: [3, 7, 14],
} as const satisfies Partial<AccountSettings>
