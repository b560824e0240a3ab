import { useElementSize } from '@mantine/hooks'
import { type KeyboardEvent, type PointerEvent, useMemo, useState } from 'react'
import { byLanguage, formatUtcDay } from '#web/lib/format.ts'
import { useDays } from '../api/use-library.ts'
import { dayAt, monthMarks, placesOf } from '../lib/day-rail.ts'
import type { LibraryFilter } from '../lib/use-library-filter.ts'
import { useTexts } from '../texts.ts'
import classes from './day-rail.module.css'

/** Pixels that a month's name takes. */
const NAME_HEIGHT = 22

const months = byLanguage(
  (locale) => new Intl.DateTimeFormat(locale, { month: 'short', timeZone: 'UTC' }),
)

/** January has the year's number: it is what tells it from the one before. */
const nameOfMonth = (month: string): string =>
  month.endsWith('-01') ? month.slice(0, 4) : months().format(Date.parse(`${month}-01`))

/** All days that have images, beside the list: pulled along it, or by the arrow keys, the list begins at another day. */
export function DayRail({
  filter,
  onPick,
}: {
  filter: LibraryFilter
  /** @param to last day that is shown; empty for the newest */
  onPick(to: string): void
}) {
  const t = useTexts()
  const { data } = useDays(filter)
  const days = useMemo(() => data?.results ?? [], [data])
  const places = useMemo(() => placesOf(days), [days])
  const { ref, height } = useElementSize()
  const [held, setHeld] = useState<number | null>(null)
  const marks = useMemo(
    () => (height > 0 ? monthMarks(days, places, NAME_HEIGHT / height) : []),
    [days, places, height],
  )
  if (days.length < 2) return null

  const first = filter.to === '' ? 0 : days.findIndex(({ day }) => day <= filter.to)
  const index = held ?? (first === -1 ? days.length - 1 : first)
  const { day, count } = days[index]!
  const pick = (next: number) => onPick(next === 0 ? '' : days[next]!.day)
  const under = ({ clientY, currentTarget }: PointerEvent<HTMLElement>): number => {
    const box = currentTarget.getBoundingClientRect()
    return dayAt(places, (clientY - box.top) / box.height)
  }
  const press = (event: KeyboardEvent) => {
    const beginning = day.slice(0, 7)
    const older = days.findIndex((one) => one.day < beginning)
    const newer = days.findLastIndex((one) => one.day.slice(0, 7) > beginning)
    const next = {
      ArrowUp: index - 1,
      ArrowDown: index + 1,
      PageUp: newer === -1 ? 0 : newer,
      PageDown: older === -1 ? days.length - 1 : older,
      Home: 0,
      End: days.length - 1,
    }[event.key]
    if (next === undefined) return
    event.preventDefault()
    pick(Math.min(days.length - 1, Math.max(0, next)))
  }
  return (
    <div className={classes.rail}>
      <div
        ref={ref}
        className={classes.track}
        role="slider"
        tabIndex={0}
        aria-label={t('days.label')}
        aria-orientation="vertical"
        aria-valuemin={0}
        aria-valuemax={days.length - 1}
        aria-valuenow={index}
        aria-valuetext={t('days.value', { day: formatUtcDay(day), count })}
        onKeyDown={press}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId)
          setHeld(under(event))
        }}
        onPointerMove={(event) => held !== null && setHeld(under(event))}
        onPointerUp={() => {
          if (held !== null) pick(held)
          setHeld(null)
        }}
        onPointerCancel={() => setHeld(null)}
      >
        {marks.map(({ month, place }) => (
          <span key={month} className={classes.month} style={{ top: `${100 * place}%` }}>
            {nameOfMonth(month)}
          </span>
        ))}
        <span className={classes.thumb} style={{ top: `${100 * places[index]!}%` }} />
        {held !== null && (
          <span className={classes.day} style={{ top: `${100 * places[index]!}%` }}>
            {t('days.value', { day: formatUtcDay(day), count })}
          </span>
        )}
      </div>
    </div>
  )
}
