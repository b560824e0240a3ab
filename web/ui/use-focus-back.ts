import { useEffect, useRef, useState } from 'react'

/** As Mantine waits, until what was closed is out of the way. */
const MILLISECONDS = 10

/**
 * Gives the focus back at the end of a dialog that is open when it is first drawn. Mantine does so for one that is opened later: it
 * notes where the focus was when `opened` changes.
 */
export function useFocusBack(opened: boolean): void {
  // Read while it is drawn: afterwards the dialog has the focus.
  const [before] = useState(() =>
    opened && typeof document !== 'undefined' ? document.activeElement : null,
  )
  const opener = useRef(before)
  useEffect(() => {
    if (!opened) return undefined
    return () => {
      const target = opener.current
      opener.current = null
      const atClose = document.activeElement
      window.setTimeout(() => {
        const now = document.activeElement
        const isLost = now === null || now === document.body || now === atClose
        if (isLost && target instanceof HTMLElement) target.focus({ preventScroll: true })
      }, MILLISECONDS)
    }
  }, [opened])
}
