import { Alert, Button, Group, Text } from '@mantine/core'
import { IconCreditCardOff } from '@tabler/icons-react'
import type { BillingState } from '#contract/billing.ts'
import { formatDay, formatMoney } from '#web/lib/format.ts'
import { usePortal } from '../lib/use-portal.ts'
import { texts } from '../texts.ts'

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
          ? `A payment of ${formatMoney(due.amount, due.currency)} did not go through`
          : 'A payment did not go through'
      }
    >
      <Text>
        Your plan stays as it is while we try again
        {due?.next_attempt_at != null && `, next on ${formatDay(due.next_attempt_at)}`}. New plan
        credits come once it is paid, and the plan cannot be changed before. After the third failed
        try it ends; credits from packs stay.
      </Text>
      <Group mt="md" gap="xs">
        {due?.url != null && (
          <Button component="a" href={due.url} size="sm">
            Pay now
          </Button>
        )}
        <Button variant="default" size="sm" loading={isOpening} onClick={open}>
          {texts.updateBilling}
        </Button>
      </Group>
    </Alert>
  )
}
