import type Stripe from 'stripe'
import { ApiError } from '../wire/api-error.ts'
import { DAY, HOUR } from '../calendar.ts'
import { newId } from '../ids.ts'
import { addPrice, addProduct, amountOf, nameOf } from '../objects/catalog.ts'
import { liveCustomer } from '../objects/customer.ts'
import { checkMinimum } from '../objects/invoice.ts'
import { buildSession } from '../objects/checkout-session.ts'
import { offLines } from './discounts.ts'
import { readSessionDiscount } from './redeem-discount.ts'
import type { Store } from '../store.ts'
import type { SessionParams } from '../wire/session-params.ts'

/** Most pieces of one line. */
const MOST = 999_999
const SHORTEST = HOUR / 2
const LONGEST = DAY

async function priceOf(
  store: Store,
  line: SessionParams['line_items'][number],
  param: string,
): Promise<Stripe.Price> {
  if (line.price !== undefined) return store.get('price', line.price, `${param}[price]`)
  const data = line.price_data
  if (!data) {
    throw new ApiError(
      `You must specify either \`price\` or \`price_data\` when creating a Checkout Session.`,
      {
        code: 'parameter_missing',
        param: `${param}[price]`,
      },
    )
  }
  const product =
    data.product === undefined
      ? addProduct(store, { name: 'Item', ...data.product_data }).id
      : (await store.get('product', data.product)).id
  return addPrice(store, {
    product,
    currency: data.currency,
    unitAmount: data.unit_amount,
    recurring: data.recurring,
    active: false,
  })
}

function checkPrice(price: Stripe.Price, params: SessionParams, fromCatalog: boolean): void {
  if (fromCatalog && !price.active) {
    throw new ApiError(`The price specified is inactive. This field only accepts active prices.`, {
      param: 'line_items',
    })
  }
  if (params.mode === 'payment' && price.recurring) {
    throw new ApiError(
      'You specified `payment` mode but passed a recurring price. Either switch to `subscription` mode or use only one-time prices.',
      { param: 'line_items' },
    )
  }
  if (params.mode === 'subscription' && !price.recurring) {
    throw new ApiError('You must provide at least one recurring price in `subscription` mode.', {
      param: 'line_items',
    })
  }
}

async function readLines(store: Store, params: SessionParams): Promise<Stripe.LineItem[]> {
  const lines: Stripe.LineItem[] = []
  for (const [index, line] of params.line_items.entries()) {
    const param = `line_items[${index}]`
    const { quantity = 0 } = line
    if (quantity < 1 || quantity > MOST) {
      throw new ApiError(`Quantity is required. Add \`quantity\` to \`${param}\``, { param })
    }
    const price = await priceOf(store, line, param)
    checkPrice(price, params, line.price !== undefined)
    const total = amountOf(price, quantity)
    lines.push({
      id: newId('li'),
      object: 'item',
      adjustable_quantity: null,
      amount_discount: 0,
      amount_subtotal: total,
      amount_tax: 0,
      amount_total: total,
      currency: price.currency,
      description: await nameOf(store, price),
      metadata: line.metadata ?? {},
      price: structuredClone(price),
      quantity,
    })
  }
  return lines
}

function expiryOf(store: Store, wanted: number | undefined): number {
  if (wanted === undefined) return store.now + LONGEST
  // A request takes a moment; Stripe is as lenient.
  if (wanted < store.now + SHORTEST - 60 || wanted > store.now + LONGEST + 60) {
    throw new ApiError(
      'The `expires_at` timestamp must be at least 30 minutes and less than 24 hours from Checkout Session creation.',
      { param: 'expires_at' },
    )
  }
  return wanted
}

/** Opens a checkout: a page on which somebody can pay until it expires. */
export async function createSession(
  store: Store,
  params: SessionParams,
): Promise<Stripe.Checkout.Session> {
  if (params.customer !== undefined && params.customer_email !== undefined) {
    throw new ApiError('You may only specify one of these parameters: customer, customer_email.')
  }
  if (params.customer !== undefined) await liveCustomer(store, params.customer, 'customer')
  const discount = await readSessionDiscount(store, params)
  const lines = offLines(await readLines(store, params), discount?.coupon ?? null)
  if (params.mode === 'payment') {
    checkMinimum(lines.reduce((sum, line) => sum + line.amount_total, 0))
  }
  const expiresAt = expiryOf(store, params.expires_at)
  const discounts = discount
    ? [
        {
          coupon: discount.code ? null : discount.coupon.id,
          promotion_code: discount.code?.id ?? null,
        },
      ]
    : []
  const session = store.add(
    'checkout.session',
    buildSession(store, { params, lines, discounts, expiresAt }),
    {
      lineItems: lines,
      keepsCard:
        params.mode === 'subscription' ||
        params.payment_intent_data?.setup_future_usage !== undefined,
      ...(params.subscription_data?.metadata && {
        subscriptionMetadata: params.subscription_data.metadata,
      }),
      ...(params.subscription_data?.description !== undefined && {
        subscriptionDescription: params.subscription_data.description,
      }),
      ...(params.subscription_data?.billing_mode && {
        billingMode: params.subscription_data.billing_mode.type,
        prorationDiscounts:
          params.subscription_data.billing_mode.flexible?.proration_discounts ?? 'included',
      }),
      ...(params.payment_intent_data?.metadata && {
        paymentMetadata: params.payment_intent_data.metadata,
      }),
      ...(params.payment_intent_data?.description !== undefined && {
        paymentDescription: params.payment_intent_data.description,
      }),
    },
  )
  await store.schedule(session, 'expire', expiresAt)
  return session
}
