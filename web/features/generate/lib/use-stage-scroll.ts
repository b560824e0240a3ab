import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { useStage } from './stage-store.ts'

/** Where the stage stood when its page was left, by history entry. */
const left = new Map<string, number>()

/**
 * Brings the top of the stage into view when a job is started here, and its old place back when the person
 * comes back to the page. The router does that only for the window, and on a wide screen the stage scrolls itself.
 */
export function useStageScroll(scroller: RefObject<HTMLElement | null>): void {
  const { key } = useLocation()
  const latestKey = useRef(key)
  useLayoutEffect(() => {
    latestKey.current = key
  }, [key])

  useLayoutEffect(() => {
    const element = scroller.current
    if (element === null) return undefined
    const top = left.get(latestKey.current)
    if (top !== undefined) element.scrollTo({ top })
    const remember = () => left.set(latestKey.current, element.scrollTop)
    element.addEventListener('scroll', remember, { passive: true })
    return () => element.removeEventListener('scroll', remember)
  }, [scroller])

  const started = useStage((stage) => stage.started)
  const seen = useRef(started)
  useEffect(() => {
    if (started === seen.current) return
    seen.current = started
    scroller.current?.scrollTo({ top: 0 })
    // On a phone the window scrolls.
    if (scroller.current?.scrollHeight === scroller.current?.clientHeight)
      window.scrollTo({ top: 0 })
  }, [started, scroller])
}
