import { Anchor, Badge, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import type { AdminTicket, TicketState } from '#contract/support.ts'
import { paths } from '#contract/paths.ts'
import { formatNumber, formatTime } from '#web/lib/format.ts'
import { Noted } from '#web/ui/cells.tsx'
import { ListTable } from '#web/ui/data-table.tsx'
import { Segments } from '#web/ui/segments.tsx'
import { useTeamTickets } from '../api/use-tickets.ts'
import { AdminFrame } from './admin-frame.tsx'

const VIEWS: { value: TicketState; label: string }[] = [
  { value: 'open', label: 'Open' },
  { value: 'answered', label: 'Answered' },
  { value: 'closed', label: 'Closed' },
]

const EMPTY: Record<TicketState, string> = {
  open: 'Nobody waits for an answer.',
  answered: 'No answered ticket is open.',
  closed: 'No ticket was closed yet.',
}

const hours = (value: number): string => {
  const rounded = Math.round(value * 10) / 10
  return rounded < 1 ? 'an hour' : `${formatNumber(rounded)} ${rounded === 1 ? 'hour' : 'hours'}`
}

function Subject({ ticket: { id, subject, is_priority: isPriority } }: { ticket: AdminTicket }) {
  return (
    <Group gap="xs" justify="inherit">
      <Anchor component={Link} to={paths.adminTicket.link(id)} style={{ overflowWrap: 'anywhere' }}>
        {subject}
      </Anchor>
      {isPriority && <Badge color="orange">Priority</Badge>}
    </Group>
  )
}

/** What customers ask: open tickets in the order in which they should be answered. */
export function TicketsPage() {
  const [state, setState] = useState<TicketState>('open')
  const tickets = useTeamTickets(state)
  const first = tickets.data?.pages[0]?.first_answer
  return (
    <AdminFrame title="Support">
      <Segments
        aria-label="Which tickets"
        value={state}
        onChange={(value) => setState(value)}
        data={VIEWS}
        style={{ justifySelf: 'start' }}
      />
      {first && (
        <Text c="dimmed">
          {first.median_hours === null
            ? 'No ticket of the last 30 days was answered yet.'
            : `First answer within ${hours(first.median_hours)} (median of ${first.answered === 1 ? '1 ticket' : `${formatNumber(first.answered)} tickets`}, 30 days).`}
        </Text>
      )}
      <ListTable
        list={tickets}
        label="Tickets"
        keyOf={({ id }) => id}
        empty={EMPTY[state]}
        columns={[
          { title: 'Subject', render: (ticket) => <Subject ticket={ticket} /> },
          { title: 'From', render: ({ email }) => email },
          {
            title: state === 'open' ? 'Waiting since' : 'Last message',
            render: (ticket) => (
              <Noted
                note={
                  ticket.first_answer_hours === null
                    ? 'not answered yet'
                    : `first answer within ${hours(ticket.first_answer_hours)}`
                }
              >
                {formatTime(ticket.waiting_since ?? ticket.updated_at)}
              </Noted>
            ),
          },
          { title: 'Colleague', render: ({ assigned_to: assignee }) => assignee ?? 'Nobody' },
        ]}
      />
    </AdminFrame>
  )
}
