import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'
import type { Point, Stroke } from './mask-painting.ts'
import type { Size } from '../lib/sizes.ts'
import type { Painter } from './use-painting.ts'
import { useTexts } from './texts.ts'

export interface Brush {
  /** In pixels of the picture. */
  size: number
  erase: boolean
}

/** Takes something from the board instead of painting: a color, or an object. */
export interface BoardPick {
  /** Whether the next press takes one; with Alt every press does. */
  active: boolean
  /** Takes one where the brush is. */
  key: 'i' | 'o'
  /** @returns what is said of it; null: nothing */
  take(point: Point): string | Promise<string | null>
}

/** What the keys of the board do besides moving and painting. */
export interface BrushKeys {
  onSize(by: -1 | 1): void
  onErase(): void
  onZoom(by: -1 | 1): void
  pick?: BoardPick | undefined
}

const MOVES: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
}

const within = (value: number, most: number): number => Math.min(most, Math.max(0, value))

/** Ctrl + Z takes back; Ctrl + Shift + Z and Ctrl + Y do again. */
function historyKey({ key, ctrlKey, metaKey, shiftKey }: KeyboardEvent): 'undo' | 'redo' | null {
  if (!ctrlKey && !metaKey) return null
  if (key.toLowerCase() === 'z') return shiftKey ? 'redo' : 'undo'
  return key.toLowerCase() === 'y' ? 'redo' : null
}

/**
 * Painting on a board by pointer (mouse, pen, one finger) and by keyboard: arrows move the brush, Space sets it down
 * and lifts it.
 */
export function useBrush(painter: Painter<Stroke>, picture: Size, brush: Brush, keys: BrushKeys) {
  const t = useTexts()
  const [at, setAt] = useState<Point>({ x: picture.width / 2, y: picture.height / 2 })
  const [down, setDown] = useState(false)
  const [message, setMessage] = useState('')
  const points = useRef<Point[]>([])

  function pointOf(event: { clientX: number; clientY: number }, board: Element): Point {
    const box = board.getBoundingClientRect()
    return {
      x: ((event.clientX - box.left) / box.width) * picture.width,
      y: ((event.clientY - box.top) / box.height) * picture.height,
    }
  }

  /** Goes on with the stroke, or begins it. */
  function extend(next: readonly Point[]): void {
    const last = points.current.at(-1)
    points.current.push(...next)
    painter.draw({ kind: 'stroke', ...brush, points: last ? [last, ...next] : [...next] })
  }

  function begin(point: Point): void {
    points.current = []
    setDown(true)
    extend([point])
  }

  function end(): void {
    if (points.current.length === 0) return
    painter.keep({ kind: 'stroke', ...brush, points: points.current }, { drawn: true })
    points.current = []
    setDown(false)
  }

  /** A second finger came: it was no stroke. */
  function cancel(): void {
    if (points.current.length === 0) return
    painter.drop()
    points.current = []
    setDown(false)
  }

  async function pickAt(pick: BoardPick, place: Point): Promise<void> {
    const said = await pick.take(place)
    if (said !== null) setMessage(said)
  }

  function move(direction: Point, far: boolean): void {
    const step = Math.max(1, brush.size / (far ? 1 : 4))
    const next = {
      x: within(at.x + direction.x * step, picture.width),
      y: within(at.y + direction.y * step, picture.height),
    }
    setAt(next)
    if (down) extend([next])
    setMessage(`${Math.round(next.x)}, ${Math.round(next.y)}`)
  }

  function onKeyDown(event: KeyboardEvent): void {
    const direction = MOVES[event.key]
    const change = historyKey(event)
    if (direction) move(direction, event.shiftKey)
    else if (change !== null) {
      end()
      painter[change]()
      setMessage(change === 'undo' ? t('maskEditor.undone') : t('maskEditor.redone'))
    } else if (event.ctrlKey || event.metaKey || event.altKey) return
    else if (
      keys.pick &&
      (event.key === keys.pick.key || (event.key === ' ' && keys.pick.active))
    ) {
      // What is painted keeps the color that it was begun with.
      end()
      void pickAt(keys.pick, at)
    } else if (event.key === ' ') {
      if (down) end()
      else begin(at)
      setMessage(down ? t('maskEditor.lifted') : t('maskEditor.down'))
    } else if (event.key === '[') keys.onSize(-1)
    else if (event.key === ']') keys.onSize(1)
    else if (event.key === '+' || event.key === '=') keys.onZoom(1)
    else if (event.key === '-') keys.onZoom(-1)
    else if (event.key === 'e') keys.onErase()
    else return
    event.preventDefault()
  }

  return {
    at,
    down,
    /** For a live region. */
    message,
    board: {
      onPointerDown(event: PointerEvent) {
        if (!event.isPrimary) cancel()
        if (event.button !== 0 || !event.isPrimary) return
        const point = pointOf(event, event.currentTarget)
        setAt(point)
        if (keys.pick && (keys.pick.active || event.altKey)) {
          void pickAt(keys.pick, point)
          return
        }
        event.currentTarget.setPointerCapture(event.pointerId)
        begin(point)
      },
      onPointerMove(event: PointerEvent) {
        if (!event.isPrimary) return
        const board = event.currentTarget
        const passed = event.nativeEvent.getCoalescedEvents()
        const next = (passed.length === 0 ? [event] : passed).map((one) => pointOf(one, board))
        setAt(next.at(-1) ?? at)
        const paints = board.hasPointerCapture(event.pointerId) && points.current.length > 0
        if (paints) extend(next)
      },
      onPointerUp: end,
      onPointerCancel: end,
      // A stroke by keyboard ends where the keyboard goes elsewhere.
      onBlur: end,
      onKeyDown,
    },
  }
}
