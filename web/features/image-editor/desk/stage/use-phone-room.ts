import { type RefObject, useEffect } from 'react'

/** Tells the styles how much of a phone's window is above the image, and how much the panel covers of it. */
export function usePhoneRoom(desk: RefObject<HTMLDivElement | null>): void {
  useEffect(() => {
    const element = desk.current
    const panel = element?.querySelector('form')
    if (!element || !panel) return undefined
    const measure = () => {
      const above = element.getBoundingClientRect().top + window.scrollY
      element.style.setProperty('--above', `${Math.max(0, Math.round(above))}px`)
      element.style.setProperty('--panel', `${panel.offsetHeight}px`)
    }
    measure()
    // What is above grows when a banner comes, and so does the page.
    const watcher = new ResizeObserver(measure)
    watcher.observe(panel)
    watcher.observe(document.body)
    return () => watcher.disconnect()
  }, [desk])
}
