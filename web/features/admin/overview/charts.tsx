import type { Business, BusinessBucket } from '#contract/admin-business.ts'
import { formatCents, formatNumber } from '#web/lib/format.ts'
import { BucketChart } from './bucket-chart.tsx'
import { daysLink, listLinks, type Span, spansOf } from './list-links.ts'
import { bucketName } from './bucket-name.ts'
import classes from './overview.module.css'

const seconds = (value: number) => `${formatNumber(Math.round(value * 10) / 10)} s`

interface Chart {
  title: string
  series: { name: string; color: string; of(bucket: BusinessBucket): number }[]
  format(value: number): string
  list(span: Span): string
  /** Beside the title: all together, the largest, or the last one. */
  figure: 'sum' | 'most' | 'last'
}

const BLUE = 'blue.6'

const CHARTS: Chart[] = [
  {
    title: 'Jobs',
    series: [{ name: 'Jobs', color: BLUE, of: ({ jobs }) => jobs }],
    format: formatNumber,
    list: listLinks.ordered,
    figure: 'sum',
  },
  {
    title: 'Failures',
    series: [{ name: 'Failures', color: 'red.6', of: ({ failed }) => failed }],
    format: formatNumber,
    list: (span) => listLinks.ended(span, { status: 'FL' }),
    figure: 'sum',
  },
  {
    title: 'Images',
    series: [{ name: 'Images', color: BLUE, of: ({ images }) => images }],
    format: formatNumber,
    list: (span) => listLinks.ended(span),
    figure: 'sum',
  },
  {
    title: 'Waiting, median',
    series: [{ name: 'Half of all jobs', color: BLUE, of: ({ wait_p50: wait }) => wait ?? 0 }],
    format: seconds,
    list: (span) => listLinks.ended(span),
    figure: 'most',
  },
  {
    title: 'Waiting, 95 % of jobs',
    series: [{ name: '95 % of jobs', color: 'orange.6', of: ({ wait_p95: wait }) => wait ?? 0 }],
    format: seconds,
    list: (span) => listLinks.ended(span),
    figure: 'most',
  },
  {
    title: 'Cost of engines',
    series: [{ name: 'Cost', color: 'orange.6', of: ({ cost_cents: cents }) => cents }],
    format: formatCents,
    list: (span) => listLinks.ended(span),
    figure: 'sum',
  },
  {
    title: 'Revenue',
    series: [
      { name: 'New plans', color: 'green.6', of: ({ revenue }) => revenue.start },
      { name: 'Renewals', color: 'teal.8', of: ({ revenue }) => revenue.renewal },
      { name: 'Upgrades', color: 'lime.6', of: ({ revenue }) => revenue.upgrade },
      { name: 'Packs', color: BLUE, of: ({ revenue }) => revenue.pack },
      { name: 'Headshots', color: 'grape.6', of: ({ revenue }) => revenue.headshots },
    ],
    format: formatCents,
    list: listLinks.paid,
    figure: 'sum',
  },
  {
    title: 'Monthly revenue (MRR)',
    series: [{ name: 'MRR', color: 'green.6', of: ({ mrr_cents: cents }) => cents }],
    format: formatCents,
    list: listLinks.paid,
    figure: 'last',
  },
  {
    title: 'Sign-ups',
    series: [{ name: 'Sign-ups', color: BLUE, of: ({ sign_ups: people }) => people }],
    format: formatNumber,
    list: listLinks.people,
    figure: 'sum',
  },
  {
    title: 'Outstanding credits',
    series: [{ name: 'Outstanding', color: 'orange.6', of: ({ outstanding: credits }) => credits }],
    format: formatNumber,
    list: listLinks.paid,
    figure: 'last',
  },
]

const figureOf = (values: readonly number[], figure: Chart['figure']): number => {
  if (figure === 'last') return values.at(-1) ?? 0
  return figure === 'most' ? Math.max(0, ...values) : values.reduce((sum, value) => sum + value, 0)
}

/** The most asked figures, a chart each. */
export function Charts({ business }: { business: Business }) {
  const spans = spansOf(business)
  return (
    <div className={classes.charts}>
      {CHARTS.map(({ title, series, format, list, figure }) => {
        const all = business.buckets.map((bucket) =>
          series.reduce((sum, { of }) => sum + of(bucket), 0),
        )
        return (
          <BucketChart
            key={title}
            title={title}
            figure={`${figure === 'most' ? 'up to ' : ''}${format(figureOf(all, figure))}`}
            series={series.map(({ name, color }) => ({ name, color }))}
            rows={business.buckets.map((bucket, index) => ({
              index,
              ...Object.fromEntries(series.map(({ name, of }) => [name, of(bucket)])),
            }))}
            nameOf={(index) => bucketName(business.by, spans[index]!.from)}
            format={format}
            linkOf={(index) => (business.by === 'month' ? daysLink : list)(spans[index]!)}
          />
        )
      })}
    </div>
  )
}
