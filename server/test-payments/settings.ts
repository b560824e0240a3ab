/** What an account at Stripe has in its dashboard. */
export interface AccountSettings {
  /** Where the pages are reached. */
  publicUrl: string
  /** Where events are delivered. */
  webhookUrl: string
  /** How long a renewal's invoice stays a draft; about an hour at Stripe. */
  finalizeAfterSeconds: number
  /** Days after the first failed attempt of a renewal; after the last one the subscription is cancelled. */
  retryDays: readonly number[]
}

export const DEFAULT_RETRY_DAYS: readonly number[] = [3, 7, 14]
