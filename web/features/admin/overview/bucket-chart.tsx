import { BarChart, type BarChartSeries } from '@mantine/charts'
import '@mantine/charts/styles.layer.css'
import { VisuallyHidden } from '@mantine/core'
import { useNavigate } from 'react-router'
import classes from './overview.module.css'

interface BucketChartProps {
  title: string
  /** The number beside the title. */
  figure: string
  series: readonly BarChartSeries[]
  rows: readonly (Record<string, number> & { index: number })[]
  /** How a bucket is called. */
  nameOf(index: number): string
  format(value: number): string
  /** The list behind a bucket. */
  linkOf(index: number): string
}

/** A bar for each hour, day or month; pressing one opens the list behind it. The table below says the same in numbers. */
export function BucketChart({
  title,
  figure,
  series,
  rows,
  nameOf,
  format,
  linkOf,
}: BucketChartProps) {
  const navigate = useNavigate()
  const open = ({ index }: { index?: number }) =>
    index !== undefined && void navigate(linkOf(index))
  return (
    <figure className={classes.chart} data-wide={series.length > 1 || undefined}>
      <figcaption className={classes.caption}>
        <span>{title}</span>
        <strong className="tabular">{figure}</strong>
      </figcaption>
      <VisuallyHidden>The same numbers are in the table below.</VisuallyHidden>
      <BarChart
        aria-hidden="true"
        h={150}
        mt="sm"
        data={rows.map((row) => ({ ...row, name: nameOf(row.index) }))}
        dataKey="name"
        type="stacked"
        series={[...series]}
        valueFormatter={format}
        withYAxis={false}
        gridAxis="none"
        tickLine="none"
        withLegend={series.length > 1}
        xAxisProps={{ interval: 'preserveStartEnd', minTickGap: 24 }}
        barProps={{
          isAnimationActive: false,
          className: classes.bar,
          onClick: (bar: { payload?: { index?: number } }) => open(bar.payload ?? {}),
        }}
        barChartProps={{ accessibilityLayer: false }}
      />
    </figure>
  )
}
