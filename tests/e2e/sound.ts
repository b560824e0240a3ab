import { expect, type Page } from '@playwright/test'
import axe from 'axe-core'

/** Axe finds nothing, and the page is not wider than the window. */
export async function expectSound(page: Page): Promise<void> {
  expect(await faultsByAxe(page)).toEqual([])
  expect(await faultsOfWidth(page)).toEqual([])
}

/** That the page is wider than the window. On a phone `innerWidth` would grow with the page. */
export async function faultsOfWidth(page: Page): Promise<string[]> {
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  return width > page.viewportSize()!.width ? [`the page is ${width} px wide`] : []
}

/** For a journey that is made once, on a desk: what it shows has to suit a phone as well. */
export async function expectSoundInBothWidths(page: Page): Promise<void> {
  await expectSound(page)
  const wide = page.viewportSize()!
  await page.setViewportSize({ width: 390, height: 844 })
  await expectSound(page)
  await page.setViewportSize(wide)
}

/**
 * Runs in the page: colours in the middle of a change are nobody's choice. Not waited for is what never ends, such as a spinner, and
 * what nobody sees: of a change inside closed details the browser never says that it is over.
 */
export async function settleAnimations(): Promise<void> {
  const isEnding = ({ effect, playState }: Animation): boolean =>
    playState === 'running' &&
    effect instanceof KeyframeEffect &&
    effect.getComputedTiming().endTime !== Infinity &&
    effect.target?.checkVisibility() === true
  // A colour that is inherited begins to change in a child when it has changed in the parent.
  for (;;) {
    const ending = document.getAnimations().filter(isEnding)
    if (ending.length === 0) return
    await Promise.all(ending.map(({ finished }) => finished.catch(() => undefined)))
  }
}

/**
 * What axe finds on the page once it stands still. It runs in the page itself, which gets it once: `@axe-core/playwright` brings it
 * again for every look and opens a second page to sum up, which takes four times as long.
 * @param rules all of them, unless named
 */
export async function faultsByAxe(page: Page, rules?: string[]): Promise<unknown[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  await page.evaluate(settleAnimations)
  const violations = await page.evaluate(async (runOnly) => {
    const { axe: inPage } = window as unknown as { axe: typeof axe }
    const options = { resultTypes: ['violations' as const], ...(runOnly && { runOnly }) }
    return (await inPage.run(document, options)).violations
  }, rules)
  return violations
    .map(({ id, nodes }) => ({ id, nodes: nodes.filter(({ html }) => !isTooltip(id, html)) }))
    .filter(({ nodes }) => nodes.length > 0)
    .map(({ id, nodes }) => [id, nodes.map(({ html, failureSummary }) => [html, failureSummary])])
}

/** What a tooltip says is the name of its control, wherever that is: it needs no landmark of its own, though axe asks for one. */
const isTooltip = (rule: string, html: string): boolean =>
  rule === 'region' && html.includes('role="tooltip"')
