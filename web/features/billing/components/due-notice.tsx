import { Alert, Button, Group, Text } from '@mantine/core'
import { IconCreditCardOff } from '@tabler/icons-react'
import { Link } from 'react-router'
import type { BillingState } from '#contract/billing.ts'
import { paths } from '#web/app/paths.ts'
import { formatDay, formatMoney } from '#web/lib/format.ts'
import { usePortal } from '../lib/use-portal.ts'
import { texts } from '../texts.ts'
import classes from './billing.module.css'

type Due = NonNullable<BillingState['due_invoice']>

function LateRenewal({ due }: { due: Due | null }) {
  return (
    <Text>
      Your plan stays as it is while we try again
      {due?.next_attempt_at != null && `, next on ${formatDay(due.next_attempt_at)}`}. New plan
      credits come once it is paid, and you cannot change plans until then. If the payment cannot be
      collected, your plan ends. Credits from packs stay.
    </Text>
  )
}

/** A payment is late: how much, what happens next, and the ways to pay. Nothing when none is. */
export function DueNotice({ billing }: { billing: BillingState }) {
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
          ? `A payment of ${formatMoney(due.amount, due.currency)} is not through`
          : 'A payment is not through'
      }
    >
      {due?.is_change ? (
        <Text>
          It pays for the change of your plan. Until it is paid nothing changes: your plan and your
          credits are as they were.
        </Text>
      ) : (
        <LateRenewal due={due} />
      )}
      <Group mt="md" gap="xs" className={classes.touch}>
        {due?.url == null ? (
          <Button size="sm" loading={isOpening} onClick={open}>
            {texts.updateBilling}
          </Button>
        ) : (
          <Button component="a" href={due.url} size="sm">
            Pay now
          </Button>
        )}
        {due?.is_change && (
          <Button
            component={Link}
            to={paths.billingConfirm.link({ action: 'resume' })}
            variant="default"
            size="sm"
          >
            Give the change up
          </Button>
        )}
      </Group>
    </Alert>
  )
}
