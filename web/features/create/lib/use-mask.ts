import { useEffect, useRef, useState } from 'react'
import { type MaskAction, paint, repaint } from './mask-painting.ts'

/** What a brush does to a mask. */
export interface MaskPainter {
  /** Draws without keeping it: a part of a stroke that goes on. */
  draw(action: MaskAction): void
  /** Keeps an action, drawing it unless its parts were drawn already. */
  keep(action: MaskAction, options?: { drawn: boolean }): void
  undo(): void
  redo(): void
}

async function readMask(url: string, signal: AbortSignal): Promise<ImageBitmap> {
  const answer = await fetch(url, { signal })
  if (!answer.ok) throw new Error(`The mask answered ${answer.status}`)
  return createImageBitmap(await answer.blob())
}

/** Reading back is what undo and the finished mask need, so the canvas stays in main memory. */
function contextOf(canvas: HTMLCanvasElement | null): CanvasRenderingContext2D | null {
  return canvas?.getContext('2d', { willReadFrequently: true }) ?? null
}

/**
 * What is painted on a canvas.
 * @param earlierUrl a mask that was painted before and is gone on with
 */
export function useMask(earlierUrl: string | null): MaskPainter & {
  canvas: React.RefObject<HTMLCanvasElement | null>
  /** How many actions can be undone, and how many of those that were can be done again. */
  count: number
  undone: number
} {
  const canvas = useRef<HTMLCanvasElement>(null)
  const actions = useRef<MaskAction[]>([])
  const earlier = useRef<ImageBitmap>(null)
  const takenBack = useRef<MaskAction[]>([])
  const [{ count, undone }, setCounts] = useState({ count: 0, undone: 0 })
  // The first address counts: it changes with time, the mask does not.
  const firstUrl = useRef(earlierUrl)
  useEffect(() => {
    const url = firstUrl.current
    if (url === null) return undefined
    const leaving = new AbortController()
    const load = async () => {
      earlier.current = await readMask(url, leaving.signal).catch(() => null)
      const context = contextOf(canvas.current)
      if (context && !leaving.signal.aborted) repaint(context, earlier.current, actions.current)
    }
    void load()
    return () => leaving.abort()
  }, [])

  const recount = () =>
    setCounts({ count: actions.current.length, undone: takenBack.current.length })

  return {
    canvas,
    count,
    undone,
    draw: (action) => {
      const context = contextOf(canvas.current)
      if (context) paint(context, action)
    },
    keep(action, { drawn } = { drawn: false }) {
      const context = contextOf(canvas.current)
      if (context && !drawn) paint(context, action)
      actions.current.push(action)
      takenBack.current = []
      recount()
    },
    undo() {
      const action = actions.current.pop()
      if (action === undefined) return
      takenBack.current.push(action)
      recount()
      const context = contextOf(canvas.current)
      if (context) repaint(context, earlier.current, actions.current)
    },
    redo() {
      const action = takenBack.current.pop()
      if (action === undefined) return
      actions.current.push(action)
      recount()
      const context = contextOf(canvas.current)
      if (context) paint(context, action)
    },
  }
}
