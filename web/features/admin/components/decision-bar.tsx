import { Button, Checkbox, Group, Text, TextInput } from '@mantine/core'
import type { DecisionAction } from '#contract/reports.ts'
import classes from './reports.module.css'

const SHORTEST = 3

/** What is decided about the reports that are selected, or about the one that has the focus. */
export function DecisionBar({
  count,
  reason,
  onReason,
  strike,
  onStrike,
  isSending,
  onAct,
}: {
  count: number
  reason: string
  onReason(reason: string): void
  strike: boolean
  onStrike(strike: boolean): void
  isSending: boolean
  onAct(action: DecisionAction): void
}) {
  if (count === 0)
    return (
      <section className={classes.bar} aria-label="Decision">
        <Text size="sm" c="dimmed">
          Choose one report, or several, to decide about them.
        </Text>
      </section>
    )
  const isReady = reason.trim().length >= SHORTEST
  const button = (action: DecisionAction, text: string, color?: string) => (
    <Button
      variant={color === undefined ? 'default' : 'light'}
      {...(color !== undefined && { color })}
      h={44}
      disabled={!isReady}
      loading={isSending}
      onClick={() => onAct(action)}
    >
      {text}
    </Button>
  )
  return (
    <section className={classes.bar} aria-label="Decision">
      <TextInput
        label={count === 1 ? 'Reason, about 1 report' : `Reason, about ${count} reports`}
        description="The owner and the reporters read it."
        value={reason}
        onChange={({ currentTarget }) => onReason(currentTarget.value)}
        maxLength={2000}
        className={classes.reason}
      />
      <Checkbox
        label="Strike"
        checked={strike}
        onChange={({ currentTarget }) => onStrike(currentTarget.checked)}
      />
      <Group gap="xs">
        {button('remove', 'Remove', 'red')}
        {button('hide', 'Hide')}
        {button('keep', 'Leave as it is')}
      </Group>
    </section>
  )
}
