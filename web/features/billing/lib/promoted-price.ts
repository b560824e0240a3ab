import type { PromotionOffer } from '#contract/promotions.ts'
import { type Choice, keyOf } from './choice.ts'

/** A price with what a promotion makes of it. */
export interface Promoted {
  promotion: PromotionOffer
  price: PromotionOffer['prices'][number]
}

/** Price of a choice with a promotion; null: the promotion does not change it. */
export function promotedPrice(promotion: PromotionOffer | null, choice: Choice): Promoted | null {
  const price = promotion?.prices.find((one) => keyOf(one) === keyOf(choice))
  return promotion && price ? { promotion, price } : null
}
