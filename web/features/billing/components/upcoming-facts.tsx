import type { UpcomingChange } from '#contract/billing.ts'
import { formatUtcDay, formatMoney } from '#web/lib/format.ts'
import { planAndPeriod } from '#web/lib/plan-text.ts'
import { CardFact, ChargedToday, Fact, Facts, InvoiceLines } from './facts.tsx'
import { type BillingTexts, useTexts } from '../texts.ts'

/** What was set before and is off now. */
function Dropped({ outlook: { drops, ends_at } }: { outlook: UpcomingChange }) {
  const t = useTexts()
  const { cancellation, scheduled, unpaid } = drops
  return (
    <>
      {cancellation !== null && ends_at === null && (
        <Fact label={t('fact.cancellation')}>{t('upcomingFacts.undoneYourPlanContinues')}</Fact>
      )}
      {scheduled !== null && (
        <Fact label={t('fact.scheduledChange')}>
          {t('upcomingFacts.theChangeToOnIs', {
            plan: planAndPeriod(scheduled.plan, scheduled.period),
            at: formatUtcDay(scheduled.at),
          })}
        </Fact>
      )}
      {unpaid !== null && (
        <Fact label={t('fact.notPaidYet')}>
          {t('upcomingFacts.theOpenInvoiceOfIs', {
            amount: formatMoney(unpaid.amount, unpaid.currency),
          })}
        </Fact>
      )}
    </>
  )
}

function NextCharge({ outlook: { next_charge: next, currency } }: { outlook: UpcomingChange }) {
  const t = useTexts()
  return (
    <Fact label={t('fact.nextCharge')}>
      {next === null ? (
        t('upcomingFacts.noneYouWontBeCharged')
      ) : (
        <>
          {t('upcomingFacts.charge', {
            amount: formatMoney(next.amount, currency),
            day: formatUtcDay(next.at),
          })}
          <InvoiceLines lines={next.lines} currency={currency} />
        </>
      )}
    </Fact>
  )
}

function creditsUntilTheEnd(
  { credits, ends_at, ends_now, is_free }: UpcomingChange,
  t: BillingTexts,
): string {
  const { plan, monthly, next_at } = credits
  if (ends_now && is_free) return t('upcomingFacts.leftRemoved', { left: plan })
  if (ends_now || ends_at === null) return t('upcomingFacts.leftNow', { left: plan })
  const end = formatUtcDay(ends_at)
  if (next_at === null) return t('upcomingFacts.leftUntil', { left: plan, end })
  return t('upcomingFacts.leftMonthly', { left: plan, monthly, end, next: formatUtcDay(next_at) })
}

function EndFacts({ outlook }: { outlook: UpcomingChange }) {
  const t = useTexts()
  const { ends_at, ends_now, is_free, credits } = outlook
  const day = ends_at === null ? '' : formatUtcDay(ends_at)
  return (
    <>
      <Fact label={t('fact.whatHappens')}>
        {ends_now
          ? t(is_free ? 'upcomingFacts.freePeriodEndsNow' : 'upcomingFacts.thisPeriodHasNotBeen')
          : t('upcomingFacts.youKeepYourPlanUntil', { day })}
      </Fact>
      <Dropped outlook={outlook} />
      <ChargedToday due={{ ...outlook, lines: [] }} />
      <NextCharge outlook={outlook} />
      <Fact label={t('fact.creditsOfThePlan')}>{creditsUntilTheEnd(outlook, t)}</Fact>
      <Fact label={t('fact.otherCredits')}>
        {t('upcomingFacts.creditsFromPacksNeverExpire', { other: credits.other })}
      </Fact>
      <Fact label={t('fact.changedYourMind')}>
        {ends_now
          ? t('upcomingFacts.thisCantBeUndoneBut')
          : t('upcomingFacts.youCanResumeYourPlan', { day })}
      </Fact>
    </>
  )
}

function StayFacts({ outlook }: { outlook: UpcomingChange }) {
  const t = useTexts()
  const { credits, next_charge: next, scheduled } = outlook
  return (
    <>
      <Fact label={t('fact.whatHappens')}>
        {scheduled === null
          ? t('upcomingFacts.planContinues', {
              renews: next === null ? 'no' : 'yes',
              day: next === null ? '' : formatUtcDay(next.at),
            })
          : t('upcomingFacts.yourPlanContinuesUntilThen', {
              at: formatUtcDay(scheduled.at),
              plan: planAndPeriod(scheduled.plan, scheduled.period),
            })}
      </Fact>
      <Dropped outlook={outlook} />
      <ChargedToday due={{ ...outlook, lines: [] }} />
      <NextCharge outlook={outlook} />
      <CardFact card={outlook.card} />
      <Fact label={t('fact.creditsEachMonth')}>
        {t('upcomingFacts.monthly', {
          monthly: credits.monthly,
          scheduled: scheduled === null ? 'no' : 'yes',
          next: credits.next_at === null ? 'no' : 'yes',
          day: credits.next_at === null ? '' : formatUtcDay(credits.next_at),
        })}
      </Fact>
      <Fact label={t('fact.creditsYouHave')}>
        {t('upcomingFacts.youKeepAllTheirExpiry', {
          credits: credits.plan + credits.other,
        })}
      </Fact>
    </>
  )
}

function nowOf(
  { plan: planName, period, drops: { cancellation, scheduled } }: UpcomingChange,
  t: BillingTexts,
): string {
  const plan = planAndPeriod(planName, period)
  const end = cancellation ?? scheduled?.at
  return end === undefined ? plan : t('upcomingFacts.now', { plan, day: formatUtcDay(end) })
}

/** What ending a plan, or having it go on, means for money and credits. */
export function UpcomingFacts({ outlook }: { outlook: UpcomingChange }) {
  const t = useTexts()
  return (
    <Facts>
      <Fact label={t('fact.now')}>{nowOf(outlook, t)}</Fact>
      {outlook.ends_at === null ? <StayFacts outlook={outlook} /> : <EndFacts outlook={outlook} />}
    </Facts>
  )
}
