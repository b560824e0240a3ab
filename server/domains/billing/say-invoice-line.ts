import { type Said, t } from '#server/texts/index.ts'
import type { PreviewLine } from './payment-provider.ts'
import { labelOf } from './plans.ts'

/** Makes the text of a line of a previewed invoice; other lines than those of changed plans are as the provider words them. */
export function sayInvoiceLine({ text, amount, change }: PreviewLine): {
  text: Said
  amount: number
} {
  if (change === null) return { text, amount }
  const said = t('billing.paidPlan', { plan: labelOf(change.plan), period: 'unknown' })
  const day = { day: change.at.toISOString().slice(0, 10) }
  const isUnused = change.time === 'unused'
  return {
    text: isUnused
      ? t('billing.unusedTime', { said, day })
      : t('billing.remainingTime', { said, day }),
    amount,
  }
}
