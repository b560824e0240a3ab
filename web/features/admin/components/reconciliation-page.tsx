import { Alert, Button, Code, Text, Title } from '@mantine/core'
import { IconCircleCheck, IconDownload, IconAlertTriangle } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import type { Finding, Reconciliation } from '#contract/admin.ts'
import { saveCsv, toCsv } from '#web/lib/csv.ts'
import { formatCents, formatNumber, formatTime } from '#web/lib/format.ts'
import { type Days, useReconciliation, useResolveCase } from '../api/use-admin.ts'
import classes from './admin.module.css'
import { AdjustDialog, type AdjustTarget } from './adjust-dialog.tsx'
import { AdminFrame } from './admin-frame.tsx'
import { DataTable, TableState } from '#web/ui/data-table.tsx'
import { NativeSelect } from '#web/ui/native-select.tsx'
import { SmallButton } from '#web/ui/small-button.tsx'
import { useJobType } from './job-words.ts'

const DAYS: { value: Days; label: string }[] = [
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: 'A year' },
]

function Section({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id}>
      <Title order={2} fz="lg" id={id} mb="sm">
        {title}
      </Title>
      {children}
    </section>
  )
}

function Verdict({ report }: { report: Reconciliation }) {
  const { findings, provider_note: note, checked_at: at } = report
  const count = findings.length
  const checked = `Checked ${formatTime(at)}.`
  return (
    <>
      <Alert
        color={count === 0 ? 'green' : 'red'}
        icon={count === 0 ? <IconCircleCheck aria-hidden /> : <IconAlertTriangle aria-hidden />}
        title={count === 1 ? '1 difference' : `${count} differences`}
        role="status"
      >
        {count === 0
          ? `Every credit is where the books say. ${checked}`
          : `Something does not agree: see below. ${checked}`}
        {report.provider_checked &&
          ` ${formatNumber(report.provider_compared)} payments were compared with the payment provider` +
            (report.provider_left_out > 0
              ? `; ${formatNumber(report.provider_left_out)} older ones were not.`
              : '.')}
      </Alert>
      {note !== null && (
        <Alert color="yellow" title="The payment provider was not asked">
          {note}
        </Alert>
      )}
    </>
  )
}

