import { Text } from '@mantine/core'
import type { BillingState, UpcomingChange } from '#contract/billing.ts'
import { formatUtcDay, formatMoney } from '#web/lib/format.ts'
import { Page } from '#web/ui/page.tsx'
import { planAndPeriod } from '#web/lib/plan-text.ts'
import { type Course, useChangeCourse, useOutlook } from '../lib/use-course.ts'
import { ConfirmFrame } from './confirm-frame.tsx'
import { UpcomingFacts } from './upcoming-facts.tsx'
import { Result } from './result.tsx'
import { type BillingTexts, useTexts } from '../texts.ts'

const BUTTON: Record<Course, (outlook: UpcomingChange, t: BillingTexts) => string> = {
  cancel: ({ ends_now, ends_at }, t) =>
    ends_now || ends_at === null
      ? t('confirmCourse.cancelNow')
      : t('confirmCourse.cancelOn', { day: formatUtcDay(ends_at) }),
  resume: ({ plan, period, drops }, t) => {
    if (drops.cancellation !== null) return t('planPanel.resume')
    return drops.scheduled === null
      ? t('dueNotice.cancelTheUpgrade')
      : t('planPanel.keep', { plan: planAndPeriod(plan, period) })
  },
}

function Cancelled({ billing: { plan, period, cancel_at } }: { billing: BillingState }) {
  const t = useTexts()
  if (cancel_at === null) {
    return (
      <Result title={t('confirmCourse.yourPlanHasEnded')}>
        <Text>{t('confirmCourse.youAreOnTheFree')}</Text>
      </Result>
    )
  }
  return (
    <Result title={t('confirmCourse.yourPlanEndsOn', { cancel_at: formatUtcDay(cancel_at) })}>
      <Text>{t('confirmCourse.youKeepAndItsCredits', { plan: planAndPeriod(plan, period) })}</Text>
    </Result>
  )
}

function Resumed({ billing: { plan, period, next_charge } }: { billing: BillingState }) {
  const t = useTexts()
  return (
    <Result title={t('confirmCourse.yourPlanContinues')}>
      <Text className="tabular">
        {next_charge === null
          ? t('confirmCourse.stays', { plan: planAndPeriod(plan, period) })
          : t('confirmCourse.renews', {
              plan: planAndPeriod(plan, period),
              amount: formatMoney(next_charge.amount, next_charge.currency),
              day: formatUtcDay(next_charge.at),
            })}
      </Text>
    </Result>
  )
}

/** Shows what it means to cancel the plan, or to take back what was set for it. */
export function ConfirmCourse({ course }: { course: Course }) {
  const t = useTexts()
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
      title={t(course === 'cancel' ? 'planPanel.cancelPlan' : 'confirmCourse.keepPlan')}
      preview={preview}
      change={change}
      button={{ text: (outlook) => BUTTON[course](outlook, t), isEnd: course === 'cancel' }}
      onPress={({ seen }) => change.mutate(seen, { onError: () => void preview.refetch() })}
    >
      {preview.data && <UpcomingFacts outlook={preview.data} />}
    </ConfirmFrame>
  )
}
