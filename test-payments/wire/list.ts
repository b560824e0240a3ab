import type Stripe from 'stripe'

/** A whole list, as it stands inside of another object. */
export function listOf<T>(data: T[], url: string): Stripe.ApiList<T> {
  return { object: 'list', data, has_more: false, url }
}
