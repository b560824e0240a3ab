import { Badge } from '@mantine/core'
import type { PlanPeriod } from '#contract/users.ts'
import { Segments } from '#web/ui/segments.tsx'
import classes from './pricing.module.css'
import { useTexts } from './texts.ts'

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
    <Segments
      className={classes.toggle}
      aria-label={t('periodToggle.billingPeriod')}
      value={period}
      onChange={onChange}
      isRound
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
