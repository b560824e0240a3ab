import { Anchor } from '@mantine/core'
import { Link } from 'react-router'
import type { Business, BusinessBucket } from '#contract/admin-business.ts'
import { formatBytes, formatCents, formatNumber, formatTime } from '#web/lib/format.ts'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { causeText, useJobType } from '../components/job-words.ts'
import { bucketName } from './bucket-name.ts'
import { daysLink, listLinks, type Span, spansOf } from './list-links.ts'
import classes from './overview.module.css'

type Row = BusinessBucket & { span: Span }

const sumOf = ({ buckets }: Business, of: (bucket: BusinessBucket) => number): number =>
  buckets.reduce((sum, bucket) => sum + of(bucket), 0)

/** Every hour, day or month in numbers, with the lists behind them. */
export function Numbers({ business }: { business: Business }) {
  const spans = spansOf(business)
  const rows: Row[] = business.buckets.map((bucket, index) => ({ ...bucket, span: spans[index]! }))
  const isMonth = business.by === 'month'
  const counted = (
    title: string,
    of: (row: Row) => number,
    list?: (span: Span) => string,
    format = formatNumber,
  ): Column<Row> => ({
    title,
    kind: 'number',
    render(row) {
      const text = format(of(row))
      if (!list || of(row) === 0 || isMonth) return text
      return (
        <Anchor component={Link} to={list(row.span)} aria-label={`${title}, ${nameOf(row)}`}>
          {text}
        </Anchor>
      )
    },
  })
  const nameOf = ({ at }: Row) => bucketName(business.by, at)
  return (
    <details>
      <summary className={classes.summary}>In numbers</summary>
      <DataTable
        label="In numbers"
        rows={rows.toReversed()}
        keyOf={({ at }) => at}
        cards="none"
        empty="Nothing."
        columns={[
          {
            title: 'When (UTC)',
            render: (row) =>
              isMonth ? (
                <Anchor component={Link} to={daysLink(row.span)}>
                  {nameOf(row)}
                </Anchor>
              ) : (
                nameOf(row)
              ),
          },
          counted('Jobs', ({ jobs }) => jobs, listLinks.ordered),
          counted(
            'Failures',
            ({ failed }) => failed,
            (span) => listLinks.ended(span, { status: 'FL' }),
          ),
          counted('Images', ({ images }) => images, listLinks.ended),
          counted('Engine time, s', ({ engine_seconds: time }) => Math.round(time)),
          counted('Cost', ({ cost_cents: cents }) => cents, undefined, formatCents),
          counted('Sign-ups', ({ sign_ups: people }) => people, listLinks.people),
          counted('Payments', ({ payments }) => payments, listLinks.paid),
          counted(
            'Revenue',
            ({ revenue }) => Object.values(revenue).reduce((sum, cents) => sum + cents, 0),
            listLinks.paid,
            formatCents,
          ),
          counted('Given back', ({ refunded_cents: cents }) => cents, undefined, formatCents),
          counted('Ended plans', ({ churned }) => churned),
          counted('MRR', ({ mrr_cents: cents }) => cents, undefined, formatCents),
          counted('Credits sold', ({ credits }) => credits.sold),
          counted('Given', ({ credits }) => credits.given),
          counted('Spent', ({ credits }) => credits.spent),
          counted('Expired', ({ credits }) => credits.expired),
          counted('Outstanding', ({ outstanding }) => outstanding),
        ]}
      />
    </details>
  )
}

/** How far those who came went on: each step counted in the time that is shown. */
export function Funnel({ business }: { business: Business }) {
  const signUps = sumOf(business, ({ sign_ups: people }) => people)
  const steps = [
    { name: 'Sign-ups', people: signUps },
    { name: 'Confirmed the address', people: sumOf(business, ({ confirmed }) => confirmed) },
    { name: 'First image', people: sumOf(business, ({ first_images: first }) => first) },
    { name: 'First payment', people: sumOf(business, ({ first_payments: first }) => first) },
  ]
  return (
    <DataTable
      label="From sign-up to payment"
      rows={steps}
      keyOf={({ name }) => name}
      empty=""
      columns={[
        { title: 'Step', render: ({ name }) => name },
        { title: 'People', kind: 'number', render: ({ people }) => formatNumber(people) },
        {
          title: 'For 100 sign-ups',
          kind: 'number',
          render: ({ people }) =>
            signUps === 0 ? '' : formatNumber(Math.round((100 * people) / signUps)),
        },
      ]}
    />
  )
}

