import type { ChangePreview, PlanChoice } from '#contract/billing.ts'
import { formatUtcDay, formatMoney } from '#web/lib/format.ts'
import { useSession } from '#web/lib/session.ts'
import { Page } from '#web/ui/page.tsx'
import { planAndPeriod, planLabel } from '#web/lib/plan-text.ts'
import { useBilling } from '../lib/use-billing.ts'
import { useChangePlan, usePlanPreview } from '../lib/use-plan-change.ts'
import { ChangePreviewFacts } from './change-preview.tsx'
import { ChangeResult } from './change-result.tsx'
import { ConfirmFrame } from './confirm-frame.tsx'
import { type BillingTexts, useTexts } from '../texts.ts'

function buttonText(preview: ChangePreview, t: BillingTexts): string {
  const { takes_effect, takes_effect_at, amount_due, currency, plan } = preview
  if (takes_effect === 'period_end') {
    return t('confirmChange.changeOn', { day: formatUtcDay(takes_effect_at) })
  }
  return t('confirmChange.pay', {
    amount: formatMoney(amount_due, currency),
    plan: planLabel(plan),
  })
}

/** Shows what another plan costs and brings. */
export function ConfirmChange({ choice }: { choice: PlanChoice }) {
  const t = useTexts()
  const { me } = useSession()
  const { data: billing } = useBilling()
  const change = useChangePlan()
  const preview = usePlanPreview(choice, { enabled: change.data === undefined })

  if (change.data) {
    return (
      <Page width="text">
        <ChangeResult choice={choice} result={change.data} />
      </Page>
    )
  }
  return (
    <ConfirmFrame
      title={t('confirmChange.changeTo', { plan: planAndPeriod(choice.plan, choice.period) })}
      preview={preview}
      change={change}
      button={{ text: (shown) => buttonText(shown, t) }}
      onPress={({ proration_date, seen }) =>
        change.mutate(
          { ...choice, proration_date, seen },
          // What was shown may no longer hold.
          { onError: () => void preview.refetch() },
        )
      }
    >
      {preview.data && me && (
        <ChangePreviewFacts preview={preview.data} me={me} billing={billing} />
      )}
    </ConfirmFrame>
  )
}
