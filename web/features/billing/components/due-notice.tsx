import { Alert, Button, Group, Text } from '@mantine/core'
import { IconCreditCardOff } from '@tabler/icons-react'
import { Link } from 'react-router'
import type { BillingState } from '#contract/billing.ts'
import { paths } from '#contract/paths.ts'
import { formatUtcDay, formatMoney } from '#web/lib/format.ts'
import { usePortal } from '../lib/use-portal.ts'
import classes from './billing.module.css'
import { useTexts } from '../texts.ts'

type Due = NonNullable<BillingState['due_invoice']>

function LateRenewal({ due }: { due: Due | null }) {
  const t = useTexts()
  const next = due?.next_attempt_at ?? null
  return (
    <Text>
      {t('dueNotice.late', {
        retry: next === null ? 'unknown' : 'day',
        day: next === null ? '' : formatUtcDay(next),
      })}
    </Text>
  )
}

/** A payment is late: how much, what happens next, and the ways to pay. Nothing when none is. */
export function DueNotice({ billing }: { billing: BillingState }) {
  const t = useTexts()
  const { open, isOpening } = usePortal()
  if (!billing.payment_due) return null
  const due = billing.due_invoice
  return (
    <Alert
      color="red"
      radius="lg"
      icon={<IconCreditCardOff aria-hidden="true" />}
      title={
        due
          ? t('dueNotice.aPaymentOfFailed', { amount: formatMoney(due.amount, due.currency) })
          : t('dueNotice.aPaymentFailed')
      }
    >
      {due?.is_change ? (
        <Text>{t('dueNotice.thisPaymentIsForYour')}</Text>
      ) : (
        <LateRenewal due={due} />
      )}
      <Group mt="md" gap="xs" className={classes.touch}>
        {due?.url == null ? (
          <Button size="sm" loading={isOpening} onClick={open}>
            {t('plans.updateBilling')}
          </Button>
        ) : (
          <Button component="a" href={due.url} size="sm">
            {t('dueNotice.payNow')}
          </Button>
        )}
        {due?.is_change && (
          <Button
            component={Link}
            to={paths.billingConfirm.link({ action: 'resume' })}
            variant="default"
            size="sm"
          >
            {t('dueNotice.cancelTheUpgrade')}
          </Button>
        )}
      </Group>
    </Alert>
  )
}
