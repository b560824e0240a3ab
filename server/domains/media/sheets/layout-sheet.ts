/** A rectangle on the sheet, in pixels. */
export interface Box {
  left: number
  top: number
  width: number
  height: number
}

export interface SheetShape {
  columns: number
  rows: number
  /** Sheets below each other; 1 without a third axis, and then without a line that names it. */
  pages: number
  hasPageTitles: boolean
  /** Of the largest cell, in pixels as it was made. */
  cell: { width: number; height: number }
}

export interface SheetLayout {
  width: number
  height: number
  /** Of the labels, in pixels. */
  fontSize: number
  title: Box
  /** By page. */
  pageTitles: Box[]
  /** By page: what stands above the columns. */
  columnLabels: Box[][]
  /** By page: what stands before the rows. */
  rowLabels: Box[][]
  /** Sheet by sheet, row by row. */
  cells: Box[]
}

/** Pixels of the whole: as raw bytes three times as many, which are in memory at once. */
const MOST_PIXELS = 24_000_000
const LONGEST_SIDE = 12_000
const SHRINK = 0.97

/** Where everything is on a sheet whose cells are as large as they were made, or as large as they may be. */
export function layoutSheet(shape: SheetShape): SheetLayout {
  for (let scale = 1; ; scale *= SHRINK) {
    const layout = layoutAt(shape, scale)
    const { width, height } = layout
    if (Math.max(width, height) <= LONGEST_SIDE && width * height <= MOST_PIXELS) return layout
  }
}

function layoutAt({ columns, rows, pages, hasPageTitles, cell }: SheetShape, scale: number) {
  const cellWidth = Math.max(1, Math.round(cell.width * scale))
  const cellHeight = Math.max(1, Math.round(cell.height * scale))
  const fontSize = Math.round(Math.min(40, Math.max(11, cellWidth / 18)))
  const gap = Math.max(2, Math.round(fontSize / 4))
  const edge = fontSize
  const line = Math.round(fontSize * 1.35)
  const labelWidth = fontSize * 9
  const left = edge + labelWidth + gap
  const width = left + columns * (cellWidth + gap) - gap + edge
  const title = { left: edge, top: edge, width: width - 2 * edge, height: line * 2 }
  const layout: SheetLayout = {
    width,
    height: 0,
    fontSize,
    title,
    pageTitles: [],
    columnLabels: [],
    rowLabels: [],
    cells: [],
  }
  const column = (at: number) => left + at * (cellWidth + gap)
  let top = edge + title.height + gap
  for (let page = 0; page < pages; page++) {
    if (hasPageTitles) {
      layout.pageTitles.push({ left: edge, top: top + line, width: width - 2 * edge, height: line })
      top += 2 * line + gap
    }
    const head = { top, height: line * 3, width: cellWidth }
    layout.columnLabels.push(
      Array.from({ length: columns }, (_, at) => ({ ...head, left: column(at) })),
    )
    top += head.height + gap
    const labels: Box[] = []
    for (let row = 0; row < rows; row++) {
      labels.push({ left: edge, top, width: labelWidth, height: cellHeight })
      for (let at = 0; at < columns; at++)
        layout.cells.push({ left: column(at), top, width: cellWidth, height: cellHeight })
      top += cellHeight + gap
    }
    layout.rowLabels.push(labels)
  }
  return { ...layout, height: top - gap + edge }
}
