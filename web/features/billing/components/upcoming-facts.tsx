import type { UpcomingChange } from '#contract/billing.ts'
import { formatCredits, formatDay, formatMoney } from '#web/lib/format.ts'
import { planAndPeriod } from '#web/lib/plan-text.ts'
import { CardFact, ChargedToday, Fact, Facts, InvoiceLines } from './facts.tsx'

/** What was set before and is off now. */
function Dropped({ outlook: { drops, ends_at } }: { outlook: UpcomingChange }) {
  const { cancellation, scheduled, unpaid } = drops
  return (
    <>
      {cancellation !== null && ends_at === null && (
        <Fact name="Cancellation">Undone: your plan continues.</Fact>
      )}
      {scheduled !== null && (
        <Fact name="Scheduled change">
          The change to {planAndPeriod(scheduled.plan, scheduled.period)} on{' '}
          {formatDay(scheduled.at)} is canceled.
        </Fact>
      )}
      {unpaid !== null && (
        <Fact name="Not paid yet">
          The open invoice of {formatMoney(unpaid.amount, unpaid.currency)} is canceled. You don’t
          have to pay it.
        </Fact>
      )}
    </>
  )
}

function NextCharge({ outlook: { next_charge: next, currency } }: { outlook: UpcomingChange }) {
  return (
    <Fact name="Next charge">
      {next === null ? (
        'None. You won’t be charged again. Past payments are not refunded.'
      ) : (
        <>
          {formatMoney(next.amount, currency)} on {formatDay(next.at)}
          <InvoiceLines lines={next.lines} currency={currency} />
        </>
      )}
    </Fact>
  )
}

function creditsUntilTheEnd({ credits, ends_at, ends_now }: UpcomingChange): string {
  const { plan, monthly, next_at } = credits
  const left = plan === 0 ? 'None left' : `${formatCredits(plan)} left`
  if (ends_now || ends_at === null) {
    return `${left}${plan > 0 ? ' and expire at the end of their month' : ''}. No new ones will be added.`
  }
  const end = formatDay(ends_at)
  if (next_at === null)
    return `${left}${plan > 0 ? `, valid until ${end}` : ''}. No new ones will be added.`
  return `${left} this month. You still get ${formatCredits(monthly)} each month until ${end}, next on ${formatDay(next_at)}. Unused credits expire at the end of each month.`
}

function EndFacts({ outlook }: { outlook: UpcomingChange }) {
  const { ends_at, ends_now, credits } = outlook
  const day = ends_at === null ? '' : formatDay(ends_at)
  return (
    <>
      <Fact name="What happens">
        {ends_now
          ? 'This period has not been paid, so your plan ends right away and you move to the free plan.'
          : `You keep your plan until ${day}. Then you move to the free plan.`}
      </Fact>
      <Dropped outlook={outlook} />
      <ChargedToday due={{ ...outlook, lines: [] }} />
      <NextCharge outlook={outlook} />
      <Fact name="Credits of the plan">{creditsUntilTheEnd(outlook)}</Fact>
      <Fact name="Other credits">
        {formatCredits(credits.other)}. Credits from packs never expire; the expiry of others
        doesn’t change. You keep your images.
      </Fact>
      <Fact name="Changed your mind?">
        {ends_now
          ? 'This can’t be undone, but you can subscribe again at any time.'
          : `You can resume your plan on the billing page until ${day}.`}
      </Fact>
    </>
  )
}

function StayFacts({ outlook }: { outlook: UpcomingChange }) {
  const { credits, next_charge: next, scheduled } = outlook
  return (
    <>
      <Fact name="What happens">
        {scheduled === null
          ? `Your plan continues${next === null ? '' : ` and renews on ${formatDay(next.at)}`}.`
          : `Your plan continues until ${formatDay(scheduled.at)}. Then it changes to ${planAndPeriod(scheduled.plan, scheduled.period)}, as scheduled.`}
      </Fact>
      <Dropped outlook={outlook} />
      <ChargedToday due={{ ...outlook, lines: [] }} />
      <NextCharge outlook={outlook} />
      <CardFact card={outlook.card} />
      <Fact name="Credits each month">
        {formatCredits(credits.monthly)}, as before{scheduled !== null && ', until then'}
        {credits.next_at !== null && `; next on ${formatDay(credits.next_at)}`}
      </Fact>
      <Fact name="Credits you have">
        You keep all {formatCredits(credits.plan + credits.other)}. Their expiry dates don’t change.
      </Fact>
    </>
  )
}

function nowOf({ plan, period, drops: { cancellation, scheduled } }: UpcomingChange): string {
  const name = planAndPeriod(plan, period)
  if (cancellation !== null) return `${name}, until ${formatDay(cancellation)}`
  return scheduled ? `${name}, until ${formatDay(scheduled.at)}` : name
}

/** What ending a plan, or having it go on, means for money and credits. */
export function UpcomingFacts({ outlook }: { outlook: UpcomingChange }) {
  return (
    <Facts>
      <Fact name="Now">{nowOf(outlook)}</Fact>
      {outlook.ends_at === null ? <StayFacts outlook={outlook} /> : <EndFacts outlook={outlook} />}
    </Facts>
  )
}
