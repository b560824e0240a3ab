import { Badge, SegmentedControl } from '@mantine/core'
import type { PlanPeriod } from '#contract/users.ts'
import { texts } from '../texts.ts'
import classes from './pricing.module.css'

/** Yearly or monthly; the badge names the largest discount, in percent. */
export function PeriodToggle({
  period,
  discount,
  onChange,
}: {
  period: PlanPeriod
  discount: number
  onChange(period: PlanPeriod): void
}) {
  return (
    <SegmentedControl
      className={classes.toggle}
      classNames={{ control: classes.toggleControl }}
      aria-label="Billing period"
      value={period}
      onChange={onChange}
      radius="xl"
      size="md"
      data={[
        {
          value: 'yearly',
          label: (
            <span className={classes.toggleLabel}>
              {texts.payYearly}
              <Badge size="sm" color="green" variant="light" flex="none">
                {texts.payYearlyBadge(discount)}
              </Badge>
            </span>
          ),
        },
        { value: 'monthly', label: texts.payMonthly },
      ]}
    />
  )
}
