import { Button, Card, Group, Stack, Text, Title } from '@mantine/core'
import { Link } from 'react-router'
import type { BillingState } from '#contract/billing.ts'
import { paths } from '#web/app/paths.ts'
import { formatDay, formatMoney } from '#web/lib/format.ts'
import { planAndPeriod, planLabel } from '#web/lib/plan-text.ts'
import { usePortal } from '../lib/use-portal.ts'
import { isRenewalLate } from '../lib/is-renewal-late.ts'
import { usePaymentsMode } from '../lib/use-plans.ts'
import { texts } from '../texts.ts'

/** What comes next, with its way back where there is one. */
function WhatComesNext({ billing }: { billing: BillingState }) {
  const { cancel_at, scheduled, next_charge } = billing
  if (billing.is_given) {
    return (
      <Text>
        This plan is complimentary{cancel_at !== null && ` and ends on ${formatDay(cancel_at)}`}. If
        you buy a plan, it replaces this one.
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
            Your plan ends on <strong>{formatDay(cancel_at)}</strong>. You won’t be charged again
            and move to the free plan then.
          </Text>
          {undo('Resume plan')}
        </>
      )}
      {scheduled !== null && (
        <>
          <Text>
            Changes to <strong>{planAndPeriod(scheduled.plan, scheduled.period)}</strong> on{' '}
            <strong>{formatDay(scheduled.at)}</strong>.
          </Text>
          {!billing.due_invoice?.is_change &&
            undo(`Keep ${planAndPeriod(billing.plan, billing.period)}`)}
        </>
      )}
      {next_charge !== null && !isRenewalLate(billing) && (
        <Text className="tabular">
          Next charge: <strong>{formatMoney(next_charge.amount, next_charge.currency)}</strong> on{' '}
          {formatDay(next_charge.at)}.
        </Text>
      )}
    </Stack>
  )
}

function FreePlan() {
  return (
    <>
      <Text mt="xs">You get free credits every calendar month.</Text>
      <Button component={Link} to={paths.pricing.link()} mt="md">
        See plans
      </Button>
    </>
  )
}

/** The plan, what comes next, and what can be done about it. */
export function PlanPanel({ billing }: { billing: BillingState }) {
  const { open, isOpening } = usePortal()
  const isOff = usePaymentsMode() === 'off'
  const isFree = billing.plan === 'free'
  return (
    <Card component="section" padding="lg" aria-labelledby="plan">
      <Title order={2} fz="md" id="plan">
        Plan
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
            {!billing.payment_due && (
              <Button component={Link} to={paths.pricing.link()} size="sm">
                Change plan
              </Button>
            )}
            <Button variant="default" size="sm" loading={isOpening} disabled={isOff} onClick={open}>
              {texts.updateBilling}
            </Button>
            {billing.cancel_at === null && (
              <Button
                component={Link}
                to={paths.billingConfirm.link({ action: 'cancel' })}
                variant="subtle"
                color="gray"
                size="sm"
              >
                Cancel plan
              </Button>
            )}
          </Group>
        </>
      )}
    </Card>
  )
}
