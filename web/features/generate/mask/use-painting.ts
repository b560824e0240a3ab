import { type RefCallback, useCallback, useRef, useState } from 'react'

/** What a brush does to a canvas. */
export interface Painter<Action> {
  /** Draws without keeping it: a part of a stroke that goes on. */
  draw(action: Action): void
  /** Keeps an action, drawing it unless its parts were drawn already. */
  keep(action: Action, options?: { drawn: boolean }): void
  /** Takes away what was drawn and is not kept. */
  drop(): void
  undo(): void
  redo(): void
}

export interface Painting<Action> extends Painter<Action> {
  /** For the canvas, which may come later than what is around it. */
  canvas: RefCallback<HTMLCanvasElement>
  /** The canvas once it is there. */
  element(): HTMLCanvasElement | null
  /** How many actions can be undone, and how many of those that were can be done again. */
  count: number
  undone: number
  /** Whether other actions are kept than at first. */
  changed: boolean
  /** The actions that are kept, the oldest first. */
  actions(): readonly Action[]
  /** Draws everything again, as when what lies below has come. */
  repaint(): void
}

/**
 * Painting on a canvas with undo and redo.
 * @param ways.paint draws one action over what is on the canvas
 * @param ways.drawBase draws what lies below all actions on an empty canvas
 * @param ways.first actions that were kept before; those of the first render count
 * @param ways.settings of the canvas; those of the first drawing count
 */
export function usePainting<Action>({
  paint,
  drawBase,
  first = [],
  settings,
}: {
  paint: (context: CanvasRenderingContext2D, action: Action) => void
  drawBase: (context: CanvasRenderingContext2D) => void
  first?: readonly Action[]
  settings?: CanvasRenderingContext2DSettings
}): Painting<Action> {
  const canvas = useRef<HTMLCanvasElement>(null)
  const before = useRef(first)
  const actions = useRef<Action[]>([...first])
  const takenBack = useRef<Action[]>([])
  const [counts, setCounts] = useState({ count: first.length, undone: 0, changed: false })

  const recount = () => {
    const [then, now] = [before.current, actions.current]
    // A stack: as many, and the same on top, are the same all the way down.
    const changed = now.length !== then.length || now.at(-1) !== then.at(-1)
    setCounts({ count: now.length, undone: takenBack.current.length, changed })
  }
  const on = (draw: (context: CanvasRenderingContext2D) => void) => {
    const context = canvas.current?.getContext('2d', settings)
    if (context) draw(context)
  }
  const repaint = () =>
    on((context) => {
      context.clearRect(0, 0, context.canvas.width, context.canvas.height)
      drawBase(context)
      for (const action of actions.current) paint(context, action)
    })

  const begin = useRef(repaint)
  const attach = useCallback((element: HTMLCanvasElement | null) => {
    canvas.current = element
    if (element !== null) begin.current()
  }, [])

  return {
    ...counts,
    canvas: attach,
    element: () => canvas.current,
    actions: () => actions.current,
    repaint,
    draw: (action) => on((context) => paint(context, action)),
    keep(action, { drawn } = { drawn: false }) {
      if (!drawn) on((context) => paint(context, action))
      actions.current.push(action)
      takenBack.current = []
      recount()
    },
    drop: repaint,
    undo() {
      const action = actions.current.pop()
      if (action === undefined) return
      takenBack.current.push(action)
      recount()
      repaint()
    },
    redo() {
      const action = takenBack.current.pop()
      if (action === undefined) return
      actions.current.push(action)
      recount()
      on((context) => paint(context, action))
    },
  }
}
