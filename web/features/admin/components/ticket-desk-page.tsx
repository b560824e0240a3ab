import { Anchor, Badge, Button, Group, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import { paths } from '#contract/paths.ts'
import type { AdminTicketDetail } from '#contract/support.ts'
import {
  formatCredits,
  formatMoney,
  formatNumber,
  formatTime,
  formatUtcDay,
} from '#web/lib/format.ts'
import { planAndPeriod } from '#web/lib/plan-text.ts'
import { useSession } from '#web/lib/session.ts'
import { TableState } from '#web/ui/data-table.tsx'
import { useTeamTicket } from '../api/use-tickets.ts'
import { AdminFrame } from './admin-frame.tsx'
import { AnswerForm } from './answer-form.tsx'
import { entryChange, entryText } from './entry-words.ts'
import { found, TICKET_STATES } from './job-words.ts'
import { LimitDialog } from './limit-dialog.tsx'
import classes from './ticket-desk.module.css'
import { TicketJobFacts } from './ticket-job.tsx'

/** One ticket with all that is needed to answer it. */
export function TicketDeskPage({ id }: { id: string }) {
  const ticket = useTeamTicket(id)
  return (
    <AdminFrame title={ticket.data?.subject ?? 'Ticket'}>
      {ticket.data ? (
        <div className={classes.desk}>
          <Stack>
            <LimitOf ticket={ticket.data} />
            <Messages ticket={ticket.data} />
            <AnswerForm ticket={ticket.data} />
            {ticket.data.waiting_credits > 0 && (
              <Text fw={700}>
                {formatNumber(ticket.data.waiting_credits)} credits wait for a second administrator.
              </Text>
            )}
          </Stack>
          <Facts ticket={ticket.data} />
        </div>
      ) : (
        <TableState isError={ticket.isError} onRetry={() => void ticket.refetch()} />
      )}
    </AdminFrame>
  )
}

/** Why the account is limited, with the button that ends it. */
function LimitOf({
  ticket: { user, email, limit, is_objection: asks },
}: {
  ticket: AdminTicketDetail
}) {
  const [isOpen, setOpen] = useState(false)
  if (limit === null) {
    return asks ? <Text c="dimmed">The limit of this account is lifted.</Text> : null
  }
  return (
    <Group gap="xs">
      <Text>
        {asks && 'Asks to have the limit lifted. '}
        Limited {formatTime(limit.since)}: {limit.reason}
      </Text>
      <Button variant="default" onClick={() => setOpen(true)}>
        Lift the limit
      </Button>
      {isOpen && (
        <LimitDialog person={{ id: user, email, isLimited: true }} onClose={() => setOpen(false)} />
      )}
    </Group>
  )
}

function Messages({ ticket }: { ticket: AdminTicketDetail }) {
  return (
    <ol className={classes.thread} aria-label="Messages">
      {ticket.messages.map(({ id, from, author, text, credits, created_at: at }) => (
        <li key={id} className={classes.message} data-team={from === 'team' || undefined}>
          <Text size="sm" c="dimmed">
            {author === '' ? 'A former colleague' : author}, {formatTime(at)}
          </Text>
          {credits !== null && <Text fw={700}>{formatCredits(credits)} given back</Text>}
          {text}
        </li>
      ))}
    </ol>
  )
}

function Facts({ ticket }: { ticket: AdminTicketDetail }) {
  const isAdmin = useSession().me?.is_admin === true
  const { user, email, plan, credits, job, payment, statement, state, is_priority, assigned_to } =
    ticket
  return (
    <Stack component="aside" aria-label="About the customer">
      <Group gap="xs">
        <Badge variant="default">{TICKET_STATES[state]}</Badge>
        {is_priority && <Badge color="orange">Priority</Badge>}
      </Group>
      <dl className={classes.facts}>
        <div>
          <dt>Customer</dt>
          <dd>
            {isAdmin ? (
              <Anchor component={Link} to={paths.adminPerson.link(user)}>
                {email}
              </Anchor>
            ) : (
              email
            )}
          </dd>
        </div>
        <div>
          <dt>Plan and credits</dt>
          <dd>
            {planAndPeriod(plan, null)}, {formatNumber(credits)}
          </dd>
        </div>
        <div>
          <dt>Colleague</dt>
          <dd>{assigned_to ?? 'Nobody'}</dd>
        </div>
        {job && (
          <div>
            <dt>Job</dt>
            <dd>
              <TicketJobFacts key={job.id} ticket={ticket.id} job={job} isAdmin={isAdmin} />
            </dd>
          </div>
        )}
        {payment && (
          <div>
            <dt>Payment</dt>
            <dd>
              {formatMoney(payment.amount, payment.currency)}, {formatUtcDay(payment.created_at)}
              {payment.number !== null && `, ${payment.number}`}
              <br />
              {isAdmin ? (
                <Anchor component={Link} to={found(paths.adminPayments.link(), payment.id)}>
                  {payment.id}
                </Anchor>
              ) : (
                payment.id
              )}
            </dd>
          </div>
        )}
      </dl>
      <section aria-labelledby="lines">
        <Title order={2} fz="md" id="lines" mb="xs">
          Statement
        </Title>
        <ul className={`${classes.statement} tabular`}>
          {statement.map((entry) => (
            <li key={entry.id}>
              <span>
                {formatTime(entry.created_at)}
                <br />
                {entryText(entry)}
              </span>
              <span>{entryChange(entry)}</span>
            </li>
          ))}
        </ul>
      </section>
    </Stack>
  )
}
