import { useEffect } from 'react'
import { save } from '../editor-store.ts'

const EVERY_MS = 5000

/** Keeps what was done every few seconds, and when the page is left. */
export function useAutosave(): void {
  useEffect(() => {
    const timer = setInterval(() => void save(), EVERY_MS)
    const onHidden = () => {
      if (document.visibilityState === 'hidden') void save()
    }
    document.addEventListener('visibilitychange', onHidden)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', onHidden)
      void save()
    }
  }, [])
}
