import type Stripe from 'stripe'
import type { CatalogLine } from '../payment-provider.ts'
import { ask } from './client.ts'

const DAY_SECONDS = 86_400
const READ = 100

/** When the invoice is tried next, counted from its day: `try 2 on day 3`. */
function attemptOf({ attempt_count: count, created, next_payment_attempt: at }: Stripe.Invoice) {
  return at === null ? null : `try ${count + 1} on day ${Math.round((at - created) / DAY_SECONDS)}`
}

/**
 * How failed renewals are collected is set in the provider's dashboard and cannot be read; what it has planned for the
 * open invoices can. The app follows these plans, so it only reports what contradicts that.
 */
export async function checkCollection(stripe: Stripe): Promise<CatalogLine[]> {
  const { data: open } = await ask(() => stripe.invoices.list({ status: 'open', limit: READ }))
  const { data: unpaid } = await ask(() =>
    stripe.subscriptions.list({ status: 'unpaid', limit: READ }),
  )
  const failed = open.filter(
    ({ attempt_count: count, billing_reason: reason }) =>
      count > 0 && reason === 'subscription_cycle',
  )
  const planned = [...new Set(failed.flatMap((invoice) => attemptOf(invoice) ?? []))].toSorted()
  const left = failed.filter(({ next_payment_attempt: next }) => next === null)
  const lines: CatalogLine[] = [
    {
      what:
        planned.length > 0
          ? `retries of failed renewals, as the provider has planned them: ${planned.join(', ')}`
          : 'retries of failed renewals: none planned at the moment. Set them at the provider, and "cancel the subscription" for when all have failed',
      state: planned.length > 0 ? 'found' : 'check',
    },
  ]
  const abandoned = unpaid.length + left.length
  if (abandoned > 0) {
    lines.push({
      what: `${abandoned} subscriptions were left unpaid after the last retry: set "cancel the subscription" for when all have failed`,
      state: 'check',
    })
  }
  return lines
}
