import Stripe from 'stripe'
import type { NewPromotion, PaymentProvider } from '../payment-provider.ts'
import { CURRENCY } from './catalog.ts'
import { ask, askOnce, secondsOf } from './client.ts'

type Calls = Pick<PaymentProvider, 'createPromotion' | 'endPromotion'>

/** A coupon has an id of ours, so that it is found again also when its key is forgotten. */
const couponOf = ({ id }: Pick<NewPromotion, 'id'>): string => `atelier_${id}`

const exists = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeError && error.code === 'resource_already_exists'

/** Promotions as Stripe has them: a coupon, which says what is taken off, with one promotion code. */
export function createPromotions(stripe: Stripe): Calls {
  async function makeCoupon(promotion: NewPromotion): Promise<void> {
    const { id, code, percentOff, amountOff, duration, months } = promotion
    await ask(async () => {
      try {
        await stripe.coupons.create(
          {
            id: couponOf(promotion),
            name: code,
            duration,
            metadata: { promotion: id },
            ...(percentOff !== null && { percent_off: percentOff }),
            ...(amountOff !== null && { amount_off: amountOff, currency: CURRENCY }),
            ...(months !== null && { duration_in_months: months }),
          },
          { idempotencyKey: `coupon:${id}` },
        )
      } catch (error) {
        if (!exists(error)) throw error
      }
    })
  }

  return {
    async createPromotion(promotion) {
      await makeCoupon(promotion)
      const coupon = couponOf(promotion)
      const { data } = await ask(() => stripe.promotionCodes.list({ coupon, limit: 1 }))
      if (data[0]) return data[0].id
      const { id, code, firstPurchase, maxRedemptions, expiresAt } = promotion
      const made = await ask(() =>
        stripe.promotionCodes.create(
          {
            promotion: { type: 'coupon', coupon },
            code,
            metadata: { promotion: id },
            ...(firstPurchase && { restrictions: { first_time_transaction: true } }),
            ...(maxRedemptions !== null && { max_redemptions: maxRedemptions }),
            ...(expiresAt && { expires_at: secondsOf(expiresAt) }),
          },
          { idempotencyKey: `promotion:${id}` },
        ),
      )
      return made.id
    },

    endPromotion: (id) => askOnce(() => stripe.promotionCodes.update(id, { active: false })),
  }
}
