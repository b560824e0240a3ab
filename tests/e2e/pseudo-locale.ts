import type { Page } from '@playwright/test'

/** How much longer texts of other languages are than the English ones. */
const LONGER = 0.35

/**
 * Turns the page into one of a language that is written from right to left and needs more room.
 * @returns what does not fit: what reaches beyond the page, and texts that are cut without a sign of it
 */
export async function faultsOfPseudoLocale(page: Page): Promise<string[]> {
  return page.evaluate(async (longer) => {
    document.documentElement.dir = 'rtl'
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const text = node.nodeValue?.trim() ?? ''
      const parent = node.parentElement
      if (!parent || /^(SCRIPT|STYLE|NOSCRIPT)$/.test(parent.tagName)) continue
      if (!/\p{L}{2}/u.test(text)) continue
      const more = 'ţéxţ ŵöŕđş '.repeat(text.length).slice(0, Math.ceil(text.length * longer))
      node.nodeValue = `${node.nodeValue} ${more.trim()}`
    }
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))

    const faults: string[] = []
    const { scrollWidth, clientWidth } = document.documentElement
    if (scrollWidth > clientWidth) faults.push(`the page is ${scrollWidth} px wide`)
    const nameOf = (element: Element): string =>
      `${element.tagName.toLowerCase()} "${element.textContent.trim().slice(0, 50)}"`
    /** What is shown for readers of screens only. */
    const isHidden = (element: Element): boolean => {
      const { width, height } = element.getBoundingClientRect()
      return width <= 1 || height <= 1 || !element.checkVisibility({ visibilityProperty: true })
    }
    const isHeldBack = (element: Element): boolean => {
      for (let at = element.parentElement; at && at !== document.body; at = at.parentElement)
        if (getComputedStyle(at).overflowX !== 'visible') return true
      return false
    }
    for (const element of document.body.querySelectorAll('*')) {
      const hasText = [...element.childNodes].some(
        ({ nodeType, nodeValue }) => nodeType === Node.TEXT_NODE && nodeValue?.trim(),
      )
      if (!hasText || isHidden(element)) continue
      const { left, right } = element.getBoundingClientRect()
      // Out of view on purpose, as a link that is shown with the focus; the width of the page is looked at above.
      if (right <= 0 || left >= clientWidth) continue
      if ((left < -1 || right > clientWidth + 1) && !isHeldBack(element)) {
        faults.push(`${nameOf(element)} reaches from ${Math.round(left)} to ${Math.round(right)}`)
      }
      const { overflowX, textOverflow } = getComputedStyle(element)
      const isCut = element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 0
      if (isCut && /hidden|clip/.test(overflowX) && textOverflow !== 'ellipsis') {
        faults.push(`${nameOf(element)} is cut`)
      }
    }
    return faults
  }, LONGER)
}
