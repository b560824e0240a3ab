import { expect, test } from '@playwright/test'
import { expectSoundInBothWidths } from './sound.ts'

test.beforeEach(({ page }) => page.emulateMedia({ reducedMotion: 'reduce' }))

/** Sum of the layout shifts that nobody caused, as Core Web Vitals count them. */
declare global {
  interface Window {
    shifted: number
  }
}

/** Below this nobody sees anything move; "good" is 0.1. */
const MOST_SHIFT = 0.01

test('a feed moves nothing while it loads, also when more comes', async ({ page }) => {
  await page.addInitScript(() => {
    window.shifted = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number
        hadRecentInput: boolean
      })[])
        if (!entry.hadRecentInput) window.shifted += entry.value
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await page.goto('/inspire/images/all')
  const images = page.getByRole('list', { name: 'Explore images' }).getByRole('img')
  await expect(images).not.toHaveCount(0)
  await page.waitForLoadState('networkidle')
  const before = await images.count()
  const placeOf = (at: number) =>
    images.nth(at).evaluate((image) => {
      const { top, left, width, height } = image.getBoundingClientRect()
      return [top + window.scrollY, left, width, height].map(Math.round)
    })
  const places = [await placeOf(0), await placeOf(before - 1)]
  expect(await page.evaluate(() => window.shifted)).toBeLessThan(MOST_SHIFT)
  // What comes below moves the end of the page, and no image.
  await page.getByRole('button', { name: 'Show more' }).scrollIntoViewIfNeeded()
  await expect.poll(() => images.count()).toBeGreaterThan(before)
  await images.nth(before).scrollIntoViewIfNeeded()
  await page.waitForLoadState('networkidle')
  expect([await placeOf(0), await placeOf(before - 1)]).toEqual(places)
})

test(
  'a feed is walked by keyboard, and Back leads to the same image',
  { tag: '@once' },
  async ({ page }) => {
    await page.goto('/inspire/images/all')
    const links = page.getByRole('list', { name: 'Explore images' }).getByRole('link')
    await expect(links).not.toHaveCount(0)
    await page.waitForLoadState('networkidle')
    // On a busy machine the list is laid out once more after the network has come to rest, which takes the focus away.
    await expect(async () => {
      await links.first().focus()
      await page.keyboard.press('Tab')
      await expect(links.nth(1)).toBeFocused({ timeout: 1_000 })
    }).toPass()
    await expect(links.nth(1)).toBeInViewport()
    for (let at = 2; at <= 9; at++) {
      await page.keyboard.press('Tab')
      await expect(links.nth(at)).toBeFocused()
      await expect(links.nth(at)).toBeInViewport()
    }
    const place = await page.evaluate(() => window.scrollY)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'Comments' })).toBeVisible()
    await page.goBack()
    await expect(links.nth(9)).toBeFocused()
    expect(Math.abs((await page.evaluate(() => window.scrollY)) - place)).toBeLessThan(50)
    await page.keyboard.press('Shift+Tab')
    await expect(links.nth(8)).toBeFocused()
    await expectSoundInBothWidths(page)
  },
)
