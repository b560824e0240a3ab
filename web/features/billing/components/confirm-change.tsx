import type { ChangePreview, PlanChoice } from '#contract/billing.ts'
import { formatDay, formatMoney } from '#web/lib/format.ts'
import { useSession } from '#web/lib/session.ts'
import { Page } from '#web/ui/page.tsx'
import { planAndPeriod, planLabel } from '#web/lib/plan-text.ts'
import { useBilling } from '../lib/use-billing.ts'
import { useChangePlan, usePlanPreview } from '../lib/use-plan-change.ts'
import { ChangePreviewFacts } from './change-preview.tsx'
import { ChangeResult } from './change-result.tsx'
import { ConfirmFrame } from './confirm-frame.tsx'

function buttonText({ takes_effect, takes_effect_at, amount_due, currency, plan }: ChangePreview) {
  if (takes_effect === 'period_end') return `Change on ${formatDay(takes_effect_at)}`
  return `Pay ${formatMoney(amount_due, currency)} and change to ${planLabel(plan)}`
}

/** Shows what another plan costs and brings. */
export function ConfirmChange({ choice }: { choice: PlanChoice }) {
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
      title={`Change to ${planAndPeriod(choice.plan, choice.period)}`}
      preview={preview}
      act={change}
      button={{ text: buttonText }}
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
