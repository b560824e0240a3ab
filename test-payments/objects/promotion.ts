import type Stripe from 'stripe'
import { newId } from '../ids.ts'
import type { Store } from '../store.ts'

interface NewCoupon {
  id: string | undefined
  /** Exactly one of the two. */
  percentOff: number | null
  amountOff: { amount: number; currency: string } | null
  duration: 'forever' | 'once' | 'repeating'
  months: number | null
  maxRedemptions: number | null
  redeemBy: number | null
  name: string | null
  metadata: Record<string, string>
}

/** Makes what is taken off, and tells of it. */
export function addCoupon(store: Store, wanted: NewCoupon): Stripe.Coupon {
  const coupon = store.add('coupon', {
    id: wanted.id ?? newId('coupon'),
    object: 'coupon',
    amount_off: wanted.amountOff?.amount ?? null,
    created: store.now,
    currency: wanted.amountOff?.currency ?? null,
    duration: wanted.duration,
    duration_in_months: wanted.months,
    livemode: false,
    max_redemptions: wanted.maxRedemptions,
    metadata: wanted.metadata,
    name: wanted.name,
    percent_off: wanted.percentOff,
    redeem_by: wanted.redeemBy,
    times_redeemed: 0,
    valid: true,
  })
  store.emit('coupon.created', coupon)
  return coupon
}

interface NewPromotionCode {
  code: string
  coupon: string
  active: boolean
  expiresAt: number | null
  maxRedemptions: number | null
  firstTime: boolean
  metadata: Record<string, string>
}

/** Makes what customers type to get a coupon, and tells of it. */
export function addPromotionCode(store: Store, wanted: NewPromotionCode): Stripe.PromotionCode {
  const code = store.add('promotion_code', {
    id: newId('promo'),
    object: 'promotion_code',
    active: wanted.active,
    code: wanted.code,
    created: store.now,
    customer: null,
    customer_account: null,
    expires_at: wanted.expiresAt,
    livemode: false,
    max_redemptions: wanted.maxRedemptions,
    metadata: wanted.metadata,
    promotion: { coupon: wanted.coupon, type: 'coupon' },
    restrictions: {
      first_time_transaction: wanted.firstTime,
      minimum_amount: null,
      minimum_amount_currency: null,
    },
    times_redeemed: 0,
  })
  store.emit('promotion_code.created', code)
  return code
}

interface NewDiscount {
  coupon: string
  code: string | null
  customer: string
  session: string
  /** Null: of what is bought once. */
  subscription: string | null
  end: number | null
}

/** A coupon that somebody uses, from now on. */
export function addDiscount(store: Store, wanted: NewDiscount): Stripe.Discount {
  const discount = store.add('discount', {
    id: newId('di'),
    object: 'discount',
    checkout_session: wanted.subscription === null ? wanted.session : null,
    customer: wanted.customer,
    customer_account: null,
    end: wanted.end,
    invoice: null,
    invoice_item: null,
    promotion_code: wanted.code,
    source: { coupon: wanted.coupon, type: 'coupon' },
    start: store.now,
    subscription: wanted.subscription,
    subscription_item: null,
  })
  store.emit('customer.discount.created', discount)
  return discount
}
