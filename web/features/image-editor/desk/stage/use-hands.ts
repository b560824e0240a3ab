import { type PointerEvent, useEffect, useRef, useState } from 'react'
import type { Point } from '../document/document.ts'
import type { StageView } from './use-view.ts'

/** What a pen on the image does; places are those of the image. */
export interface Pen {
  begin(at: Point): void
  move(at: readonly Point[]): void
  end(): void
  drop(): void
  /** Over the image without touching it; null: it has left. */
  hover(at: Point | null): void
}

/**
 * Pointers on the stage: one draws, two pinch and move the image, and so does one with Space held or the middle button.
 *
 * @param pen null where one pointer does nothing here, since what is on the stage takes it
 */
export function useHands({ view, zoom, pan }: StageView, pen: Pen | null) {
  const element = useRef<HTMLDivElement>(null)
  const fingers = useRef(new Map<number, Point>())
  const doing = useRef<'drawing' | 'panning' | null>(null)
  const [isSpaceDown, setSpaceDown] = useState(false)

  const placeOf = ({ clientX, clientY }: { clientX: number; clientY: number }): Point => {
    const box = element.current?.getBoundingClientRect()
    return { x: clientX - (box?.left ?? 0), y: clientY - (box?.top ?? 0) }
  }
  const onImage = (event: { clientX: number; clientY: number }): Point => {
    const at = placeOf(event)
    return { x: (at.x - view.x) / view.scale, y: (at.y - view.y) / view.scale }
  }

  // React listens to the wheel passively, and the page would scroll along.
  useEffect(() => {
    const own = element.current
    if (!own) return undefined
    const onWheel = (event: WheelEvent) => {
      event.preventDefault()
      const box = own.getBoundingClientRect()
      const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1
      if (event.shiftKey) pan({ x: -event.deltaY * lines - event.deltaX, y: 0 })
      else
        zoom(Math.exp((-event.deltaY * lines) / (event.ctrlKey ? 120 : 480)), {
          x: event.clientX - box.left,
          y: event.clientY - box.top,
        })
    }
    own.addEventListener('wheel', onWheel, { passive: false })
    return () => own.removeEventListener('wheel', onWheel)
  }, [zoom, pan])

  const spread = () => {
    const [first, second] = [...fingers.current.values()]
    if (!first || !second) return null
    return {
      x: (first.x + second.x) / 2,
      y: (first.y + second.y) / 2,
      span: Math.max(1, Math.hypot(first.x - second.x, first.y - second.y)),
    }
  }

  function lift(event: PointerEvent): void {
    fingers.current.delete(event.pointerId)
    if (doing.current === 'drawing') pen?.end()
    if (fingers.current.size === 0) doing.current = null
  }

  return {
    element,
    isSpaceDown,
    setSpaceDown,
    handlers: {
      onPointerDown(event: PointerEvent<HTMLDivElement>) {
        const at = placeOf(event)
        event.currentTarget.querySelector('button')?.focus({ preventScroll: true })
        fingers.current.set(event.pointerId, at)
        if (fingers.current.size > 1) {
          if (doing.current === 'drawing') pen?.drop()
          doing.current = 'panning'
          return
        }
        const isPan = isSpaceDown || event.button === 1
        if (!isPan && (pen === null || event.button !== 0)) return
        event.currentTarget.setPointerCapture(event.pointerId)
        doing.current = isPan ? 'panning' : 'drawing'
        if (!isPan) pen?.begin(onImage(event))
      },
      onPointerMove(event: PointerEvent<HTMLDivElement>) {
        pen?.hover(event.pointerType === 'touch' ? null : onImage(event))
        const before = spread()
        const last = fingers.current.get(event.pointerId)
        if (!last) return
        const at = placeOf(event)
        fingers.current.set(event.pointerId, at)
        const now = spread()
        if (before && now) {
          pan({ x: now.x - before.x, y: now.y - before.y })
          zoom(now.span / before.span, now)
        } else if (doing.current === 'panning') pan({ x: at.x - last.x, y: at.y - last.y })
        else if (doing.current === 'drawing') {
          const all = event.nativeEvent.getCoalescedEvents?.() ?? []
          pen?.move((all.length === 0 ? [event] : all).map(onImage))
        }
      },
      onPointerUp: lift,
      onPointerCancel(event: PointerEvent) {
        if (doing.current === 'drawing') pen?.drop()
        doing.current = null
        fingers.current.delete(event.pointerId)
      },
      onPointerLeave: () => pen?.hover(null),
    },
  }
}
