import { Button, Group, List, Text } from '@mantine/core'
import type { BillingState } from '#contract/billing.ts'
import { formatDay } from '#web/lib/format.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { isRenewalLate } from '../lib/is-renewal-late.ts'
import { useCancelPlan } from '../lib/use-billing.ts'
import { planAndPeriod, planLabel } from '../texts.ts'
import classes from './billing.module.css'

function AtOnce() {
  return (
    <>
      <Text>This period is not paid, so the plan ends at once:</Text>
      <List mt="sm" spacing="xs" size="sm">
        <List.Item>The unpaid invoice is dropped, and nothing more is charged.</List.Item>
        <List.Item>You are on the free plan, and plan credits that are left expire.</List.Item>
        <List.Item>Credits from packs stay, and so do your pictures.</List.Item>
        <List.Item>This cannot be taken back; you can subscribe again.</List.Item>
      </List>
    </>
  )
}

function AtPeriodEnd({ billing, end }: { billing: BillingState; end: string }) {
  const { plan, period, scheduled, due_invoice } = billing
  return (
    <>
      <Text>Nothing changes before {end}:</Text>
      <List mt="sm" spacing="xs" size="sm">
        <List.Item>Until then you keep {planAndPeriod(plan, period)} and its credits.</List.Item>
        {period === 'yearly' && (
          <List.Item>The credits of each month go on coming until then.</List.Item>
        )}
        <List.Item>
          Then you are on the free plan, and plan credits that are left expire. Nothing more is
          charged, and what was paid is not paid back.
        </List.Item>
        <List.Item>Credits from packs stay, and so do your pictures.</List.Item>
        {scheduled !== null && (
          <List.Item>
            The change to {planAndPeriod(scheduled.plan, scheduled.period)} is dropped.
          </List.Item>
        )}
        {due_invoice !== null && <List.Item>The change that is not paid is dropped.</List.Item>}
        <List.Item>You can take it back until then.</List.Item>
      </List>
    </>
  )
}

/** What cancelling means, before it is done. */
export function CancelDialog({
  billing,
  opened,
  onClose,
}: {
  billing: BillingState
  opened: boolean
  onClose(): void
}) {
  const cancel = useCancelPlan()
  // Then there is no paid period whose end could be waited for.
  const isNow = isRenewalLate(billing)
  const end =
    billing.renews_at === null ? 'the end of the paid period' : formatDay(billing.renews_at)
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={`Cancel ${planLabel(billing.plan)}?`}
      size={520}
    >
      {isNow ? <AtOnce /> : <AtPeriodEnd billing={billing} end={end} />}
      <Group mt="lg" gap="xs" className={classes.touch}>
        <Button variant="default" onClick={onClose} data-autofocus>
          Keep the plan
        </Button>
        <Button
          color="red"
          variant="light"
          loading={cancel.isPending}
          onClick={() => cancel.mutate(undefined, { onSuccess: onClose })}
        >
          {isNow ? 'Cancel now' : `Cancel on ${end}`}
        </Button>
      </Group>
    </Dialog>
  )
}
