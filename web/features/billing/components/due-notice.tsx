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
      You keep your plan while we retry the payment
      {due?.next_attempt_at != null && `, next on ${formatDay(due.next_attempt_at)}`}. You get your
      new credits, and can change plans, once it is paid. If the payment can’t be collected, your
      plan ends. Credits from packs stay.
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
        due ? `A payment of ${formatMoney(due.amount, due.currency)} failed` : 'A payment failed'
      }
    >
      {due?.is_change ? (
        <Text>
          This payment is for your upgrade. Your plan and credits stay as they are until it is paid.
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
            Cancel the upgrade
          </Button>
        )}
      </Group>
    </Alert>
  )
}
