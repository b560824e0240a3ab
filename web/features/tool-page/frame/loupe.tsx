import { useEffect, useRef, useState } from 'react'
import type { Side } from './comparison.ts'
import classes from './compare.module.css'

/** Width and height of the glass, pixels. */
const GLASS = 220
const LEAST_ZOOM = 2
const MOST_ZOOM = 8

/**
 * A round glass over a comparison: the before in its left half and the after in its right, the same spot enlarged in both
 * until a pixel of the after is a pixel of the screen.
 * @param props.point of the comparison that is looked at, as shares of its sides
 */
export function Loupe({
  before,
  after,
  point,
}: {
  before: Side
  after: Side
  point: { x: number; y: number }
}) {
  const glass = useRef<HTMLDivElement>(null)
  const [shown, setShown] = useState<{ width: number; height: number } | null>(null)
  useEffect(() => {
    const comparison = glass.current?.parentElement
    if (!comparison) return undefined
    const observer = new ResizeObserver(() =>
      setShown({ width: comparison.clientWidth, height: comparison.clientHeight }),
    )
    observer.observe(comparison)
    return () => observer.disconnect()
  }, [])
  const { width, height } = shown ?? { width: 0, height: 0 }
  const zoom = width === 0 ? 1 : Math.min(MOST_ZOOM, Math.max(LEAST_ZOOM, after.width / width))
  const styleOf = (side: Side, shift: number) => ({
    backgroundImage: `url("${side.url}")`,
    backgroundSize: `${width * zoom}px ${height * zoom}px`,
    backgroundPosition: `${GLASS / 2 - shift - point.x * width * zoom}px ${GLASS / 2 - point.y * height * zoom}px`,
  })
  return (
    <div
      ref={glass}
      className={classes.glass}
      aria-hidden
      style={{ '--x': `${point.x * 100}%`, '--y': `${point.y * 100}%`, '--glass': `${GLASS}px` }}
    >
      <div style={styleOf(before, 0)} />
      <div style={styleOf(after, GLASS / 2)} />
    </div>
  )
}
