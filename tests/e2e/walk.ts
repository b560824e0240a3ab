import type { Page } from '@playwright/test'
import { settleAnimations } from './sound.ts'

/** More than any page has to stop at. */
const MOST_STOPS = 150

interface Stop {
  /** What has the focus, in words; null: nothing of the page. */
  name: string | null
  faults: string[]
}

/** Of the walk, kept in the page between two stops. */
interface Walk {
  last: { element: Element; name: string; looks: string } | null
}

/**
 * Goes through a page by the Tab key, from its start to its end: whatever takes the focus has to be in view, under nothing
 * else, and to look different while it has it.
 * @returns what is not so
 */
export async function faultsOfWalk(page: Page): Promise<string[]> {
  await page.evaluate(() => {
    Object.assign(window, { walk: { last: null } })
    scrollTo(0, 0)
    getSelection()?.collapse(document.body, 0)
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
  })
  const faults: string[] = []
  let stops = 0
  for (; stops < MOST_STOPS; stops++) {
    await page.keyboard.press('Tab')
    const stop = await page.evaluate<Stop>(LOOK)
    faults.push(...stop.faults)
    if (stop.name === null) break
  }
  if (stops === 0) faults.push('nothing takes the focus')
  if (stops === MOST_STOPS) faults.push('the walk has no end')
  return faults
}

/** Runs in the page. */
async function waitForScrolling(): Promise<void> {
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
}

/** Runs in the page, so it uses nothing from outside. */
function lookAtFocus(): Stop {
  const { walk } = window as unknown as { walk: Walk }
  const faults: string[] = []

  /** A control may show its focus on what stands around or beside its field. */
  const looksOf = (element: Element): string =>
    [element, element.parentElement, ...(element.parentElement?.children ?? [])]
      .filter((shown) => shown !== null)
      .map((shown) => {
        const { outline, boxShadow, borderColor, backgroundColor } = getComputedStyle(shown)
        return [outline, boxShadow, borderColor, backgroundColor].join()
      })
      .join('\n')

  const { last } = walk
  walk.last = null
  const element = document.activeElement
  // A field for a date has several stops.
  const isLeft = last?.element.isConnected && last.element !== element
  if (isLeft && looksOf(last.element) === last.looks) {
    faults.push(`${last.name} looks the same with the focus and without`)
  }
  if (!element || element === document.body) return { name: null, faults }

  const text = element.getAttribute('aria-label') ?? element.textContent.trim()
  const name = `${element.tagName.toLowerCase()} "${text.slice(0, 40)}"`
  walk.last = { element, name, looks: looksOf(element) }
  const box = element.getBoundingClientRect()
  const [x, y] = [box.left + box.width / 2, box.top + box.height / 2]
  const over = document.elementFromPoint(x, y)
  if (over === null) faults.push(`${name} is out of view at ${Math.round(x)}, ${Math.round(y)}`)
  // A switch's own field is hidden below what is drawn for it.
  else if (!element.contains(over) && !element.parentElement?.contains(over)) {
    if (!over.contains(element)) faults.push(`${name} lies under ${over.outerHTML.slice(0, 80)}`)
  }
  return { name, faults }
}

/** One call for each stop: three would take longer than the looking. */
const LOOK = `(async () => {
  await (${String(waitForScrolling)})()
  await (${String(settleAnimations)})()
  return (${String(lookAtFocus)})()
})()`
