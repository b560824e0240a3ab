import type Stripe from 'stripe'
import type { PlanPeriod } from '#contract/users.ts'
import { AppError } from '#server/platform/errors.ts'
import type {
  Course,
  PaymentProvider,
  PlanSwitch,
  PreviewLine,
  RemoteDiscount,
  RemotePreview,
  RemoteSubscription,
} from '../payment-provider.ts'
import type { Catalog } from './catalog.ts'
import { ask, askFor, askOnce, dateOf, secondsOf } from './client.ts'
import { isProration, priceOfLine } from './shapes.ts'

type Changes = Pick<
  PaymentProvider,
  | 'previewUpgrade'
  | 'previewCourse'
  | 'previewScheduled'
  | 'upgrade'
  | 'scheduleChange'
  | 'releaseSchedule'
  | 'endWithPeriod'
  | 'keepGoing'
  | 'cancelNow'
  | 'voidInvoice'
  | 'refund'
  | 'refundPart'
>

type SoldItems = Awaited<ReturnType<Catalog['itemsOf']>>

function changeOf(line: Stripe.InvoiceLineItem, items: SoldItems): PreviewLine['change'] {
  const item = items.get(priceOfLine(line) ?? '')
  // A change of 0 has no sign that tells which of both it is.
  if (!isProration(line) || item?.kind !== 'plan' || line.amount === 0) return null
  const time = line.amount < 0 ? 'unused' : 'remaining'
  return { plan: item.plan, time, at: dateOf(line.period.start) }
}

async function previewOf(catalog: Catalog, invoice: Stripe.Invoice): Promise<RemotePreview> {
  const prices = invoice.lines.data.filter(isProration).map(priceOfLine)
  const items = await catalog.itemsOf(prices.filter((price) => price !== null))
  return {
    amountDue: invoice.amount_due,
    owed: invoice.total + invoice.starting_balance,
    currency: invoice.currency,
    at: dateOf(invoice.period_end),
    lines: invoice.lines.data.map((line) => ({
      text: line.description ?? '',
      amount: (line.discount_amounts ?? []).reduce(
        (left, { amount }) => left - amount,
        line.amount,
      ),
      change: changeOf(line, items),
    })),
  }
}

/**
 * Names what is off a phase: a phase that names nothing has what is off its customer, not what is off the subscription.
 */
const namedIn = (discounts: readonly RemoteDiscount[]) =>
  discounts.length > 0 && { discounts: discounts.map(({ id }) => ({ discount: id })) }

/** Has nothing be off. */
const NO_DISCOUNTS = { discounts: '' } as const

/** The present price to the end of the paid period, and another one after it. */
function phasesOf(
  {
    priceId,
    periodEnd,
    discounts,
  }: Pick<RemoteSubscription, 'priceId' | 'periodEnd' | 'discounts'>,
  start: number,
  next?: { price: string; period: PlanPeriod; keepsDiscounts: boolean },
) {
  const end = secondsOf(periodEnd)
  const current = {
    items: [{ price: priceId, quantity: 1 }],
    ...namedIn(discounts),
    start_date: start,
    end_date: end,
  }
  if (!next) return [current]
  // One that ends with the paid period is over when the next phase begins.
  const lasting = discounts.filter(({ endsAt }) => endsAt === null || endsAt > periodEnd)
  const isOver = discounts.length > 0 && lasting.length === 0
  const interval = next.period === 'yearly' ? ('year' as const) : ('month' as const)
  return [
    current,
    {
      items: [{ price: next.price, quantity: 1 }],
      ...(next.keepsDiscounts && !isOver ? namedIn(lasting) : NO_DISCOUNTS),
      start_date: end,
      duration: { interval, interval_count: 1 },
      proration_behavior: 'none' as const,
    },
  ]
}

/** What takes back the end of a subscription: the field that set it, for the provider takes only one of them. */
function goesOn({
  cancelsBy,
}: Pick<RemoteSubscription, 'cancelsBy'>): { cancel_at: '' } | { cancel_at_period_end: false } {
  return cancelsBy === 'date' ? { cancel_at: '' } : { cancel_at_period_end: false }
}

/** A subscription that a schedule manages ends or goes on by its schedule alone. */
function courseOf(
  subscription: RemoteSubscription,
  course: Course,
): Stripe.InvoiceCreatePreviewParams {
  const { id, periodStart, scheduleId, cancelsBy } = subscription
  if (course === 'ends_now') {
    return {
      subscription: id,
      subscription_details: { cancel_now: true, proration_behavior: 'none' },
    }
  }
  const ends = course === 'ends_with_period'
  if (scheduleId === null) {
    const details = ends ? { cancel_at_period_end: true } : goesOn({ cancelsBy })
    return { subscription: id, subscription_details: details }
  }
  const phases = phasesOf(subscription, secondsOf(periodStart))
  return {
    schedule: scheduleId,
    schedule_details: { end_behavior: ends ? 'cancel' : 'release', phases },
  }
}

