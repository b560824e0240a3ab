import { expect, type Page, test } from '@playwright/test'
import { expectSound, expectSoundInBothWidths } from './sound.ts'

const clips = (page: Page) =>
  page.getByRole('region', { name: 'What you can make' }).locator('video')
const pause = (page: Page) => page.getByRole('button', { name: 'Pause clips' })
const play = (page: Page) => page.getByRole('button', { name: 'Play clips' })

/** How many clips run. */
const running = (page: Page) =>
  clips(page).evaluateAll(
    (all) =>
      (all as HTMLVideoElement[]).filter(({ paused, currentTime }) => !paused && currentTime > 0)
        .length,
  )

test('the clips of the showcase play in view, and stop by a button', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('.mp4')) asked.push(request.url())
  })
  await page.goto('/', { waitUntil: 'networkidle' })
  await expect(clips(page)).toHaveCount(4)
  if (page.viewportSize()!.width < 500) {
    // Below the fold: nothing is fetched for who does not come by.
    expect(asked).toEqual([])
  }
  await clips(page).first().scrollIntoViewIfNeeded()
  await clips(page).last().scrollIntoViewIfNeeded()
  await expect.poll(() => running(page)).toBe(4)
  expect(
    await clips(page).evaluateAll((all) =>
      (all as HTMLVideoElement[]).every((video) => video.muted),
    ),
  ).toBe(true)
  await expectSound(page)
  await pause(page).press('Enter')
  await expect.poll(() => running(page)).toBe(0)
  await expect(play(page)).toBeFocused()
  await play(page).press('Enter')
  await expect.poll(() => running(page)).toBe(4)
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
  await expect.poll(() => running(page)).toBe(0)
})

test('who wants less motion is asked first', { tag: '@once' }, async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/', { waitUntil: 'networkidle' })
  await clips(page).last().scrollIntoViewIfNeeded()
  await expect(play(page)).toBeVisible()
  expect(await running(page)).toBe(0)
  await play(page).click()
  await expect.poll(() => running(page)).toBeGreaterThan(0)
})

test(
  'a clip is served in parts, as players ask for it',
  { tag: '@once' },
  async ({ page, request }) => {
    await page.goto('/')
    const addresses = await clips(page).evaluateAll((all) =>
      (all as HTMLVideoElement[]).map(({ src }) => src),
    )
    expect(addresses).toHaveLength(4)
    for (const address of addresses) {
      const part = await request.get(address, { headers: { Range: 'bytes=10-19' } })
      expect(part.status()).toBe(206)
      expect(part.headers()).toMatchObject({
        'content-type': 'video/mp4',
        'content-range': expect.stringMatching(/^bytes 10-19\/\d+$/),
      })
      expect(part.headers()).not.toHaveProperty('content-encoding')
      expect(await part.body()).toHaveLength(10)
    }
  },
)

test(
  'a link keeps the page while the network is away, and works again after',
  { tag: '@once' },
  async ({ page, context }) => {
    await page.goto('/faq')
    await page.waitForLoadState('networkidle')
    await context.setOffline(true)
    await page.getByRole('link', { name: 'Terms of Service' }).click()
    await expect(page.getByText('You are offline. Try the link again')).toBeVisible()
    await expect(page).toHaveURL(/\/faq$/)
    await context.setOffline(false)
    await expect(page.getByText('You are offline')).toHaveCount(0)
    await page.getByRole('link', { name: 'Terms of Service' }).click()
    await expect(page).toHaveURL(/terms-of-service$/)
  },
)

test('the home page shows the first images of the feed', { tag: '@once' }, async ({ page }) => {
  await page.goto('/')
  const images = page.getByRole('region', { name: 'Explore' }).getByRole('link')
  await expect(images).toHaveCount(7)
  await expect(images.last().getByRole('img')).toHaveAttribute('alt', /./)
  await expectSoundInBothWidths(page)
  await expect(page.getByText('After that, 1,000 credits cost $9.99, paid once.')).toBeVisible()
  await images.last().click()
  await expect(page).toHaveURL(/\/inspire\/images\/detail\//)
  await page.goBack()
  await page.getByRole('link', { name: 'See all images' }).click()
  await expect(page).toHaveURL(/\/inspire\/images\/all$/)
})

test(
  'a name of several words stays on one line of the header',
  { tag: '@once' },
  async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto('/es')
    const logo = page.getByRole('banner').getByRole('link').first()
    await logo.evaluate((link) => {
      link.querySelector('span > span')!.textContent = 'Estudio Buenavista y compañía'
    })
    expect((await logo.locator('> span').boundingBox())!.height).toBeLessThan(40)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  },
)
