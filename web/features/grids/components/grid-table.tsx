import { type KeyboardEvent, useRef, useState } from 'react'
import type { Grid } from '#contract/grids.ts'
import type { PredictionImage } from '#contract/prediction-images.ts'
import { useAxisWords } from '#web/features/generate/grid/use-axis-words.ts'
import { type Place, step } from '../lib/step.ts'
import { useTexts } from '../texts.ts'
import { CellContent } from './grid-cell.tsx'
import classes from './grid.module.css'

/** One sheet of a grid as a table whose cells are walked through by arrow keys. */
export function GridTable({
  grid: { x, y, cells, request },
  sheet,
  hidden,
  onOpen,
}: {
  grid: Grid
  /** Which value of the third axis; 0 where there is none. */
  sheet: number
  /** Ids of images that were just deleted. */
  hidden: ReadonlySet<string>
  onOpen: (image: PredictionImage) => void
}) {
  const t = useTexts()
  const { axisName, valueNames } = useAxisWords()
  const table = useRef<HTMLTableElement>(null)
  const [at, setAt] = useState<Place>({ row: 0, column: 0 })
  const [columns, rows] = [valueNames(x), valueNames(y)]
  const size = { rows: rows.length, columns: columns.length }
  const { width, height } = request as { width?: number; height?: number }
  const ratio = width && height ? width / height : 1

  function walk(event: KeyboardEvent): void {
    const from = event.target as HTMLElement
    // Not from a menu of an image, which uses the same keys.
    if (!from.matches('[data-picture]') && !from.matches('[data-place]')) return
    const place = step(at, event, size)
    if (place === null) return
    event.preventDefault()
    const cell = table.current?.querySelector<HTMLElement>(
      `[data-place="${place.row}-${place.column}"]`,
    )
    const image = cell?.querySelector<HTMLElement>('[data-picture]')
    ;(image ?? cell)?.focus()
  }

  return (
    <div className={classes.scroller}>
      <table
        ref={table}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- its cells are walked through
        role="grid"
        aria-label={t('table.label', { x: axisName(x), y: axisName(y) })}
        className={`${classes.table} tabular`}
        style={{ '--columns': size.columns }}
        onKeyDown={walk}
      >
        <thead>
          <tr>
            <td className={classes.corner}>
              <span>{t('table.columns', { axis: axisName(x) })}</span>
              <span>{t('table.rows', { axis: axisName(y) })}</span>
            </td>
            {columns.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((name, row) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {columns.map((_, column) => {
                const cell = cells[(sheet * size.rows + row) * size.columns + column]
                if (!cell) return null
                const isHidden = cell.image !== null && hidden.has(cell.image.id)
                const tabIndex = at.row === row && at.column === column ? 0 : -1
                const isEmpty = cell.image === null || isHidden
                return (
                  <td
                    key={cell.job}
                    data-place={`${row}-${column}`}
                    tabIndex={isEmpty ? tabIndex : undefined}
                    onFocus={() => setAt({ row, column })}
                  >
                    <CellContent
                      cell={cell}
                      ratio={ratio}
                      isHidden={isHidden}
                      tabIndex={tabIndex}
                      onOpen={onOpen}
                    />
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
