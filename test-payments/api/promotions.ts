import type Stripe from 'stripe'
import { z } from 'zod'
import { addCoupon, addPromotionCode } from '../objects/promotion.ts'
import type { Store } from '../store.ts'
import { amount, flag, integer, mergeMetadata, metadata, text } from '../wire/params.ts'
import { ApiError } from '../wire/api-error.ts'
import { listRoute } from './lists.ts'
import { type ApiRoute, route } from './route.ts'

/** Parameters that a new coupon may have. */
export const couponParams = z.strictObject({
  id: text.optional(),
  amount_off: amount.optional(),
  currency: text.length(3).optional(),
  percent_off: z
    .string()
    .regex(/^\d{1,3}(\.\d{1,2})?$/, 'Invalid decimal')
    .transform(Number)
    .refine((percent) => percent > 0 && percent <= 100, 'Must be above 0 and at most 100')
    .optional(),
  duration: z.enum(['forever', 'once', 'repeating']).optional(),
  duration_in_months: integer.optional(),
  max_redemptions: integer.optional(),
  redeem_by: integer.optional(),
  name: text.max(40).optional(),
  metadata: metadata.optional(),
})
/** Parameters that a new promotion code may have. */
export const promotionCodeParams = z.strictObject({
  promotion: z.strictObject({ type: z.literal('coupon'), coupon: text.optional() }),
  code: text.regex(/^[A-Za-z0-9-]{1,500}$/, 'May only hold letters, digits and dashes').optional(),
  active: flag.optional(),
  expires_at: integer.optional(),
  max_redemptions: integer.optional(),
  restrictions: z.strictObject({ first_time_transaction: flag.optional() }).optional(),
  metadata: metadata.optional(),
})
/** Parameters of a promotion code that may be changed. */
export const promotionCodeUpdate = z.strictObject({
  active: flag.optional(),
  metadata: metadata.optional(),
})

async function createCoupon(
  store: Store,
  params: z.output<typeof couponParams>,
): Promise<Stripe.Coupon> {
  const { id, amount_off: off, currency, percent_off: percent, duration = 'once' } = params
  const { duration_in_months: months } = params
  if (id !== undefined && (await store.find('coupon', id))) {
    throw new ApiError('Coupon already exists.', { code: 'resource_already_exists', param: 'id' })
  }
  if ((off === undefined) === (percent === undefined)) {
    throw new ApiError('You must pass either `percent_off` or `amount_off`.', {
      param: 'percent_off',
    })
  }
  if (off !== undefined && currency === undefined) {
    throw new ApiError('You must pass `currency` when passing `amount_off`.', { param: 'currency' })
  }
  if ((duration === 'repeating') !== (months !== undefined)) {
    throw new ApiError('`duration_in_months` goes with a `duration` of `repeating`.', {
      param: 'duration_in_months',
    })
  }
  return addCoupon(store, {
    id,
    percentOff: percent ?? null,
    amountOff:
      off !== undefined && currency !== undefined
        ? { amount: off, currency: currency.toLowerCase() }
        : null,
    duration,
    months: months ?? null,
    maxRedemptions: params.max_redemptions ?? null,
    redeemBy: params.redeem_by ?? null,
    name: params.name ?? null,
    metadata: mergeMetadata({}, params.metadata),
  })
}

/** A code is one of the active ones, whatever its case. @throws {ApiError} while another has it */
async function assertFree(store: Store, code: string): Promise<void> {
  const { data } = await store.list('promotion_code', { where: { active: true } })
  if (data.some((other) => other.code.toLowerCase() === code.toLowerCase())) {
    throw new ApiError(`An active promotion code with \`code: ${code}\` already exists.`, {
      code: 'resource_already_exists',
      param: 'code',
    })
  }
}

async function createPromotionCode(
  store: Store,
  params: z.output<typeof promotionCodeParams>,
): Promise<Stripe.PromotionCode> {
  const { promotion, code = '', expires_at: expiresAt, active = true } = params
  const { id: coupon } = await store.get('coupon', promotion.coupon ?? '', 'promotion[coupon]')
  if (code === '') {
    throw new ApiError('The test payments make up no codes.', { param: 'code' })
  }
  if (expiresAt !== undefined && expiresAt <= store.now) {
    throw new ApiError('The expiry must be in the future.', { param: 'expires_at' })
  }
  if (active) await assertFree(store, code)
  return addPromotionCode(store, {
    code,
    coupon,
    active,
    expiresAt: expiresAt ?? null,
    maxRedemptions: params.max_redemptions ?? null,
    firstTime: params.restrictions?.first_time_transaction ?? false,
    metadata: mergeMetadata({}, params.metadata),
  })
}

async function updatePromotionCode(
  store: Store,
  { active, metadata: more }: z.output<typeof promotionCodeUpdate>,
  id: string,
): Promise<Stripe.PromotionCode> {
  const code = await store.get('promotion_code', id)
  if (active === true && !code.active) await assertFree(store, code.code)
  if (active !== undefined) code.active = active
  code.metadata = mergeMetadata(code.metadata, more)
  store.update('promotion_code.updated', code)
  return code
}

export const promotionRoutes: ApiRoute[] = [
  route('POST', '/v1/coupons', couponParams, createCoupon),
  route('GET', '/v1/coupons/:id', z.strictObject({}), (store, _params, id) =>
    store.get('coupon', id),
  ),
  listRoute({ kind: 'coupon', path: '/v1/coupons', filters: {} }),
  route('POST', '/v1/promotion_codes', promotionCodeParams, createPromotionCode),
  route('GET', '/v1/promotion_codes/:id', z.strictObject({}), (store, _params, id) =>
    store.get('promotion_code', id),
  ),
  route('POST', '/v1/promotion_codes/:id', promotionCodeUpdate, updatePromotionCode),
  listRoute({
    kind: 'promotion_code',
    path: '/v1/promotion_codes',
    filters: { active: flag.optional(), code: text.optional(), coupon: text.optional() },
    where: ({ active, code, coupon }) => ({
      active,
      code,
      promotion: coupon === undefined ? undefined : { coupon },
    }),
  }),
]
