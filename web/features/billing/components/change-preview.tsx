import { Text } from '@mantine/core'
import type { BillingState, ChangePreview } from '#contract/billing.ts'
import type { Me } from '#contract/users.ts'
import { formatCredits, formatDay, formatMoney } from '#web/lib/format.ts'
import { planAndPeriod } from '#web/lib/plan-text.ts'
import { ChargedToday, Fact, Facts } from './facts.tsx'

/** What a change of plan costs and brings, and what becomes of the credits one has. */
export function ChangePreviewFacts({
  preview,
  me,
  billing,
}: {
  preview: ChangePreview
  me: Me
  /** What was set for the end of the period, which this change replaces. */
  billing: Pick<BillingState, 'scheduled' | 'cancel_at'> | undefined
}) {
  const scheduled = billing?.scheduled ?? null
  const cancelAt = billing?.cancel_at ?? null
  const { next_charge, currency, credits_now, credits_monthly, credits_expire_at } = preview
  const isNow = preview.takes_effect === 'now'
  return (
    <Facts>
      <Fact name="Now">{planAndPeriod(me.plan.name, me.plan.period)}</Fact>
      <Fact name="New plan">
        <strong>{planAndPeriod(preview.plan, preview.period)}</strong>,{' '}
        {isNow ? 'from today' : `from ${formatDay(preview.takes_effect_at)}`}
      </Fact>
      {scheduled !== null && (
        <Fact name="Set before">
          The change to {planAndPeriod(scheduled.plan, scheduled.period)} on{' '}
          {formatDay(scheduled.at)} is dropped.
        </Fact>
      )}
      {cancelAt !== null && (
        <Fact name="Cancellation">
          It is taken back: your plan no longer ends on {formatDay(cancelAt)}.
        </Fact>
      )}
      <ChargedToday due={preview} />
      <Fact name="Next charge">
        {formatMoney(next_charge.amount, currency)} on {formatDay(next_charge.at)}, before tax
      </Fact>
      {isNow && (
        <Fact name="Credits today">
          {formatCredits(credits_now)}
          {credits_expire_at !== null && `, to be used until ${formatDay(credits_expire_at)}`}
        </Fact>
      )}
      <Fact name="Credits each month">
        {formatCredits(credits_monthly)}
        {isNow ? ' from your next month on' : ` from ${formatDay(preview.takes_effect_at)} on`}
      </Fact>
      <Fact name="Credits you have">
        {isNow
          ? `All ${formatCredits(me.credits)} stay and expire when they would have.`
          : 'Nothing changes before that day: the credits of your plan go on coming, and what is left of them expires as always. Credits from packs stay.'}
        {!isNow && (
          <Text size="sm" mt={4}>
            Until then you can take the change back on the billing page.
          </Text>
        )}
      </Fact>
    </Facts>
  )
}
