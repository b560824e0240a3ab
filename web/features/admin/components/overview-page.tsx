import { Text, Title } from '@mantine/core'
import { Link } from 'react-router'
import type { HourlyMetrics } from '#contract/dashboards.ts'
import { paths } from '#web/app/paths.ts'
import { formatCents, formatNumber } from '#web/lib/format.ts'
import { TableState } from '#web/ui/data-table.tsx'
import { useLastDay } from '../api/use-overview.ts'
import { AdminFrame } from './admin-frame.tsx'
import { ExamplesQuestion } from './examples-question.tsx'
import { SetupState } from '../setup/setup-state.tsx'
import { HourBars } from './hour-bars.tsx'
import classes from './overview.module.css'
import { SetAside } from './set-aside.tsx'

const HOUR_MS = 3_600_000
const HOURS = 24

const PAGES = [
  ['Reconciliation', paths.adminReconciliation, 'The books against payments and images'],
  ['People', paths.adminPeople, 'Accounts, their credits and plans, bans'],
  ['Invitations', paths.adminInvitations, 'Links that open one account each'],
  ['Payments', paths.adminPayments, 'What was paid, and refunds'],
  ['Adjustments', paths.adminAdjustments, 'Credits and plans given by hand'],
  ['Engines', paths.adminEngines, 'What makes images, and its limits'],
  ['Models', paths.adminModels, 'Models to fetch and to remove'],
  ['Jobs', paths.adminJobs, 'Each job with its engine and cost'],
  ['Support', paths.adminTickets, 'What customers ask, those with priority first'],
  ['Reports', paths.adminReports, 'What people report, and objections'],
  ['Images to review', paths.adminReviews, 'What the classifier doubts'],
  ['Brands', paths.adminBrands, 'Name, look and texts of each site, and what it offers'],
  ['Settings', paths.adminSettings, 'Email, limits, prices, safety, and who may register'],
  ['Log', paths.adminLog, 'Who did what, and why'],
] as const

/** The beginnings of the last 24 hours, oldest first. */
function lastHours(now: number): string[] {
  const running = Math.floor(now / HOUR_MS) * HOUR_MS
  return Array.from({ length: HOURS }, (_, at) =>
    new Date(running - (HOURS - 1 - at) * HOUR_MS).toISOString(),
  )
}

/** One number for each of these hours, over all kinds and engines. */
function perHour(
  hours: readonly string[],
  rows: readonly HourlyMetrics[],
  merge: (rows: readonly HourlyMetrics[]) => number,
): number[] {
  const byHour = Map.groupBy(rows, ({ hour }) => hour)
  return hours.map((hour) => merge(byHour.get(hour) ?? []))
}

const sumOf =
  (name: 'jobs' | 'failed' | 'images' | 'sign_ups' | 'payments' | 'revenue_cents') =>
  (rows: readonly HourlyMetrics[]) =>
    rows.reduce((sum, row) => sum + row[name], 0)

const longestWait = (rows: readonly HourlyMetrics[]) =>
  Math.max(0, ...rows.map(({ wait_p95: wait }) => wait ?? 0))

const total = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0)
const seconds = (value: number) => `${formatNumber(Math.round(value))} s`

/** @param now when the rows were read */
function Day({ rows, now }: { rows: readonly HourlyMetrics[]; now: number }) {
  const hours = lastHours(now)
  const bars = (merge: (rows: readonly HourlyMetrics[]) => number) => perHour(hours, rows, merge)
  const revenue = total(bars(sumOf('revenue_cents')))
  const counts = [
    { title: 'Jobs', values: bars(sumOf('jobs')) },
    { title: 'Failures', values: bars(sumOf('failed')) },
    { title: 'Images', values: bars(sumOf('images')) },
    { title: 'Sign-ups', values: bars(sumOf('sign_ups')) },
  ]
  const waits = bars(longestWait)
  const payments = bars(sumOf('payments'))
  return (
    <div className={classes.charts}>
      {counts.map(({ title, values }) => (
        <HourBars
          key={title}
          title={title}
          figure={formatNumber(total(values))}
          hours={hours}
          values={values}
          format={formatNumber}
        />
      ))}
      <HourBars
        title="Waiting (95 % of jobs)"
        figure={seconds(Math.max(...waits))}
        hours={hours}
        values={waits}
        format={seconds}
      />
      <HourBars
        title="Payments"
        figure={`${formatNumber(total(payments))} · ${formatCents(revenue)}`}
        hours={hours}
        values={payments}
        format={formatNumber}
      />
    </div>
  )
}

/** What happened in the last day, and the way to everything else. */
export function OverviewPage() {
  const day = useLastDay()
  return (
    <AdminFrame title="Overview">
      <SetupState />
      <ExamplesQuestion />
      <section aria-labelledby="last-day" className={classes.section}>
        <Title order={2} id="last-day">
          The last 24 hours
        </Title>
        {day.data ? (
          <Day rows={day.data.results} now={day.dataUpdatedAt} />
        ) : (
          <TableState isError={day.isError} onRetry={() => void day.refetch()} />
        )}
      </section>
      <section aria-labelledby="set-aside" className={classes.section}>
        <Title order={2} id="set-aside">
          Failing tasks
        </Title>
        <SetAside />
      </section>
      <section aria-labelledby="console-pages" className={classes.section}>
        <Title order={2} id="console-pages">
          Pages
        </Title>
        <ul className={classes.pages}>
          {PAGES.map(([label, path, about]) => (
            <li key={label}>
              <Link to={path.link()} className={classes.page}>
                <Text fw={700}>{label}</Text>
                <Text size="sm" c="dimmed">
                  {about}
                </Text>
              </Link>
            </li>
          ))}
        </ul>
      </section>
    </AdminFrame>
  )
}