function Totals({ totals }: Pick<Reconciliation, 'totals'>) {
  const facts: [string, string][] = [
    ['People', formatNumber(totals.users)],
    ['Payments', formatNumber(totals.payments)],
    ['Paid', formatCents(totals.paid)],
    ['Given back', formatCents(totals.refunded)],
    ['Lost in disputes', formatCents(totals.disputed)],
    ['Credits to spend', formatNumber(totals.balance)],
    ['Credits reserved', formatNumber(totals.held)],
    ['Credits used', formatNumber(totals.captured)],
    ['Images delivered', formatNumber(totals.pictures)],
  ]
  return (
    <dl className={`${classes.totals} tabular`}>
      {facts.map(([name, value]) => (
        <div key={name} className={classes.total}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function download(findings: Finding[]): void {
  const rows = findings.map((f) => [f.check, f.subject, f.user, f.expected, f.actual])
  saveCsv('differences', toCsv(['check', 'subject', 'user', 'expected', 'actual'], rows))
}

function Report({ report }: { report: Reconciliation }) {
  const typeOf = useJobType()
  const [target, setTarget] = useState<AdjustTarget | null>(null)
  const resolve = useResolveCase()
  return (
    <>
      <Verdict report={report} />
      <Totals totals={report.totals} />
      {report.findings.length > 0 && (
        <Section id="differences" title="Differences">
          <DataTable
            label="Differences"
            rows={report.findings}
            keyOf={({ check, subject }) => `${check} ${subject}`}
            empty=""
            columns={[
              { title: 'Compared', render: ({ check }) => check },
              { title: 'Where', render: ({ subject }) => subject },
              { title: 'Expected', render: ({ expected }) => expected, kind: 'number' },
              { title: 'Found', render: ({ actual }) => actual, kind: 'number' },
            ]}
          />
          <Button
            variant="default"
            mt="md"
            leftSection={<IconDownload size={18} aria-hidden="true" />}
            onClick={() => download(report.findings)}
          >
            Download CSV
          </Button>
        </Section>
      )}
      <Section id="stuck" title="Stuck reservations">
        <DataTable
          label="Stuck reservations"
          rows={report.stuck_holds}
          keyOf={({ id }) => id}
          empty="No credits are reserved for something that has ended."
          columns={[
            { title: 'Whose', render: ({ email }) => email },
            { title: 'Since', render: ({ created_at: at }) => formatTime(at) },
            { title: 'Credits', render: ({ amount }) => formatNumber(amount), kind: 'number' },
            {
              title: 'Action',
              render: (hold) => (
                <SmallButton
                  onClick={() =>
                    setTarget({
                      user: hold.user,
                      email: hold.email,
                      amount: hold.amount,
                      reference: hold.job === null ? `hold ${hold.id}` : `job ${hold.job}`,
                    })
                  }
                >
                  Compensate
                </SmallButton>
              ),
            },
          ]}
        />
      </Section>
      <Section id="cases" title="To look at">
        <DataTable
          label="To look at"
          rows={report.cases}
          keyOf={({ id }) => id}
          empty="Nothing waits for a look."
          columns={[
            { title: 'When', render: ({ created_at: at }) => formatTime(at) },
            { title: 'What', render: ({ text }) => text },
            { title: 'Reference', render: ({ reference }) => reference ?? '' },
            {
              title: 'Action',
              render: ({ id }) => (
                <SmallButton
                  loading={resolve.isPending && resolve.variables.id === id}
                  onClick={() => resolve.mutate({ id, reason: 'Looked at' })}
                >
                  Looked at
                </SmallButton>
              ),
            },
          ]}
        />
      </Section>
      <Section id="margins" title="What jobs bring and cost">
        <DataTable
          label="What jobs bring and cost"
          rows={report.margins}
          keyOf={({ type }) => type}
          empty="No job was paid in these days."
          columns={[
            { title: 'Kind', render: ({ type }) => typeOf(type) },
            { title: 'Jobs', render: ({ jobs }) => formatNumber(jobs), kind: 'number' },
            { title: 'Images', render: ({ pictures }) => formatNumber(pictures), kind: 'number' },
            { title: 'Credits', render: ({ credits }) => formatNumber(credits), kind: 'number' },
            { title: 'Brought', render: ({ revenue }) => formatCents(revenue), kind: 'number' },
            {
              title: 'Engine time',
              render: ({ engine_seconds: seconds }) => `${formatNumber(Math.round(seconds))} s`,
              kind: 'number',
            },
            { title: 'Cost', render: ({ cost }) => formatCents(cost), kind: 'number' },
            {
              title: 'Margin',
              render: ({ revenue, cost }) => formatCents(revenue - cost),
              kind: 'number',
            },
          ]}
        />
      </Section>
      {target && <AdjustDialog target={target} onClose={() => setTarget(null)} />}
    </>
  )
}

/** The books against each other, against what was delivered, and against the provider's money. */
export function ReconciliationPage() {
  const [days, setDays] = useState<Days>('30')
  const report = useReconciliation(days)
  return (
    <AdminFrame title="Reconciliation">
      <div className={classes.tools}>
        <NativeSelect
          label="Payments and margins of"
          value={days}
          onChange={({ currentTarget }) =>
            setDays(DAYS.find(({ value }) => value === currentTarget.value)?.value ?? '30')
          }
          data={DAYS}
        />
        <Button variant="default" loading={report.isFetching} onClick={() => void report.refetch()}>
          Check again
        </Button>
      </div>
      {report.data ? (
        <Report report={report.data} />
      ) : (
        <TableState isError={report.isError} onRetry={() => void report.refetch()} />
      )}
      <Text size="sm" c="dimmed">
        The same checks run by <Code>npm run atelier -- billing reconcile</Code>.
      </Text>
    </AdminFrame>
  )
}