/** Causes of failure, with their jobs. */
export function Causes({ business }: { business: Business }) {
  const { from, to } = business
  return (
    <DataTable
      label="Failures by cause"
      rows={business.failures}
      keyOf={({ code }) => code}
      empty="No job failed."
      columns={[
        {
          title: 'Cause',
          render: ({ code }) => (
            <Anchor
              component={Link}
              to={listLinks.ended({ from, to }, { status: 'FL', error: code })}
            >
              {causeText(code)}
            </Anchor>
          ),
        },
        { title: 'Jobs', kind: 'number', render: ({ jobs }) => formatNumber(jobs) },
      ]}
    />
  )
}

/** Cents of an amount that has parts of a cent; nothing is never negative. */
const wholeCents = (cents: number): string => {
  const whole = Math.round(cents)
  return formatCents(whole === 0 ? 0 : whole)
}

/** Revenue and cost of each kind of work on each engine. */
export function Margins({ business }: { business: Business }) {
  const typeOf = useJobType()
  return (
    <DataTable
      label="Margin by kind and engine"
      rows={business.work}
      keyOf={({ kind, engine }) => `${kind} ${engine}`}
      empty="Nothing was made."
      columns={[
        { title: 'Kind', render: ({ kind }) => typeOf(kind) },
        { title: 'Engine', render: ({ engine }) => engine },
        { title: 'Jobs', kind: 'number', render: ({ jobs }) => formatNumber(jobs) },
        { title: 'Images', kind: 'number', render: ({ images }) => formatNumber(images) },
        { title: 'Credits', kind: 'number', render: ({ credits }) => formatNumber(credits) },
        {
          title: 'Engine time',
          kind: 'number',
          render: ({ engine_seconds: time }) => `${formatNumber(Math.round(time))} s`,
        },
        {
          title: 'Earned',
          kind: 'number',
          render: ({ earned_cents: cents }) => formatCents(cents),
        },
        { title: 'Cost', kind: 'number', render: ({ cost_cents: cents }) => formatCents(cents) },
        {
          title: 'Margin',
          kind: 'number',
          render: ({ earned_cents: earned, cost_cents: cost }) => wholeCents(earned - cost),
        },
      ]}
    />
  )
}

const LOTS: Record<string, string> = {
  plan: 'Of plans, paid for',
  pack: 'Of packs, paid for',
  free: 'Free every month',
  bonus: 'Bonus',
  grant: 'Given by hand',
}

/** What is owed, what comes every month and what is stored. */
export function Balance({ business }: { business: Business }) {
  const { mrr_changes: mrr, storage } = business
  const rows = [
    ...business.outstanding.map(({ kind, credits }) => ({
      name: `Outstanding credits: ${LOTS[kind] ?? kind}`,
      value: formatNumber(credits),
    })),
    { name: 'MRR: new plans', value: formatCents(mrr.new) },
    { name: 'MRR: upgrades', value: formatCents(mrr.upgraded) },
    { name: 'MRR: smaller plans', value: formatCents(mrr.lowered) },
    { name: 'MRR: ended plans', value: formatCents(mrr.churned) },
    ...(storage
      ? [
          {
            name: `Stored images (${formatTime(storage.at)})`,
            value: formatBytes(storage.images_bytes),
          },
          { name: 'Stored uploads', value: formatBytes(storage.uploads_bytes) },
        ]
      : []),
  ]
  return (
    <DataTable
      label="Credits, plans and storage"
      rows={rows}
      keyOf={({ name }) => name}
      empty=""
      columns={[
        { title: 'Name', render: ({ name }) => name },
        { title: 'Value', kind: 'number', render: ({ value }) => value },
      ]}
    />
  )
}
