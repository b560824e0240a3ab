import type Stripe from 'stripe'
import { AppError } from '#server/platform/errors.ts'
import type { PaymentProvider, PlanSwitch } from '../payment-provider.ts'
import type { Catalog } from './catalog.ts'
import { ask, askOnce, secondsOf } from './client.ts'

type Changes = Pick<
  PaymentProvider,
  | 'previewUpgrade'
  | 'upgrade'
  | 'scheduleChange'
  | 'releaseSchedule'
  | 'setCancelAtPeriodEnd'
  | 'cancelNow'
  | 'voidInvoice'
  | 'refund'
  | 'refundPart'
>

/** Everything that changes what somebody pays. */
export function createChanges(stripe: Stripe, catalog: Catalog): Changes {
  async function itemsOf({ subscription, plan, period }: Omit<PlanSwitch, 'at'>) {
    const price = await catalog.priceIdOf({ kind: 'plan', plan, period })
    return [{ id: subscription.itemId, price }]
  }

  return {
    async previewUpgrade(change) {
      const items = await itemsOf(change)
      const preview = await ask(() =>
        stripe.invoices.createPreview({
          customer: change.subscription.customer,
          subscription: change.subscription.id,
          subscription_details: {
            items,
            proration_behavior: 'always_invoice',
            proration_date: secondsOf(change.at),
          },
        }),
      )
      return {
        amountDue: preview.amount_due,
        currency: preview.currency,
        lines: preview.lines.data.map(({ description, amount }) => ({
          text: description ?? '',
          amount,
        })),
      }
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
          },
          { idempotencyKey: key },
        ),
      )
    },

    async scheduleChange(change, key) {
      const { subscription } = change
      const price = await catalog.priceIdOf({
        kind: 'plan',
        plan: change.plan,
        period: change.period,
      })
      await ask(async () => {
        const schedule =
          subscription.scheduleId === null
            ? await stripe.subscriptionSchedules.create(
                { from_subscription: subscription.id },
                { idempotencyKey: `${key}:make` },
              )
            : await stripe.subscriptionSchedules.retrieve(subscription.scheduleId)
        const current = schedule.phases.find(
          ({ start_date: start, end_date: end }) =>
            start < secondsOf(subscription.periodEnd) && end >= secondsOf(subscription.periodEnd),
        )
        if (!current) {
          throw new AppError('provider_error', `The schedule ${schedule.id} has no current phase`)
        }
        const end = secondsOf(subscription.periodEnd)
        await stripe.subscriptionSchedules.update(
          schedule.id,
          {
            end_behavior: 'release',
            proration_behavior: 'none',
            phases: [
              {
                items: [{ price: subscription.priceId, quantity: 1 }],
                start_date: current.start_date,
                end_date: end,
              },
              {
                items: [{ price, quantity: 1 }],
                start_date: end,
                duration: {
                  interval: change.period === 'yearly' ? 'year' : 'month',
                  interval_count: 1,
                },
                proration_behavior: 'none',
              },
            ],
          },
          { idempotencyKey: `${key}:plan` },
        )
      })
    },

    releaseSchedule: (schedule, key) =>
      askOnce(() => stripe.subscriptionSchedules.release(schedule, {}, { idempotencyKey: key })),

    async setCancelAtPeriodEnd(subscription, cancel, key) {
      await ask(() =>
        stripe.subscriptions.update(
          subscription,
          { cancel_at_period_end: cancel },
          { idempotencyKey: key },
        ),
      )
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
