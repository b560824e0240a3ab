import { type RefObject, useEffect, useRef } from 'react'

/** Id of the job whose button to cancel had the focus last; null: something else had it since, or the page was pressed elsewhere. */
export type CancelFocus = RefObject<string | null>

/** Marks what holds the buttons that cancel a job. */
export const cancels = (job: string) => ({ 'data-cancels': job })

const jobOf = (target: EventTarget | null): string | null =>
  (target instanceof Element && target.closest('[data-cancels]')?.getAttribute('data-cancels')) ||
  null

/** Notes which job's button to cancel has the focus. The browser says nothing when such a button goes, or is disabled. */
export function useCancelFocus(): CancelFocus {
  const last = useRef<string | null>(null)
  useEffect(() => {
    const note = ({ target }: Event) => {
      last.current = jobOf(target)
    }
    const events = ['focusin', 'pointerdown'] as const
    for (const name of events) document.addEventListener(name, note)
    return () => {
      for (const name of events) document.removeEventListener(name, note)
    }
  }, [])
  return last
}

/**
 * Gives the focus to the card of a job that has ended, whose button to cancel had it, for that button is gone then.
 * @returns the props of the card
 */
export function useFocusAtEnd(job: string, open: boolean, last: CancelFocus) {
  const ref = useRef<HTMLElement>(null)
  useEffect(() => {
    if (!open && last.current === job && document.activeElement === document.body)
      ref.current?.focus({ preventScroll: true })
  }, [job, open, last])
  return { ref, tabIndex: -1 }
}
