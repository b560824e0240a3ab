import { Text } from '@mantine/core'
import type { BillingState, ChangePreview } from '#contract/billing.ts'
import type { Me } from '#contract/users.ts'
import { formatUtcDay, formatMoney } from '#web/lib/format.ts'
import { planAndPeriod } from '#web/lib/plan-text.ts'
import { CardFact, ChargedToday, Fact, Facts } from './facts.tsx'
import { useTexts } from '../texts.ts'

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
  const t = useTexts()
  const scheduled = billing?.scheduled ?? null
  const cancelAt = billing?.cancel_at ?? null
  const { next_charge, currency, credits_now, credits_monthly, credits_expire_at } = preview
  const isNow = preview.takes_effect === 'now'
  const effectDay = formatUtcDay(preview.takes_effect_at)
  return (
    <Facts>
      <Fact label={t('fact.now')}>{planAndPeriod(me.plan.name, me.plan.period)}</Fact>
      <Fact label={t('fact.newPlan')}>
        {t.rich(isNow ? 'changePreview.planToday' : 'changePreview.planFrom', {
          plan: planAndPeriod(preview.plan, preview.period),
          ...(!isNow && { day: effectDay }),
          b: <strong />,
        })}
      </Fact>
      {scheduled !== null && (
        <Fact label={t('fact.scheduledChange')}>
          {t('changePreview.theChangeToOnIs', {
            plan: planAndPeriod(scheduled.plan, scheduled.period),
            at: formatUtcDay(scheduled.at),
          })}
        </Fact>
      )}
      {cancelAt !== null && (
        <Fact label={t('fact.cancellation')}>
          {t('changePreview.yourPlanWillNoLonger', { cancelAt: formatUtcDay(cancelAt) })}
        </Fact>
      )}
      <ChargedToday due={preview} />
      <CardFact card={preview.card} />
      <Fact label={t('fact.nextCharge')}>
        {t('changePreview.on', {
          amount: formatMoney(next_charge.amount, currency),
          at: formatUtcDay(next_charge.at),
        })}
      </Fact>
      {isNow && (
        <Fact label={t('fact.creditsToday')}>
          {t('changePreview.creditsNow', {
            credits: credits_now,
            expire: credits_expire_at === null ? 'no' : 'yes',
            day: credits_expire_at === null ? '' : formatUtcDay(credits_expire_at),
          })}
        </Fact>
      )}
      <Fact label={t('fact.creditsEachMonth')}>
        {t('changePreview.creditsMonthly', {
          credits: credits_monthly,
          start: isNow ? 'next' : 'day',
          day: effectDay,
        })}
      </Fact>
      <Fact label={t('fact.creditsYouHave')}>
        {isNow
          ? t('changePreview.youKeepAllTheirExpiry', { credits: me.credits })
          : t('changePreview.nothingChangesUntilThen')}
        {!isNow && (
          <Text size="sm" mt={4}>
            {t('changePreview.youCanUndoThisOn')}
          </Text>
        )}
      </Fact>
    </Facts>
  )
}
