import type { PromotionOffer } from '#contract/promotions.ts'
import { Deferred } from '#web/ui/deferred.tsx'
import { type Choice, keyOf } from '../lib/choice.ts'

/** A price with what a promotion makes of it. */
export interface Promoted {
  promotion: PromotionOffer
  price: PromotionOffer['prices'][number]
}

/** What a promotion makes of the price of a choice; null: nothing. */
export function promotedPrice(promotion: PromotionOffer | null, choice: Choice): Promoted | null {
  const price = promotion?.prices.find((one) => keyOf(one) === keyOf(choice))
  return promotion && price ? { promotion, price } : null
}

const load = () =>
  import('../promotion/promotion-price.tsx').then(({ PromotionPriceText }) => PromotionPriceText)

/** The same as a line below a price; its code comes with the first code that is applied. */
export const PromotionPrice = (props: Promoted) => <Deferred load={load} props={props} />
