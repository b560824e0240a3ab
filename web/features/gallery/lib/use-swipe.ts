import { type TouchEvent, useRef } from 'react'

/** How far a finger must go for a swipe, pixels. */
const FAR = 48

/**
 * Handlers for an element on which one finger swipes sideways.
 * @param onSwipe 1 for a swipe to the left (the next one), -1 for one to the right
 * @param enabled asked at the start of each touch
 */
export function useSwipe(onSwipe: (by: -1 | 1) => void, enabled: () => boolean) {
  const from = useRef<{ x: number; y: number } | null>(null)
  return {
    onTouchStart: ({ touches }: TouchEvent) => {
      const touch = touches.item(0)
      from.current =
        touches.length === 1 && enabled() ? { x: touch.clientX, y: touch.clientY } : null
    },
    onTouchEnd: ({ changedTouches }: TouchEvent) => {
      const touch = changedTouches.item(0)
      const start = from.current
      from.current = null
      if (start === null) return
      const x = touch.clientX - start.x
      const y = touch.clientY - start.y
      if (Math.abs(x) >= FAR && Math.abs(x) > 2 * Math.abs(y)) onSwipe(x < 0 ? 1 : -1)
    },
  }
}
