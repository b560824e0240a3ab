import { Anchor, Button, Group, Text } from '@mantine/core'
import { Link } from 'react-router'
import type { Adjustment } from '#contract/admin.ts'
import { paths } from '#contract/paths.ts'
import { formatNumber } from '#web/lib/format.ts'
import { planAndPeriod } from '#web/lib/plan-text.ts'
import { useSession } from '#web/lib/session.ts'
import { SmallButton } from '#web/ui/small-button.tsx'
import { useDecideAdjustment } from '../api/use-admin.ts'

/** Says how many credits are given, taken or forgiven, and which plan. */
export function whatOf({ amount, plan, forgives }: Adjustment): string {
  if (forgives) return `${formatNumber(amount)} forgiven`
  const credits = amount > 0 ? `+${formatNumber(amount)}` : formatNumber(amount)
  if (plan === null) return credits
  return amount === 0
    ? planAndPeriod(plan.name, plan.period)
    : `${planAndPeriod(plan.name, plan.period)}: ${credits}`
}

/** The ticket for which credits are given back. */
const TICKET = 'ticket:'

/** The reason, with the ticket or the other thing that it is about. */
export function Reason({ adjustment: { reason, reference } }: { adjustment: Adjustment }) {
  if (reference === null) return reason
  if (!reference.startsWith(TICKET)) return `${reason} (${reference})`
  return (
    <>
      {reason} (
      <Anchor component={Link} to={paths.adminTicket.link(reference.slice(TICKET.length))}>
        ticket
      </Anchor>
      )
    </>
  )
}

/** The buttons of a second administrator, or who decided. */
export function Decision({ adjustment }: { adjustment: Adjustment }) {
  const { me } = useSession()
  const decide = useDecideAdjustment()
  const { id, state, requested_by: by, decided_by: decider } = adjustment
  if (state !== 'waiting') return <Text size="sm">{decider ?? ''}</Text>
  const isOwn = by === me?.email
  return (
    <Group gap="xs" justify="inherit" wrap="nowrap">
      {!isOwn && (
        <Button
          size="compact-sm"
          loading={decide.isPending}
          onClick={() => decide.mutate({ id, agree: true })}
        >
          Agree
        </Button>
      )}
      <SmallButton loading={decide.isPending} onClick={() => decide.mutate({ id, agree: false })}>
        {isOwn ? 'Take back' : 'Refuse'}
      </SmallButton>
    </Group>
  )
}