/** Everything that changes what somebody pays. */
export function createChanges(stripe: Stripe, catalog: Catalog): Changes {
  const priceIdOf = async ({ plan, period, priceId }: Omit<PlanSwitch, 'at'>) =>
    priceId ?? (await catalog.priceIdOf({ kind: 'plan', plan, period }))

  async function itemsOf(change: Omit<PlanSwitch, 'at'>) {
    return [{ id: change.subscription.itemId, price: await priceIdOf(change) }]
  }

  return {
    async previewUpgrade(change) {
      const items = await itemsOf(change)
      const preview = await ask(() =>
        stripe.invoices.createPreview({
          customer: change.subscription.customer,
          subscription: change.subscription.id,
          ...(!change.keepsDiscounts && NO_DISCOUNTS),
          subscription_details: {
            items,
            proration_behavior: 'always_invoice',
            proration_date: secondsOf(change.at),
          },
        }),
      )
      return previewOf(catalog, preview)
    },

    async previewCourse(subscription, course) {
      const { customer } = subscription
      const preview = await askFor(() =>
        stripe.invoices.createPreview({ customer, ...courseOf(subscription, course) }),
      )
      return preview && previewOf(catalog, preview)
    },

    async previewScheduled(change) {
      const { subscription, period, keepsDiscounts } = change
      const { id, customer, scheduleId, periodStart } = subscription
      const items = await itemsOf(change)
      const price = items[0]?.price ?? ''
      const next = { price, period, keepsDiscounts }
      const phases = phasesOf(subscription, secondsOf(periodStart), next)
      const preview = await ask(() =>
        stripe.invoices.createPreview({
          customer,
          ...(scheduleId === null
            ? {
                subscription: id,
                ...(!keepsDiscounts && NO_DISCOUNTS),
                subscription_details: {
                  items,
                  proration_behavior: 'none',
                  ...goesOn(subscription),
                },
              }
            : { schedule: scheduleId, schedule_details: { end_behavior: 'release', phases } }),
        }),
      )
      return previewOf(catalog, preview)
    },

    async upgrade(change, key) {
      const items = await itemsOf(change)
      await ask(() =>
        stripe.subscriptions.update(
          change.subscription.id,
          {
            items,
            proration_behavior: 'always_invoice',
            proration_date: secondsOf(change.at),
            payment_behavior: 'pending_if_incomplete',
            ...(!change.keepsDiscounts && NO_DISCOUNTS),
          },
          { idempotencyKey: key },
        ),
      )
    },

    async scheduleChange(change, key) {
      const { subscription, period, keepsDiscounts } = change
      const price = await priceIdOf(change)
      await ask(async () => {
        const schedule =
          subscription.scheduleId === null
            ? await stripe.subscriptionSchedules.create(
                { from_subscription: subscription.id },
                { idempotencyKey: `${key}:make` },
              )
            : await stripe.subscriptionSchedules.retrieve(subscription.scheduleId)
        const end = secondsOf(subscription.periodEnd)
        const current = schedule.phases.find(
          ({ start_date: from, end_date: to }) => from < end && to >= end,
        )
        if (!current) {
          throw new AppError('provider_error', `The schedule ${schedule.id} has no current phase`, {
            userMessage: null,
          })
        }
        await stripe.subscriptionSchedules.update(
          schedule.id,
          {
            end_behavior: 'release',
            proration_behavior: 'none',
            phases: phasesOf(subscription, current.start_date, { price, period, keepsDiscounts }),
          },
          { idempotencyKey: `${key}:plan` },
        )
      })
    },

    releaseSchedule: (schedule, key) =>
      askOnce(() => stripe.subscriptionSchedules.release(schedule, {}, { idempotencyKey: key })),

    async endWithPeriod(subscription, key) {
      const end = { cancel_at_period_end: true }
      await ask(() => stripe.subscriptions.update(subscription, end, { idempotencyKey: key }))
    },

    async keepGoing({ id, cancelsBy }, key) {
      if (cancelsBy === null) return
      // Another key for another field: a key belongs to one request.
      const idempotencyKey = `${key}:${cancelsBy}`
      await ask(() => stripe.subscriptions.update(id, goesOn({ cancelsBy }), { idempotencyKey }))
    },

    cancelNow: (subscription, key) =>
      askOnce(() =>
        stripe.subscriptions.cancel(
          subscription,
          { invoice_now: false, prorate: false },
          { idempotencyKey: key },
        ),
      ),

    voidInvoice: (invoice, key) =>
      askOnce(() => stripe.invoices.voidInvoice(invoice, {}, { idempotencyKey: key })),

    refund: (paymentIntent, key) =>
      askOnce(() =>
        stripe.refunds.create({ payment_intent: paymentIntent }, { idempotencyKey: key }),
      ),

    async refundPart(paymentIntent, amount, key) {
      const refund = { payment_intent: paymentIntent, amount }
      await ask(() => stripe.refunds.create(refund, { idempotencyKey: key }))
    },
  }
}
