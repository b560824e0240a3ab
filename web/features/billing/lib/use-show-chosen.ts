import { type RefObject, useEffect, useRef } from 'react'

/** Brings a button into view and to the keyboard when the page opens with its choice. */
export function useShowChosen(chosen: boolean): RefObject<HTMLButtonElement | null> {
  const ref = useRef<HTMLButtonElement>(null)
  const atFirst = useRef(chosen)
  useEffect(() => {
    if (!atFirst.current) return
    ref.current?.scrollIntoView({ block: 'center' })
    ref.current?.focus({ preventScroll: true })
  }, [])
  return ref
}

/** Brings the card of the plan that somebody has into view when the page opens; the keyboard stays where it is. */
export function useShowCurrent(isCurrent: boolean): RefObject<HTMLLIElement | null> {
  const ref = useRef<HTMLLIElement>(null)
  const atFirst = useRef(isCurrent)
  useEffect(() => {
    if (!atFirst.current) return
    const { top, bottom } = ref.current?.getBoundingClientRect() ?? { top: 0, bottom: 0 }
    // On a wide screen all cards stand beside each other, and are in view.
    if (top < 0 || bottom > window.innerHeight) ref.current?.scrollIntoView({ block: 'center' })
  }, [])
  return ref
}
