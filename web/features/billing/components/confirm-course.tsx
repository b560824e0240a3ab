import { Text } from '@mantine/core'
import type { BillingState, UpcomingChange } from '#contract/billing.ts'
import { formatDay, formatMoney } from '#web/lib/format.ts'
import { Page } from '#web/ui/page.tsx'
import { planAndPeriod } from '#web/lib/plan-text.ts'
import { type Course, useChangeCourse, useOutlook } from '../lib/use-course.ts'
import { ConfirmFrame } from './confirm-frame.tsx'
import { UpcomingFacts } from './upcoming-facts.tsx'
import { Result } from './result.tsx'

const TITLE: Record<Course, string> = { cancel: 'Cancel plan', resume: 'Keep plan' }

const BUTTON: Record<Course, (outlook: UpcomingChange) => string> = {
  cancel: ({ ends_now, ends_at }) =>
    ends_now || ends_at === null ? 'Cancel now' : `Cancel on ${formatDay(ends_at)}`,
  resume: ({ plan, period, drops }) => {
    if (drops.cancellation !== null) return 'Resume plan'
    return drops.scheduled === null ? 'Cancel the upgrade' : `Keep ${planAndPeriod(plan, period)}`
  },
}

function Cancelled({ billing: { plan, period, cancel_at } }: { billing: BillingState }) {
  if (cancel_at === null) {
    return (
      <Result title="Your plan has ended">
        <Text>You are on the free plan and won’t be charged again. Credits from packs stay.</Text>
      </Result>
    )
  }
  return (
    <Result title={`Your plan ends on ${formatDay(cancel_at)}`}>
      <Text>
        You keep {planAndPeriod(plan, period)} and its credits until then, and can resume it at any
        time before. You won’t be charged again.
      </Text>
    </Result>
  )
}

function Resumed({ billing: { plan, period, next_charge } }: { billing: BillingState }) {
  return (
    <Result title="Your plan continues">
      <Text className="tabular">
        You are on {planAndPeriod(plan, period)}. You weren’t charged today
        {next_charge !== null &&
          `; the next charge is ${formatMoney(next_charge.amount, next_charge.currency)} on ${formatDay(next_charge.at)}`}
        .
      </Text>
    </Result>
  )
}

/** Shows what it means to cancel the plan, or to take back what was set for it. */
export function ConfirmCourse({ course }: { course: Course }) {
  const change = useChangeCourse(course)
  const preview = useOutlook(course, { enabled: change.data === undefined })
  if (change.data) {
    return (
      <Page width="text">
        {course === 'cancel' ? (
          <Cancelled billing={change.data} />
        ) : (
          <Resumed billing={change.data} />
        )}
      </Page>
    )
  }
  return (
    <ConfirmFrame
      title={TITLE[course]}
      preview={preview}
      act={change}
      button={{ text: BUTTON[course], isEnd: course === 'cancel' }}
      onPress={({ seen }) => change.mutate(seen, { onError: () => void preview.refetch() })}
    >
      {preview.data && <UpcomingFacts outlook={preview.data} />}
    </ConfirmFrame>
  )
}
