import { formatTime } from '#web/lib/format.ts'
import classes from './overview.module.css'

interface HourBarsProps {
  title: string
  /** The number beside the title. */
  figure: string
  hours: readonly string[]
  /** One for each hour. */
  values: readonly number[]
  format(value: number): string
}

/** One bar for each hour, the highest as high as there is room; with the same in words. */
export function HourBars({ title, figure, hours, values, format }: HourBarsProps) {
  const most = Math.max(...values)
  const at = hours[values.indexOf(most)]
  const words =
    most === 0 || at === undefined
      ? `${title}: nothing in the last 24 hours`
      : `${title}: ${figure} in the last 24 hours, most in the hour from ${formatTime(at)}: ${format(most)}`
  return (
    <figure className={classes.chart}>
      <figcaption className={classes.caption}>
        <span>{title}</span>
        <strong className="tabular">{figure}</strong>
      </figcaption>
      <div role="img" aria-label={words} className={classes.bars}>
        {values.map((value, place) => (
          <span
            key={hours[place]}
            title={`${formatTime(hours[place]!)}: ${format(value)}`}
            className={classes.bar}
            data-empty={value === 0 || undefined}
            style={{ height: `${most === 0 ? 0 : (100 * value) / most}%` }}
          />
        ))}
      </div>
    </figure>
  )
}
