import { Text } from '@mantine/core'
import type { BillingState, ChangePreview } from '#contract/billing.ts'
import type { Me } from '#contract/users.ts'
import { formatCredits, formatDay, formatMoney } from '#web/lib/format.ts'
import { planAndPeriod } from '#web/lib/plan-text.ts'
import { CardFact, ChargedToday, Fact, Facts } from './facts.tsx'

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
        <Fact name="Scheduled change">
          The change to {planAndPeriod(scheduled.plan, scheduled.period)} on{' '}
          {formatDay(scheduled.at)} is canceled.
        </Fact>
      )}
      {cancelAt !== null && (
        <Fact name="Cancellation">Your plan will no longer end on {formatDay(cancelAt)}.</Fact>
      )}
      <ChargedToday due={preview} />
      <CardFact card={preview.card} />
      <Fact name="Next charge">
        {formatMoney(next_charge.amount, currency)} on {formatDay(next_charge.at)}
      </Fact>
      {isNow && (
        <Fact name="Credits today">
          {formatCredits(credits_now)}
          {credits_expire_at !== null && `, valid until ${formatDay(credits_expire_at)}`}
        </Fact>
      )}
      <Fact name="Credits each month">
        {formatCredits(credits_monthly)}
        {isNow
          ? ' starting with your next month'
          : `, starting ${formatDay(preview.takes_effect_at)}`}
      </Fact>
      <Fact name="Credits you have">
        {isNow
          ? `You keep all ${formatCredits(me.credits)}. Their expiry dates don’t change.`
          : 'Nothing changes until then. You keep getting your plan’s credits, and unused ones expire as usual. Credits from packs stay.'}
        {!isNow && (
          <Text size="sm" mt={4}>
            You can undo this on the billing page until then.
          </Text>
        )}
      </Fact>
    </Facts>
  )
}
