import type Konva from 'konva'
import { type RefObject, useMemo, useRef } from 'react'
import type { Point } from '../document/document.ts'
import { act, setPenDown } from '../editor-store.ts'
import { useOptions } from '../options.ts'
import { pointAtObject, type Pressed } from './point-at-object.ts'
import type { Pen } from './use-hands.ts'

/** Points nearer to the last than this part of a pixel of the screen are left out. */
const NEAR = 0.8

/**
 * Selects with brush, lasso, rectangle, magic or a press on an object. What is being drawn is one line on a layer of its own: nothing of the
 * image is redrawn meanwhile, however large it is.
 * @param onPress told that a press on an object begins, and what became of it
 */
export function usePen(
  line: RefObject<Konva.Line | null>,
  ring: RefObject<Konva.Circle | null>,
  scale: number,
  onPress: (how: 'selecting' | Pressed) => void,
): Pen {
  const points = useRef<Point[]>([])
  return useMemo(() => {
    const show = (): void => {
      const { pick } = useOptions.getState()
      const [first, last] = [points.current[0], points.current.at(-1)]
      const corners =
        pick === 'rectangle' && first && last
          ? [first, { x: last.x, y: first.y }, last, { x: first.x, y: last.y }]
          : points.current
      line.current?.points(corners.flatMap(({ x, y }) => [x, y]))
      line.current?.visible(corners.length > 0 && pick !== 'magic' && pick !== 'object')
      line.current?.getLayer()?.batchDraw()
    }
    const hide = (): void => {
      setPenDown(false)
      points.current = []
      show()
    }
    return {
      begin(at) {
        setPenDown(true)
        points.current = [at]
        show()
      },
      move(next) {
        for (const at of next) {
          const last = points.current.at(-1)
          if (last && Math.hypot(at.x - last.x, at.y - last.y) * scale < NEAR) continue
          points.current.push({ x: round(at.x), y: round(at.y) })
        }
        show()
      },
      end() {
        const { pick, erase, size, tolerance, edges } = useOptions.getState()
        const drawn = points.current
        const [first, last] = [drawn[0], drawn.at(-1)]
        hide()
        if (!first || !last) return
        if (pick === 'brush') void act({ kind: 'brush', erase, size, points: drawn })
        else if (pick === 'lasso' && drawn.length > 2)
          void act({ kind: 'lasso', erase, points: drawn })
        else if (pick === 'rectangle') {
          const [x, y] = [
            Math.floor(Math.min(first.x, last.x)),
            Math.floor(Math.min(first.y, last.y)),
          ]
          const width = Math.ceil(Math.max(first.x, last.x)) - x
          const height = Math.ceil(Math.max(first.y, last.y)) - y
          if (width > 1 && height > 1)
            void act({ kind: 'rectangle', erase, box: { x, y, width, height } })
        } else if (pick === 'magic') void act({ kind: 'magic', erase, at: last, tolerance, edges })
        else if (pick === 'object') {
          onPress('selecting')
          void pointAtObject(last, erase).then(onPress)
        }
      },
      drop: hide,
      hover(at) {
        ring.current?.visible(at !== null && useOptions.getState().pick === 'brush')
        if (at) ring.current?.position(at)
        ring.current?.getLayer()?.batchDraw()
      },
    }
  }, [line, ring, scale, onPress])
}

const round = (value: number): number => Math.round(10 * value) / 10
