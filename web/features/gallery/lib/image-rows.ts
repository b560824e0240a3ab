import type { Cell } from './image-pages.ts'

/** A line of the grid: the name of a day, or tiles beside each other. */
export type Row =
  | {
      kind: 'day'
      day: number
      /** The first cell of the day; the row itself holds none. */
      start: number
      end: number
      /** Images of the day. */
      count: number
    }
  | {
      kind: 'tiles'
      start: number
      end: number
      /** Height of its tiles, pixels. */
      height: number
    }

export interface RowOptions {
  /** Of the grid, pixels. */
  width: number
  /** Height of the tiles that is aimed at, pixels. */
  height: number
  /** Between tiles of one job, and between jobs, pixels. */
  gap: number
  jobGap: number
}

/** What it costs to break a job over two rows, against rows higher or lower than they should be. */
const BROKEN_JOB = 0.35
/** Rows are not lower or higher than this, as shares of the height aimed at. */
const LOWEST = 0.55
const HIGHEST = 1.75
/** The last row of a day is not stretched further. */
const STRETCH = 1.3

const gapBefore = (cells: readonly Cell[], index: number, { gap, jobGap }: RowOptions): number =>
  isNewJob(cells, index) ? jobGap : gap

/** Whether another job begins at a cell. */
export function isNewJob(cells: readonly Cell[], index: number): boolean {
  const job = cells[index]?.job ?? null
  return job !== null && job !== cells[index - 1]?.job
}

/** Whether a job begins anywhere in a row, which then has a line for its name. */
export function startsJob({ start, end }: Row, cells: readonly Cell[]): boolean {
  for (let at = start; at < end; at++) if (isNewJob(cells, at)) return true
  return false
}

/** The end of the row that starts at a cell, and its height; chosen so that jobs stay whole where they can. */
function breakRow(
  cells: readonly Cell[],
  start: number,
  dayEnd: number,
  options: RowOptions,
): { end: number; height: number } {
  let ratios = 0
  let gaps = 0
  let best: { end: number; height: number; cost: number } | null = null
  for (let end = start + 1; end <= dayEnd; end++) {
    ratios += cells[end - 1]!.ratio
    if (end - 1 > start) gaps += gapBefore(cells, end - 1, options)
    const height = Math.max(1, (options.width - gaps) / ratios)
    const share = height / options.height
    if (share < LOWEST && best !== null) break
    if (share > HIGHEST) continue
    const isWhole = end === dayEnd || cells[end]!.job === null || isNewJob(cells, end)
    const cost = Math.abs(Math.log(share)) + (isWhole ? 0 : BROKEN_JOB)
    if (best === null || cost < best.cost) best = { end, height, cost }
    // One very wide image fills a row by itself.
    if (share < LOWEST) break
  }
  const last = best ?? { end: dayEnd, height: Infinity }
  const isUnfilled = last.end === dayEnd && last.height > STRETCH * options.height
  return isUnfilled ? { end: dayEnd, height: options.height } : last
}

/**
 * Lays images out in rows that fill the width, day by day, with the images of a job side by side.
 * Linear in the number of cells.
 */
export function layRows(cells: readonly Cell[], options: RowOptions): Row[] {
  const rows: Row[] = []
  if (options.width <= 0) return rows
  let dayStart = 0
  while (dayStart < cells.length) {
    const { day } = cells[dayStart]!
    let dayEnd = dayStart + 1
    while (cells[dayEnd]?.day === day) dayEnd++
    if (day !== 0)
      rows.push({ kind: 'day', day, start: dayStart, end: dayStart, count: dayEnd - dayStart })
    for (let start = dayStart; start < dayEnd;) {
      const { end, height } = breakRow(cells, start, dayEnd, options)
      rows.push({ kind: 'tiles', start, end, height })
      start = end
    }
    dayStart = dayEnd
  }
  return rows
}

/** Lays images out in squares, as many beside each other as are at least `least` pixels wide. */
export function laySquares(
  cells: readonly Cell[],
  { width, least, gap }: { width: number; least: number; gap: number },
): Row[] {
  if (width <= 0) return []
  const columns = Math.max(1, Math.floor((width + gap) / (least + gap)))
  const height = (width - gap * (columns - 1)) / columns
  const rows: Row[] = []
  for (let start = 0; start < cells.length; start += columns) {
    rows.push({ kind: 'tiles', start, end: Math.min(start + columns, cells.length), height })
  }
  return rows
}

/** The row in which a cell stands; -1 for none. */
export function rowOf(rows: readonly Row[], cell: number): number {
  let low = 0
  let high = rows.length - 1
  while (low <= high) {
    const middle = (low + high) >> 1
    const row = rows[middle]!
    if (cell < row.start) high = middle - 1
    else if (cell >= row.end) low = middle + 1
    else return middle
  }
  return -1
}

/** The first and the last cell of some rows; null without cells. */
export function cellsOf(
  rows: readonly Row[],
  first: number,
  last: number,
): [number, number] | null {
  const from = rows[first]
  const to = rows[last]
  if (from === undefined || to === undefined) return null
  return [from.start, Math.max(from.start, to.end - 1)]
}
