import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Point } from '../document/document.ts'
import { fitView, panBy, type View, zoomAt } from './view.ts'

const STEP = 1.25

interface Size {
  width: number
  height: number
}

/**
 * Where the image is on the stage; it is shown as a whole at first, and when its size has changed.
 *
 * @param room what is left around it then, as a part of its edges
 */
export function useView(box: RefObject<HTMLElement | null>, image: Size, room: number) {
  const [stage, setStage] = useState<Size>({ width: 0, height: 0 })
  const [view, setView] = useState<View>({ x: 0, y: 0, scale: 1 })
  // Whether it is as it was fitted: then it stays fitted when the window changes.
  const fitted = useRef(true)
  const { width, height } = image

  useLayoutEffect(() => {
    const element = box.current
    if (!element) return undefined
    const watcher = new ResizeObserver(([entry]) => {
      if (!entry) return
      const { width: w, height: h } = entry.contentRect
      setStage({ width: Math.floor(w), height: Math.floor(h) })
    })
    watcher.observe(element)
    return () => watcher.disconnect()
  }, [box])

  const shown = useRef({ width, height })
  useEffect(() => {
    if (shown.current.width !== width || shown.current.height !== height) fitted.current = true
    shown.current = { width, height }
    if (fitted.current && stage.width > 0) setView(fitView({ width, height }, stage, room))
  }, [width, height, stage, room])

  const fit = useCallback(() => {
    fitted.current = true
    setView(fitView({ width, height }, stage, room))
  }, [width, height, stage, room])

  const zoom = useCallback(
    (factor: number, at?: Point) => {
      fitted.current = false
      const middle = { x: stage.width / 2, y: stage.height / 2 }
      const least = fitView({ width, height }, stage).scale / 2
      setView((now) => zoomAt(now, factor, at ?? middle, least))
    },
    [width, height, stage],
  )

  const pan = useCallback(
    (by: Point) => {
      fitted.current = false
      setView((now) => panBy(now, by, { width, height }, stage))
    },
    [width, height, stage],
  )

  return {
    view,
    stage,
    fit,
    zoom,
    pan,
    stepIn: () => zoom(STEP),
    stepOut: () => zoom(1 / STEP),
  }
}

export type StageView = ReturnType<typeof useView>
