import { BarChart, type BarChartSeries } from '@mantine/charts'
import '@mantine/charts/styles.layer.css'
import { VisuallyHidden } from '@mantine/core'
import { useNavigate } from 'react-router'
import { Folded, useIsPhone } from './part.tsx'
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

/**
 * A bar for each hour, day or month; pressing one opens the list behind it. The table below says the same in numbers. On a phone the
 * title and the figure stand alone, until they are pressed.
 */
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
  const isPhone = useIsPhone()
  const open = ({ index }: { index?: number }) =>
    index !== undefined && void navigate(linkOf(index))
  const chart = (
    <>
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
    </>
  )
  const caption = (
    <span className={classes.caption}>
      <span>{title}</span>
      <strong className="tabular">{figure}</strong>
    </span>
  )
  return (
    <figure aria-label={title} className={classes.chart} data-wide={series.length > 1 || undefined}>
      {isPhone ? (
        <Folded summary={caption}>{chart}</Folded>
      ) : (
        <>
          {caption}
          {chart}
        </>
      )}
    </figure>
  )
}
