import { Anchor, Button, Group, Text } from '@mantine/core'
import { Link } from 'react-router'
import type { Adjustment } from '#contract/admin.ts'
import { paths } from '#contract/paths.ts'
import { api } from '#web/lib/api.ts'
import { formatNumber, formatTime } from '#web/lib/format.ts'
import { planAndPeriod } from '#web/lib/plan-text.ts'
import { useSession } from '#web/lib/session.ts'
import { useAdjustments, useDecideAdjustment } from '../api/use-admin.ts'
import classes from './admin.module.css'
import { AdminFrame } from './admin-frame.tsx'
import { CsvLink } from './csv-link.tsx'
import { StateBadge, type StateLook } from '#web/ui/cells.tsx'
import { ListTable } from '#web/ui/data-table.tsx'

const STATES: Record<Adjustment['state'], StateLook> = {
  waiting: { label: 'Waits for a second person', color: 'yellow' },
  done: { label: 'Done', color: 'green' },
  refused: { label: 'Refused', color: 'gray' },
}

function whatOf({ amount, plan, forgives }: Adjustment): string {
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
function Reason({ adjustment: { reason, reference } }: { adjustment: Adjustment }) {
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

function Decision({ adjustment }: { adjustment: Adjustment }) {
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
      <Button
        variant="default"
        size="compact-sm"
        loading={decide.isPending}
        onClick={() => decide.mutate({ id, agree: false })}
      >
        {isOwn ? 'Take back' : 'Refuse'}
      </Button>
    </Group>
  )
}

/** The credits and plans that administrators gave or took, and what waits for a second one. */
export function AdjustmentsPage() {
  const adjustments = useAdjustments()
  return (
    <AdminFrame title="Adjustments">
      <div className={classes.tools}>
        <CsvLink endpoint={api.admin.exportAdjustments} />
      </div>
      <ListTable
        list={adjustments}
        label="Adjustments"
        keyOf={({ id }) => id}
        empty="Nobody was given or taken anything."
        columns={[
          { title: 'When', kind: 'time', render: ({ created_at: at }) => formatTime(at) },
          {
            title: 'Whose',
            render: ({ user, email }) => (
              <Anchor component={Link} to={paths.adminPerson.link(user)}>
                {email === '' ? 'A deleted account' : email}
              </Anchor>
            ),
          },
          {
            title: 'What',
            kind: 'number',
            render: whatOf,
          },
          {
            title: 'Why',
            render: (adjustment) => <Reason adjustment={adjustment} />,
          },
          { title: 'Asked by', render: ({ requested_by: by }) => by },
          {
            title: 'State',
            render: ({ state }) => <StateBadge look={STATES[state]} />,
          },
          { title: 'Decided', render: (adjustment) => <Decision adjustment={adjustment} /> },
        ]}
      />
    </AdminFrame>
  )
}
