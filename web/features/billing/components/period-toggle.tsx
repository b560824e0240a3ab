import { Badge, SegmentedControl } from '@mantine/core'
import type { PlanPeriod } from '#contract/users.ts'
import classes from './pricing.module.css'
import { useTexts } from '../texts.ts'

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
  const t = useTexts()
  return (
    <SegmentedControl
      className={classes.toggle}
      classNames={{ control: classes.toggleControl }}
      aria-label={t('periodToggle.billingPeriod')}
      value={period}
      onChange={onChange}
      radius="xl"
      size="md"
      data={[
        {
          value: 'yearly',
          label: (
            <span className={classes.toggleLabel}>
              {t('periodToggle.yearly')}
              <Badge size="sm" color="green" variant="light" flex="none">
                {t('periodToggle.yearlyBadge', { percent: discount })}
              </Badge>
            </span>
          ),
        },
        { value: 'monthly', label: t('periodToggle.monthly') },
      ]}
    />
  )
}
