import { Button, Card, Group, Stack, Text, Title } from '@mantine/core'
import { Link } from 'react-router'
import type { BillingState } from '#contract/billing.ts'
import { paths } from '#contract/paths.ts'
import { formatUtcDay, formatMoney } from '#web/lib/format.ts'
import { planAndPeriod, planLabel } from '#web/lib/plan-text.ts'
import { useSession } from '#web/lib/session.ts'
import { usePortal } from '../lib/use-portal.ts'
import { isRenewalLate } from '../lib/is-renewal-late.ts'
import { usePaymentsMode } from '../lib/use-plans.ts'
import { useTexts } from '../texts.ts'

/** What comes next, with its way back where there is one. */
function WhatComesNext({ billing }: { billing: BillingState }) {
  const t = useTexts()
  const { cancel_at, scheduled, next_charge, promotion } = billing
  if (billing.is_given) {
    return (
      <Text>
        {t('planPanel.complimentary', {
          ends: cancel_at === null ? 'no' : 'yes',
          day: cancel_at === null ? '' : formatUtcDay(cancel_at),
        })}
      </Text>
    )
  }
  const undo = (label: string) => (
    <Button
      component={Link}
      to={paths.billingConfirm.link({ action: 'resume' })}
      variant="default"
      size="sm"
      style={{ alignSelf: 'flex-start' }}
    >
      {label}
    </Button>
  )
  return (
    <Stack gap="xs" aria-live="polite">
      {cancel_at !== null && (
        <>
          <Text>
            {t.rich('planPanel.ends', {
              cancel_at: formatUtcDay(cancel_at),
              b: <strong />,
            })}
          </Text>
          {undo(t('planPanel.resume'))}
        </>
      )}
      {scheduled !== null && (
        <>
          <Text>
            {t.rich('planPanel.changes', {
              plan: planAndPeriod(scheduled.plan, scheduled.period),
              at: formatUtcDay(scheduled.at),
              b: <strong />,
            })}
          </Text>
          {!billing.due_invoice?.is_change &&
            undo(t('planPanel.keep', { plan: planAndPeriod(billing.plan, billing.period) }))}
        </>
      )}
      {next_charge !== null && promotion !== null && (
        <Text>
          {t('planPanel.promotion', {
            code: promotion.code,
            off:
              promotion.percent_off === null
                ? formatMoney(promotion.amount_off ?? 0, next_charge.currency)
                : `${promotion.percent_off}%`,
            ends: promotion.ends_at === null ? 'no' : 'yes',
            day: promotion.ends_at === null ? '' : formatUtcDay(promotion.ends_at),
          })}
        </Text>
      )}
      {next_charge !== null && !isRenewalLate(billing) && (
        <Text className="tabular">
          {t.rich('planPanel.nextChargeOn', {
            amount: formatMoney(next_charge.amount, next_charge.currency),
            at: formatUtcDay(next_charge.at),
            b: <strong />,
          })}
        </Text>
      )}
    </Stack>
  )
}

function FreePlan() {
  const t = useTexts()
  const { canBuy } = useSession()
  return (
    <>
      <Text mt="xs">{t('planPanel.free')}</Text>
      {canBuy && (
        <Button component={Link} to={paths.pricing.link()} mt="md">
          {t('planPanel.seePlans')}
        </Button>
      )}
    </>
  )
}

/** The plan, what comes next, and what can be done about it. */
export function PlanPanel({ billing }: { billing: BillingState }) {
  const t = useTexts()
  const { open, isOpening } = usePortal()
  const { canBuy } = useSession()
  const isOff = usePaymentsMode() === 'off'
  const isFree = billing.plan === 'free'
  return (
    <Card component="section" padding="lg" aria-labelledby="plan">
      <Title order={2} fz="md" id="plan">
        {t('planPanel.plan')}
      </Title>
      <Text fz={28} fw={900} lh={1.15} mt="xs" mb="sm">
        {isFree ? planLabel('free') : planAndPeriod(billing.plan, billing.period)}
      </Text>
      {isFree ? (
        <FreePlan />
      ) : (
        <>
          <WhatComesNext billing={billing} />
          <Group gap="xs" mt="lg">
            {!billing.payment_due && canBuy && (
              <Button component={Link} to={paths.pricing.link()} size="sm">
                {t('planPanel.changePlan')}
              </Button>
            )}
            <Button variant="default" size="sm" loading={isOpening} disabled={isOff} onClick={open}>
              {t('plans.updateBilling')}
            </Button>
            {billing.cancel_at === null && (
              <Button
                component={Link}
                to={paths.billingConfirm.link({ action: 'cancel' })}
                variant="subtle"
                color="gray"
                size="sm"
              >
                {t('planPanel.cancelPlan')}
              </Button>
            )}
          </Group>
        </>
      )}
    </Card>
  )
}
