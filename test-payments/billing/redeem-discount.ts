import type Stripe from 'stripe'
import { ApiError } from '../wire/api-error.ts'
import { periodEnd } from '../calendar.ts'
import { idOf } from '../object-types.ts'
import { addDiscount } from '../objects/promotion.ts'
import type { Store } from '../store.ts'
import type { SessionParams } from '../wire/session-params.ts'

interface SessionDiscount {
  coupon: Stripe.Coupon
  /** Null: the coupon itself was named. */
  code: Stripe.PromotionCode | null
}

/** Whether a customer has a payment that succeeded, or a paid invoice: also one of nothing. */
async function hasTransaction(store: Store, customer: string): Promise<boolean> {
  const payments = await store.list('payment_intent', {
    where: { customer, status: 'succeeded' },
    limit: 1,
  })
  if (payments.data.length > 0) return true
  const invoices = await store.list('invoice', { where: { customer, status: 'paid' }, limit: 1 })
  return invoices.data.length > 0
}

const isUsedUp = ({
  max_redemptions: most,
  times_redeemed: times,
}: Pick<Stripe.Coupon, 'max_redemptions' | 'times_redeemed'>) => most !== null && times >= most

/** Why a discount cannot be used at this moment; null: it can. */
async function obstacleOf(
  store: Store,
  { coupon, code }: SessionDiscount,
  customer: string | null,
): Promise<string | null> {
  const { now } = store
  if (isUsedUp(coupon) || (coupon.redeem_by !== null && now >= coupon.redeem_by)) {
    return `Coupon ${coupon.id} is used up and cannot be applied.`
  }
  if (!code) return null
  if (!code.active || isUsedUp(code)) return 'This promotion code is no longer active.'
  if (code.expires_at !== null && now >= code.expires_at) return 'This promotion code has expired.'
  const { first_time_transaction: isFirst } = code.restrictions
  if (isFirst && customer && (await hasTransaction(store, customer))) {
    return 'This promotion code cannot be redeemed because the associated customer has prior transactions.'
  }
  return null
}

/**
 * The discount that a checkout is asked for.
 * @throws {ApiError} one that cannot be used
 */
export async function readSessionDiscount(
  store: Store,
  { discounts, allow_promotion_codes: allows, customer }: SessionParams,
): Promise<SessionDiscount | null> {
  const [wanted] = discounts ?? []
  if (!wanted) return null
  if (allows !== undefined) {
    throw new ApiError(
      'You may only specify one of these parameters: allow_promotion_codes, discounts.',
      { param: 'discounts' },
    )
  }
  if ((wanted.coupon === undefined) === (wanted.promotion_code === undefined)) {
    throw new ApiError('You must specify either `coupon` or `promotion_code`.', {
      param: 'discounts[0]',
    })
  }
  const param = 'discounts[0][promotion_code]'
  const code =
    wanted.promotion_code === undefined
      ? null
      : await store.get('promotion_code', wanted.promotion_code, param)
  const coupon = await store.get('coupon', wanted.coupon ?? idOf(code?.promotion.coupon) ?? '')
  const obstacle = await obstacleOf(store, { coupon, code }, customer ?? null)
  if (obstacle !== null) throw new ApiError(obstacle, { param })
  return { coupon, code }
}

async function discountOf(
  store: Store,
  { discounts }: Stripe.Checkout.Session,
): Promise<SessionDiscount | null> {
  const [used] = discounts ?? []
  if (!used) return null
  const codeId = idOf(used.promotion_code)
  const code = codeId === null ? null : await store.get('promotion_code', codeId)
  return {
    coupon: await store.get('coupon', idOf(used.coupon) ?? idOf(code?.promotion.coupon) ?? ''),
    code,
  }
}

/** Why what an open checkout has off cannot be used any more when it is paid; null: it can, or there is nothing. */
export async function findObstacle(
  store: Store,
  session: Stripe.Checkout.Session,
): Promise<string | null> {
  const discount = await discountOf(store, session)
  return discount && obstacleOf(store, discount, idOf(session.customer))
}

/** The discount of a checkout that is being paid. */
export async function addSessionDiscount(
  store: Store,
  session: Stripe.Checkout.Session,
  { customer, subscription = null }: { customer: string; subscription?: string | null },
): Promise<Stripe.Discount | null> {
  const discount = await discountOf(store, session)
  if (!discount) return null
  const { coupon, code } = discount
  const months = coupon.duration_in_months
  return addDiscount(store, {
    coupon: coupon.id,
    code: code?.id ?? null,
    customer,
    session: session.id,
    subscription,
    end:
      subscription !== null && months !== null
        ? periodEnd(store.now, store.now, { interval: 'month', count: months })
        : null,
  })
}

/** Counts that a checkout was paid with a discount; what is used up by that is over. */
export async function redeemDiscount(
  store: Store,
  session: Stripe.Checkout.Session,
): Promise<void> {
  const discount = await discountOf(store, session)
  if (!discount) return
  const { coupon, code } = discount
  coupon.times_redeemed += 1
  coupon.valid = !isUsedUp(coupon)
  store.update('coupon.updated', coupon)
  if (!code) return
  code.times_redeemed += 1
  code.active &&= !isUsedUp(code)
  store.update('promotion_code.updated', code)
}
