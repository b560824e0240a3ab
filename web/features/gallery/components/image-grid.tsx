import { memo, useMemo, useRef } from 'react'
import type { ImageList } from '../api/use-image-pages.ts'
import type { Cell } from '../lib/image-pages.ts'
import { layRows, laySquares, type Row, startsJob } from '../lib/image-rows.ts'
import type { TileOf } from '../lib/tile-of.ts'
import { useScroller } from '../lib/use-scroller.ts'
import { GridSections } from './grid-sections.tsx'
import { ElementRows, WindowRows } from './virtual-rows.tsx'
import classes from './image-grid.module.css'

/** How a list is laid out: in rows that fill the width, or in squares with room below each. */
export type GridLayout =
  | { kind: 'rows'; /** Height aimed at, pixels. */ height: number; phoneHeight: number }
  | { kind: 'squares'; /** Width at least, and room below, pixels. */ least: number; below: number }

/** Spaces, and room for the name of a day and of a job, pixels. */
const ROW_GAP = 12
const TILE_GAP = 4
const JOB_GAP = 16
const SQUARE_GAP = 8
const DAY_HEIGHT = 44
const CAPTION_HEIGHT = 24
const PHONE = 640

export interface ImageGridProps<T> {
  list: ImageList<T>
  /** Images that are shown elsewhere or were deleted just now. */
  hidden?: ReadonlySet<string>
  /** What a screen reader says of the list. */
  label: string
  layout: GridLayout
  tile: TileOf<T>
  /** The line over the images of a job; none where there are no jobs. */
  caption?: (image: T) => string
  /** Id of the image that is looked at in the viewer: the grid goes along. */
  followed?: string | null
}

/** A row of a job that began above it has no caption, and stands nearer to the one above. */
const continuesJob = (row: Row | undefined, cells: readonly Cell[]): boolean =>
  row?.kind === 'tiles' && cells[row.start]!.job !== null && !startsJob(row, cells)

function heightOf(
  row: Row,
  next: Row | undefined,
  cells: readonly Cell[],
  layout: GridLayout,
): number {
  if (row.kind === 'day') return DAY_HEIGHT
  if (layout.kind === 'squares') return row.height + layout.below + SQUARE_GAP
  const gap = continuesJob(next, cells) ? TILE_GAP : ROW_GAP
  return row.height + (startsJob(row, cells) ? CAPTION_HEIGHT : 0) + gap
}

const NONE: ReadonlySet<string> = new Set()

/**
 * Every list of images: only the rows in sight and a few beside them are on the page, however long the list is. Its place
 * is the scroll position of whatever it stands in.
 */
function Grid<T extends { id: string }>({
  list,
  hidden = NONE,
  label,
  layout,
  tile,
  caption,
  followed = null,
}: ImageGridProps<T>) {
  const grid = useRef<HTMLDivElement>(null)
  const { scroller, width, margin } = useScroller(grid, label)
  const cells = useMemo(
    () => (hidden.size === 0 ? list.cells : list.cells.filter(({ id }) => !hidden.has(id))),
    [list.cells, hidden],
  )
  const rows = useMemo(() => {
    if (layout.kind === 'squares')
      return laySquares(cells, { width, least: layout.least, gap: SQUARE_GAP })
    const height = width < PHONE ? layout.phoneHeight : layout.height
    return layRows(cells, { width, height, gap: TILE_GAP, jobGap: JOB_GAP })
  }, [cells, layout, width])
  const heights = useMemo(
    () => rows.map((row, index) => heightOf(row, rows[index + 1], cells, layout)),
    [rows, cells, layout],
  )
  const total = useMemo(() => heights.reduce((sum, height) => sum + height, 0), [heights])
  const followedCell = followed === null ? -1 : cells.findIndex(({ id }) => id === followed)
  const virtual = { rows, heights, margin, followedCell, onLook: list.look }
  const show = (visible: readonly { index: number; start: number }[]) => (
    <GridSections
      visible={visible}
      rows={rows}
      cells={cells}
      items={list.items}
      isWhole={!list.hasMore}
      label={label}
      tile={tile}
      caption={caption}
      gap={layout.kind === 'squares' ? SQUARE_GAP : TILE_GAP}
    />
  )
  return (
    <div ref={grid} className={classes.grid} style={{ height: total }}>
      {scroller !== null &&
        ('scrollY' in scroller ? (
          <WindowRows {...virtual} scroller={scroller}>
            {show}
          </WindowRows>
        ) : (
          <ElementRows {...virtual} scroller={scroller}>
            {show}
          </ElementRows>
        ))}
    </div>
  )
}

export const ImageGrid = memo(Grid) as typeof Grid
