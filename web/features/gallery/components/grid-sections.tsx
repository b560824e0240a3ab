import { memo, type ReactNode } from 'react'
import { dayName } from '../lib/day-name.ts'
import type { Cell } from '../lib/image-pages.ts'
import { isNewJob, type Row, startsJob } from '../lib/image-rows.ts'
import type { TileOf } from '../lib/tile-of.ts'
import { useTexts } from '../texts.ts'
import classes from './image-grid.module.css'

interface Shared<T> {
  rows: readonly Row[]
  cells: readonly Cell[]
  items: ReadonlyMap<string, T>
  tile: TileOf<T>
  caption: ((image: T) => string) | undefined
  gap: number
}

interface Part {
  /** Row of the day's name; null where days do not matter. */
  day: Extract<Row, { kind: 'day' }> | null
  rows: { index: number; start: number }[]
}

/** The day to which a row belongs; rows of a day follow its name. */
function dayOfRow(rows: readonly Row[], cells: readonly Cell[], index: number): Part['day'] {
  const row = rows[index]!
  if (row.kind === 'day') return row
  const { day } = cells[row.start]!
  if (day === 0) return null
  let at = index
  while (at > 0 && rows[at]!.kind !== 'day') at--
  const found = rows[at]!
  return found.kind === 'day' ? found : null
}

function cutIntoParts<T>(
  visible: readonly { index: number; start: number }[],
  { rows, cells }: Shared<T>,
): Part[] {
  const parts: Part[] = []
  for (const row of visible) {
    if (rows[row.index] === undefined) continue
    const last = parts.at(-1)
    const startsDay = rows[row.index]!.kind === 'day'
    if (last !== undefined && !startsDay) last.rows.push(row)
    else parts.push({ day: dayOfRow(rows, cells, row.index), rows: [row] })
  }
  return parts
}

/** The rows in sight: a heading and a list for each day, whose images are numbered as if all were on the page. */
export function GridSections<T extends { id: string }>({
  visible,
  isWhole,
  label,
  ...shared
}: Shared<T> & {
  visible: readonly { index: number; start: number }[]
  /** Nothing comes after the cells. */
  isWhole: boolean
  label: string
}) {
  const t = useTexts()
  return cutIntoParts(visible, shared).map(({ day, rows }) => {
    const first = day?.start ?? 0
    const count = day?.count ?? shared.cells.length
    const isOpenEnded = !isWhole && first + count === shared.cells.length
    const name = day === null ? null : dayName(day.day, t)
    return (
      <section key={day?.day ?? 'all'} aria-label={name ?? undefined}>
        {rows.map(({ index, start }) =>
          shared.rows[index]?.kind === 'day' ? (
            <h2 key="day" className={classes.day} style={{ transform: `translateY(${start}px)` }}>
              {name}
            </h2>
          ) : null,
        )}
        <div
          role="list"
          aria-label={name === null ? label : t('historyGrid.day', { list: label, day: name })}
        >
          {rows.map(({ index, start }) => {
            const row = shared.rows[index]
            if (row?.kind !== 'tiles') return null
            return (
              <GridRow
                key={shared.cells[row.start]!.id}
                index={index}
                top={start}
                first={first}
                count={isOpenEnded ? -1 : count}
                {...shared}
                row={row}
              />
            )
          })}
        </div>
      </section>
    )
  })
}

function RowOfTiles<T extends { id: string }>({
  row,
  index,
  top,
  first,
  count,
  cells,
  items,
  tile,
  caption,
  gap,
}: Shared<T> & {
  row: Extract<Row, { kind: 'tiles' }>
  index: number
  top: number
  /** Where its list begins, and how long that is; -1 while nobody knows. */
  first: number
  count: number
}) {
  const groups: { start: number; end: number }[] = []
  for (let at = row.start; at < row.end; at++) {
    const group = groups.at(-1)
    if (group === undefined || isNewJob(cells, at)) groups.push({ start: at, end: at + 1 })
    else group.end = at + 1
  }
  const tileAt = (at: number): ReactNode => {
    const cell = cells[at]!
    const width = row.height * cell.ratio
    const image = items.get(cell.id)
    return (
      <div
        key={cell.id}
        role="listitem"
        aria-setsize={count}
        aria-posinset={at - first + 1}
        className={image === undefined ? classes.empty : undefined}
        style={{ width, height: row.height }}
      >
        {image !== undefined && tile(image, at, `${Math.ceil(width)}px`)}
      </div>
    )
  }
  return (
    <div
      role="presentation"
      data-row={index}
      className={classes.row}
      style={{ transform: `translateY(${top}px)` }}
    >
      {groups.map(({ start, end }) => {
        const image = items.get(cells[start]!.id)
        const text =
          caption !== undefined && image !== undefined && isNewJob(cells, start)
            ? caption(image)
            : null
        return (
          <div key={cells[start]!.id} role="presentation" className={classes.group}>
            {caption !== undefined && startsJob(row, cells) && (
              // The name of each image says it.
              <div aria-hidden className={classes.caption}>
                {text}
              </div>
            )}
            <div role="presentation" className={classes.tiles} style={{ gap }}>
              {Array.from({ length: end - start }, (_, at) => tileAt(start + at))}
            </div>
          </div>
        )
      })}
    </div>
  )
}

const GridRow = memo(RowOfTiles) as typeof RowOfTiles
