import { type PointerEvent, useLayoutEffect, useRef, useState } from 'react'
import type { Point } from './mask-painting.ts'

const MOST = 8
const STEP = 1.5

/**
 * How many times larger than it fits a board is shown in an element that scrolls. Its middle stays where it is; two
 * fingers move it and zoom it.
 */
export function useZoom() {
  const scroller = useRef<HTMLDivElement>(null)
  const [zoom, setZoom] = useState(1)
  const shown = useRef(zoom)
  const fingers = useRef(new Map<number, Point>())
  const pinch = useRef({ span: 1, zoom })
  const change = (next: number) => setZoom(Math.min(MOST, Math.max(1, next)))

  useLayoutEffect(() => {
    const view = scroller.current
    const times = zoom / shown.current
    shown.current = zoom
    if (view === null || times === 1) return
    const { scrollLeft, scrollTop, clientWidth, clientHeight } = view
    view.scrollTo(
      (scrollLeft + clientWidth / 2) * times - clientWidth / 2,
      (scrollTop + clientHeight / 2) * times - clientHeight / 2,
    )
  }, [zoom])

  /** Where two fingers are, and how far from each other; null while there are not two. */
  const hold = () => {
    const [first, second] = [...fingers.current.values()]
    if (first === undefined || second === undefined) return null
    return {
      x: (first.x + second.x) / 2,
      y: (first.y + second.y) / 2,
      span: Math.max(1, Math.hypot(first.x - second.x, first.y - second.y)),
    }
  }
  const lift = ({ pointerId }: PointerEvent) => void fingers.current.delete(pointerId)

  return {
    zoom,
    /** Larger or smaller by a step. */
    step: (by: -1 | 1) => change(zoom * STEP ** by),
    canZoomIn: zoom < MOST,
    canZoomOut: zoom > 1,
    /** For the element that scrolls. */
    view: {
      ref: scroller,
      onPointerDown({ pointerId, pointerType, clientX, clientY }: PointerEvent) {
        if (pointerType !== 'touch') return
        fingers.current.set(pointerId, { x: clientX, y: clientY })
        const held = hold()
        if (held) pinch.current = { span: held.span, zoom }
      },
      onPointerMove({ pointerId, clientX, clientY }: PointerEvent) {
        if (!fingers.current.has(pointerId)) return
        const before = hold()
        fingers.current.set(pointerId, { x: clientX, y: clientY })
        const now = hold()
        if (before === null || now === null) return
        scroller.current?.scrollBy(before.x - now.x, before.y - now.y)
        change((pinch.current.zoom * now.span) / pinch.current.span)
      },
      onPointerUp: lift,
      onPointerCancel: lift,
    },
  }
}
