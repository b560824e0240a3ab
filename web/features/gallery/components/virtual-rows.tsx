import {
  defaultRangeExtractor,
  type Range,
  useVirtualizer,
  useWindowVirtualizer,
  type VirtualItem,
} from '@tanstack/react-virtual'
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { cellsOf, type Row, rowOf } from '../lib/image-rows.ts'

/** Rows that are drawn before and after those in sight. */
const OVERSCAN = 3

interface RowsProps<S> {
  scroller: S
  rows: readonly Row[]
  /** Of each row with the space below it, pixels. */
  heights: readonly number[]
  margin: number
  /** Cell to bring into sight when it changes; -1 for none. */
  followedCell: number
  onLook(first: number, last: number): void
  children: (visible: readonly { index: number; start: number }[]) => ReactNode
}

/** The row that has the focus stays on the page wherever it is scrolled to. */
function useFocusedRow(): [row: RefRow, extract: (range: Range) => number[]] {
  const [row, setRow] = useState<number | null>(null)
  return [
    {
      onFocus: ({ target }) => {
        const at = target.closest('[data-row]')?.getAttribute('data-row')
        setRow(at === null || at === undefined ? null : Number(at))
      },
      onBlur: ({ relatedTarget }) => {
        if (relatedTarget !== null) setRow(null)
      },
    },
    (range) => {
      const indexes = defaultRangeExtractor(range)
      if (row === null || row >= range.count || indexes.includes(row)) return indexes
      return [...indexes, row].toSorted((a, b) => a - b)
    },
  ]
}

interface RefRow {
  onFocus(event: React.FocusEvent): void
  onBlur(event: React.FocusEvent): void
}

function useOptions<S>({ rows, heights, margin }: RowsProps<S>) {
  const [focus, rangeExtractor] = useFocusedRow()
  return {
    focus,
    options: {
      count: rows.length,
      estimateSize: (index: number) => heights[index] ?? 0,
      overscan: OVERSCAN,
      scrollMargin: margin,
      rangeExtractor,
    },
  }
}

interface Virtual {
  measure(): void
  range: { startIndex: number; endIndex: number } | null
  scrollToIndex(index: number, options: { align: 'auto' }): void
  getVirtualItems(): VirtualItem[]
}

/** What both kinds of scrolling do with the rows that are there. */
function useRows<S>(virtual: Virtual, props: RowsProps<S>, focus: RefRow): ReactNode {
  const { rows, heights, margin, followedCell, onLook, children } = props
  const shown = useRef(heights)
  useLayoutEffect(() => {
    if (shown.current === heights) return
    shown.current = heights
    virtual.measure()
  }, [virtual, heights])
  const first = virtual.range?.startIndex ?? 0
  const last = virtual.range?.endIndex ?? 0
  useEffect(() => {
    const seen = cellsOf(rows, first, Math.min(last, rows.length - 1))
    if (seen !== null) onLook(...seen)
  }, [rows, first, last, onLook])
  const latestRows = useRef(rows)
  useEffect(() => {
    latestRows.current = rows
  }, [rows])
  useEffect(() => {
    const row = followedCell < 0 ? -1 : rowOf(latestRows.current, followedCell)
    if (row >= 0) virtual.scrollToIndex(row, { align: 'auto' })
  }, [virtual, followedCell])
  const items = virtual.getVirtualItems()
  return (
    <div {...focus}>
      {children(items.map(({ index, start }) => ({ index, start: start - margin })))}
    </div>
  )
}

/** Rows in a part of the page that scrolls by itself. */
export function ElementRows(props: RowsProps<Element>) {
  const { scroller } = props
  const { focus, options } = useOptions(props)
  // Nothing here is memoized by a compiler.
  // eslint-disable-next-line react/incompatible-library
  const virtual = useVirtualizer({
    ...options,
    getScrollElement: () => scroller,
    initialOffset: () => scroller.scrollTop,
  })
  return useRows(virtual, props, focus)
}

/** Rows in a page that scrolls as a whole. */
export function WindowRows(props: RowsProps<Window>) {
  const { focus, options } = useOptions(props)
  // Nothing here is memoized by a compiler.
  // eslint-disable-next-line react/incompatible-library
  const virtual = useWindowVirtualizer({ ...options, initialOffset: () => window.scrollY })
  return useRows(virtual, props, focus)
}
