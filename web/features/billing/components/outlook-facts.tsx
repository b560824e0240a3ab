import type { PlanOutlook } from '#contract/billing.ts'
import { formatCredits, formatDay, formatMoney } from '#web/lib/format.ts'
import { planAndPeriod } from '#web/lib/plan-text.ts'
import { ChargedToday, Fact, Facts, InvoiceLines } from './facts.tsx'

/** What was set before and is off now. */
function Dropped({ outlook: { drops, ends_at } }: { outlook: PlanOutlook }) {
  const { cancellation, scheduled, unpaid } = drops
  return (
    <>
      {cancellation !== null && ends_at === null && (
        <Fact name="Cancellation">It is taken back.</Fact>
      )}
      {scheduled !== null && (
        <Fact name="Set before">
          The change to {planAndPeriod(scheduled.plan, scheduled.period)} on{' '}
          {formatDay(scheduled.at)} is dropped.
        </Fact>
      )}
      {unpaid !== null && (
        <Fact name="Not paid yet">
          The invoice of {formatMoney(unpaid.amount, unpaid.currency)} is dropped and need not be
          paid.
        </Fact>
      )}
    </>
  )
}

function NextCharge({ outlook: { next_charge: next, currency } }: { outlook: PlanOutlook }) {
  return (
    <Fact name="Next charge">
      {next === null ? (
        'None. Nothing more is charged, and what was paid is not paid back.'
      ) : (
        <>
          {formatMoney(next.amount, currency)} on {formatDay(next.at)}
          <InvoiceLines lines={next.lines} currency={currency} />
        </>
      )}
    </Fact>
  )
}

function creditsUntilTheEnd({ credits, ends_at, ends_now }: PlanOutlook): string {
  const { plan, monthly, next_at } = credits
  const left = plan === 0 ? 'None are left' : `${formatCredits(plan)} are left`
  if (ends_now || ends_at === null) {
    return `${left}${plan > 0 ? ' and expire at the end of their month' : ''}. No more come.`
  }
  const end = formatDay(ends_at)
  if (next_at === null)
    return `${left}${plan > 0 ? `, to be used until ${end}` : ''}. No more come.`
  return `${left} of this month. ${formatCredits(monthly)} go on coming each month until ${end}, next on ${formatDay(next_at)}; what is left at a month's end expires.`
}

function EndFacts({ outlook }: { outlook: PlanOutlook }) {
  const { ends_at, ends_now, credits } = outlook
  const day = ends_at === null ? '' : formatDay(ends_at)
  return (
    <>
      <Fact name="What happens">
        {ends_now
          ? 'This period is not paid, so your plan ends at once, and you are on the free plan.'
          : `Nothing changes before ${day}. Then your plan ends, and you are on the free plan.`}
      </Fact>
      <Dropped outlook={outlook} />
      <ChargedToday due={{ ...outlook, lines: [] }} />
      <NextCharge outlook={outlook} />
      <Fact name="Credits of the plan">{creditsUntilTheEnd(outlook)}</Fact>
      <Fact name="Other credits">
        {formatCredits(credits.other)}. Those of packs stay for ever, others as long as they would
        have. Your pictures stay too.
      </Fact>
      <Fact name="Second thoughts">
        {ends_now
          ? 'This cannot be taken back; you can subscribe again.'
          : `Until ${day} you can take it back on the billing page.`}
      </Fact>
    </>
  )
}

function StayFacts({ outlook }: { outlook: PlanOutlook }) {
  const { credits, next_charge: next, scheduled } = outlook
  return (
    <>
      <Fact name="What happens">
        {scheduled === null
          ? `Your plan goes on as it is${next === null ? '' : ` and renews on ${formatDay(next.at)}`}.`
          : `Your plan goes on as it is until ${formatDay(scheduled.at)}. Then it changes to ${planAndPeriod(scheduled.plan, scheduled.period)}, as set before.`}
      </Fact>
      <Dropped outlook={outlook} />
      <ChargedToday due={{ ...outlook, lines: [] }} />
      <NextCharge outlook={outlook} />
      <Fact name="Credits each month">
        {formatCredits(credits.monthly)}, as before{scheduled !== null && ', until then'}
        {credits.next_at !== null && `; next on ${formatDay(credits.next_at)}`}
      </Fact>
      <Fact name="Credits you have">
        All {formatCredits(credits.plan + credits.other)} stay and expire when they would have.
      </Fact>
    </>
  )
}

function nowOf({ plan, period, drops: { cancellation, scheduled } }: PlanOutlook): string {
  const name = planAndPeriod(plan, period)
  if (cancellation !== null) return `${name}, until ${formatDay(cancellation)}`
  return scheduled ? `${name}, until ${formatDay(scheduled.at)}` : name
}

/** What ending a plan, or having it go on, means for money and credits. */
export function OutlookFacts({ outlook }: { outlook: PlanOutlook }) {
  return (
    <Facts>
      <Fact name="Now">{nowOf(outlook)}</Fact>
      {outlook.ends_at === null ? <StayFacts outlook={outlook} /> : <EndFacts outlook={outlook} />}
    </Facts>
  )
}
