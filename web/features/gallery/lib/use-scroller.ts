import { type RefObject, useLayoutEffect, useState } from 'react'

/** What a grid stands in. */
interface Surroundings {
  /** What scrolls it; null until it is on the page. */
  scroller: Element | Window | null
  /** Of the grid, pixels; 0 until it has once been on the page. */
  width: number
  /** From the beginning of what scrolls to the grid, pixels. */
  margin: number
}

/** How wide grids were, by name: a grid that comes back has its height at once, so that its place can be found again. */
const widths = new Map<string, number>()

function scrollerOf(element: Element): Element | Window {
  for (let at = element.parentElement; at !== null; at = at.parentElement) {
    if (at === document.body || at === document.documentElement) break
    if (/auto|scroll/.test(getComputedStyle(at).overflowY)) return at
  }
  return window
}

/** Follows what scrolls a grid, how wide the grid is, and what stands above it. */
export function useScroller(grid: RefObject<HTMLElement | null>, name: string): Surroundings {
  const [found, setFound] = useState<Surroundings>(() => ({
    scroller: null,
    width: widths.get(name) ?? 0,
    margin: 0,
  }))
  useLayoutEffect(() => {
    const element = grid.current
    if (element === null) return undefined
    const look = () => {
      const scroller = scrollerOf(element)
      const top =
        scroller instanceof Element
          ? scroller.getBoundingClientRect().top - scroller.scrollTop
          : -window.scrollY
      const width = element.clientWidth
      const margin = Math.round(element.getBoundingClientRect().top - top)
      widths.set(name, width)
      setFound((known) =>
        known.scroller === scroller && known.width === width && known.margin === margin
          ? known
          : { scroller, width, margin },
      )
    }
    look()
    const observer = new ResizeObserver(look)
    observer.observe(element)
    // What grows or shrinks above it moves it.
    if (element.previousElementSibling) observer.observe(element.previousElementSibling)
    window.addEventListener('resize', look)
    return () => {
      observer.disconnect()
      window.removeEventListener('resize', look)
    }
  }, [grid, name])
  return found
}
