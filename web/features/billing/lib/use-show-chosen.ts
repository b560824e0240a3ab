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
