import { type KeyboardEvent, useEffect, useRef } from 'react'
import type { Point } from '../document/document.ts'
import { act, redoLast, undoLast } from '../editor-store.ts'
import { setOptions, useOptions } from '../options.ts'
import type { EditorTexts } from '../texts.ts'
import type { Pen } from './use-hands.ts'
import type { StageView } from './use-view.ts'

const MOVES: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
}

/** One press moves the pen by so many pixels of the screen; with Shift four times as far. */
const STRIDE = 12

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  target.matches('input:not([type=radio]):not([type=range]), textarea, select')

/**
 * Keys on the stage: arrows move the pen, Enter sets it down and lifts it, Space with arrows moves the image.
 * @param texts.say has a live region say something
 */
export function useKeys(
  view: StageView,
  image: { width: number; height: number },
  pen: Pen | null,
  setSpaceDown: (isDown: boolean) => void,
  { t, hasObjects, say }: { t: EditorTexts; hasObjects: boolean; say: (message: string) => void },
) {
  const at = useRef<Point | null>(null)
  const isDown = useRef(false)
  const isSpaceDown = useRef(false)

  // Undo and redo work wherever the keyboard is, but not while somebody writes.
  useEffect(() => {
    const onHistoryKey = (event: globalThis.KeyboardEvent) => {
      if (isTyping(event.target) || (!event.ctrlKey && !event.metaKey)) return
      const key = event.key.toLowerCase()
      if (key !== 'z' && key !== 'y') return
      event.preventDefault()
      const isRedo = key === 'y' || event.shiftKey
      void (isRedo ? redoLast() : undoLast())
    }
    document.addEventListener('keydown', onHistoryKey)
    return () => document.removeEventListener('keydown', onHistoryKey)
  }, [])

  function move(direction: Point, isFar: boolean): void {
    const stride = (STRIDE * (isFar ? 4 : 1)) / view.view.scale
    const from = at.current ?? { x: image.width / 2, y: image.height / 2 }
    const next = {
      x: Math.min(image.width, Math.max(0, from.x + direction.x * stride)),
      y: Math.min(image.height, Math.max(0, from.y + direction.y * stride)),
    }
    at.current = next
    pen?.hover(next)
    if (isDown.current) pen?.move([next])
    say(t('stage.at', { x: Math.round(next.x), y: Math.round(next.y) }))
  }

  function setDown(): void {
    at.current ??= { x: image.width / 2, y: image.height / 2 }
    if (isDown.current) pen?.end()
    else pen?.begin(at.current)
    // Magic and objects need no line; what becomes of a press on an object is told when it is known.
    const { pick, erase } = useOptions.getState()
    if (!isDown.current && (pick === 'magic' || pick === 'object')) {
      pen?.end()
      if (pick === 'magic') say(t(erase ? 'stage.subtracted' : 'stage.picked'))
      return
    }
    isDown.current = !isDown.current
    say(t(isDown.current ? 'stage.down' : 'stage.lifted'))
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const direction = MOVES[event.key]
    if (direction && (isSpaceDown.current || pen === null))
      view.pan({ x: -60 * direction.x, y: -60 * direction.y })
    else if (direction) move(direction, event.shiftKey)
    else if (event.key === ' ') {
      isSpaceDown.current = true
      setSpaceDown(true)
    } else if (event.key === 'Enter' && pen) setDown()
    else if (event.key === 'Escape' && isDown.current) {
      pen?.drop()
      isDown.current = false
    } else if (event.key === '+' || event.key === '=') view.stepIn()
    else if (event.key === '-') view.stepOut()
    else if (event.key === '0') view.fit()
    else if (event.key === 'b') setOptions({ pick: 'brush' })
    else if (event.key === 'l') setOptions({ pick: 'lasso' })
    else if (event.key === 'm') setOptions({ pick: 'rectangle' })
    else if (event.key === 'w') setOptions({ pick: 'magic' })
    else if (event.key === 'o' && hasObjects) setOptions({ pick: 'object' })
    else if (event.key === 'e') setOptions({ erase: !useOptions.getState().erase })
    else if (event.key === 'i' && pen) void act({ kind: 'invert' })
    else if (event.key === '[' || event.key === ']') {
      const { size } = useOptions.getState()
      const next = event.key === ']' ? size * 1.25 + 1 : size / 1.25 - 1
      setOptions({ size: Math.round(Math.min(800, Math.max(2, next))) })
    } else return
    event.preventDefault()
  }

  return {
    onKeyDown,
    onKeyUp({ key }: KeyboardEvent) {
      if (key !== ' ') return
      isSpaceDown.current = false
      setSpaceDown(false)
    },
    onBlur() {
      isSpaceDown.current = false
      setSpaceDown(false)
    },
  }
}
