import { Anchor, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { PersonRecord } from '#contract/admin-person-record.ts'
import { paths } from '#contract/paths.ts'
import { formatDay, formatMoney, formatNumber, formatTime } from '#web/lib/format.ts'
import { Noted, StateBadge } from '#web/ui/cells.tsx'
import { DataTable } from '#web/ui/data-table.tsx'
import { useTicketsOf } from '../api/use-person.ts'
import { entryChange, entryText } from './entry-words.ts'
import { ForgiveDebt } from './forgive-debt.tsx'
import { causeText, found, JOB_STATES, TICKET_STATES, useJobType } from './job-words.ts'
import { LOT_WORDS, stateOf, whatFor } from './payment-words.ts'
import { PersonNotes } from './person-notes.tsx'
import { PersonReferrals } from './person-referrals.tsx'
import { PersonRisk } from './person-risk.tsx'
import { riskText } from './risk-words.ts'
import { WaitingAdjustments } from './waiting-adjustments.tsx'
import classes from './person.module.css'

const MEGABYTE = 1024 ** 2

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={classes.section} aria-label={title}>
      <Title order={2} fz="lg">
        {title}
      </Title>
      {children}
    </section>
  )
}

const megabytes = (bytes: number): string => `${formatNumber(Math.round(bytes / MEGABYTE))} MB`

/** What is kept about a person, the newest of each list. */
export function RecordSections({ id, record }: { id: string; record: PersonRecord }) {
  const {
    lots,
    unrecovered,
    waiting,
    statement,
    jobs,
    payments,
    sessions,
    devices,
    storage,
    consents,
    notes,
  } = record
  const typeOf = useJobType()
  return (
    <>
      {waiting.length > 0 && (
        <Section title="Waits for a second administrator">
          <WaitingAdjustments waiting={waiting} />
        </Section>
      )}
      <Section title="Notes">
        <PersonNotes id={id} notes={notes} />
      </Section>
      <Section title="Tickets">
        <Tickets user={id} />
      </Section>
      <Section title="Risk">
        <PersonRisk id={id} />
      </Section>
      <Section title="Referrals">
        <PersonReferrals id={id} />
      </Section>
      <Section title="Payments">
        <DataTable
          label="Payments"
          rows={payments}
          keyOf={(payment) => payment.id}
          empty="Nothing was paid."
          columns={[
            {
              title: 'When',
              render: ({ id: payment, created_at: at }) => (
                <Anchor component={Link} to={found(paths.adminPayments.link(), payment)}>
                  {formatTime(at)}
                </Anchor>
              ),
            },
            { title: 'Number', render: ({ number }) => number ?? '' },
            { title: 'For', render: whatFor },
            {
              title: 'State',
              render: (payment) => (
                <Noted note={payment.dispute === 'won' ? 'dispute won' : null}>
                  <StateBadge look={stateOf(payment)} />
                </Noted>
              ),
            },
            { title: 'Risk', render: ({ risk }) => riskText(risk) },
            {
              title: 'Amount',
              kind: 'number',
              render: ({ amount, currency }) => formatMoney(amount, currency),
            },
            {
              title: 'Went back',
              kind: 'number',
              render: ({ refunded, disputed, currency }) =>
                formatMoney(refunded + disputed, currency),
            },
          ]}
        />
      </Section>
      <Section title="Jobs">
        <DataTable
          label="Jobs"
          rows={jobs}
          keyOf={(job) => job.id}
          empty="Nothing was made."
          columns={[
            { title: 'When', render: ({ created_at: at }) => formatTime(at) },
            {
              title: 'What',
              render: ({ type, outputs }) => `${typeOf(type)}, ${formatNumber(outputs)}`,
            },
            {
              title: 'State',
              render: ({ status, error }) => (
                <Noted note={error === null ? null : causeText(error)}>
                  <StateBadge look={JOB_STATES[status]} />
                </Noted>
              ),
            },
            { title: 'Engine', render: ({ engine }) => engine },
            { title: 'Credits', kind: 'number', render: ({ credits }) => formatNumber(credits) },
            {
              title: 'Id',
              render: (job) => (
                <Anchor component={Link} to={found(paths.adminJobs.link(), job.id)}>
                  {job.id}
                </Anchor>
              ),
            },
          ]}
        />
      </Section>
      <Section title="Credits">
        {unrecovered > 0 && <ForgiveDebt user={id} missing={unrecovered} />}
        <DataTable
          label="Lots of credits"
          rows={lots}
          keyOf={(lot) => lot.id}
          empty="No credits are left."
          columns={[
            { title: 'Kind', render: ({ kind }) => LOT_WORDS[kind] },
            {
              title: 'Expires',
              render: ({ expires_at: at }) => (at === null ? 'Never' : formatTime(at)),
            },
            { title: 'Left', kind: 'number', render: (lot) => formatNumber(lot.remaining) },
          ]}
        />
        <DataTable
          label="Statement"
          rows={statement}
          keyOf={(entry) => entry.id}
          empty="The statement is empty."
          columns={[
            { title: 'When', render: ({ created_at: at }) => formatTime(at) },
            { title: 'What', render: entryText },
            { title: 'Change', kind: 'number', render: entryChange },
            {
              title: 'Balance',
              kind: 'number',
              render: ({ balance_after: after }) => formatNumber(after),
            },
          ]}
        />
      </Section>
      <Section title="Sessions and devices">
        <Text c="dimmed">
          {devices.length === 1
            ? '1 known browser'
            : `${formatNumber(devices.length)} known browsers`}
          , {megabytes(storage.used_bytes)} of {megabytes(storage.limit_bytes)} of uploads
        </Text>
        <DataTable
          label="Sessions"
          rows={sessions}
          keyOf={({ created_at: at, user_agent: agent }) => `${at} ${agent ?? ''}`}
          empty="Nobody is logged in."
          columns={[
            { title: 'Since', render: ({ created_at: at }) => formatTime(at) },
            { title: 'Last used', render: ({ last_used_at: at }) => formatTime(at) },
            { title: 'Browser', render: ({ user_agent: agent }) => agent ?? '' },
          ]}
        />
      </Section>
      <Section title="Consents">
        <DataTable
          label="Consents"
          rows={consents}
          keyOf={({ kind, given_at: at }) => `${kind} ${at}`}
          empty="No consent was given."
          columns={[
            { title: 'What', render: ({ kind, version }) => `${kind}, ${version}` },
            { title: 'Given', render: ({ given_at: at }) => formatDay(at) },
            {
              title: 'Withdrawn',
              render: ({ withdrawn_at: at }) => (at === null ? '' : formatDay(at)),
            },
          ]}
        />
      </Section>
    </>
  )
}

function Tickets({ user }: { user: string }) {
  const { data, isError } = useTicketsOf(user)
  if (isError) return <Text c="dimmed">The tickets could not be loaded.</Text>
  if (!data) return <Text c="dimmed">Loading…</Text>
  return (
    <DataTable
      label="Tickets"
      rows={data.results}
      keyOf={(ticket) => ticket.id}
      empty="No ticket was written."
      columns={[
        {
          title: 'Subject',
          render: (ticket) => (
            <Anchor component={Link} to={paths.adminTicket.link(ticket.id)}>
              {ticket.subject}
            </Anchor>
          ),
        },
        { title: 'State', render: ({ state }) => TICKET_STATES[state] },
        { title: 'Last message', render: ({ updated_at: at }) => formatTime(at) },
      ]}
    />
  )
}
