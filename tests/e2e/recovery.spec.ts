import { expect, type Page, test } from '@playwright/test'
import { expectSound } from './sound.ts'

/** What pages of another build ask for and no longer find: here the code of the page with the prices. */
async function losePricing(page: Page, isLost: () => boolean): Promise<void> {
  await page.route(/\/assets\/pricing-[\w-]+\.js$/, async (route) => {
    if (isLost()) await route.fulfill({ status: 404, contentType: 'text/html', body: 'Not found' })
    else await route.fallback()
  })
}

/** The paths of the documents that the browser has asked for from now on. */
function documentsOf(page: Page): string[] {
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'document') asked.push(new URL(request.url()).pathname)
  })
  return asked
}

const notice = (page: Page) => page.getByText('Parts of this page could not be loaded')

/** Only a page that works can be changed. */
async function expectWorking(page: Page): Promise<void> {
  await page.getByText('Pay Monthly').click()
  await expect(page.getByText('$29a month').first()).toBeVisible()
}

/** Opens a page and waits until its router knows where the links lead. */
async function openFaq(page: Page): Promise<void> {
  const known = page.waitForResponse(/\/__manifest\?/)
  await page.goto('/faq')
  await known
}

async function followPricing(page: Page): Promise<void> {
  await page.getByRole('contentinfo').getByRole('link', { name: 'Pricing' }).click()
}

test('a link of a page whose build is gone leads where it says', async ({ page }) => {
  await openFaq(page)
  let lost = 0
  await losePricing(page, () => (lost += 1) === 1)
  const documents = documentsOf(page)
  await followPricing(page)
  await expect(page).toHaveURL('/pricing')
  await expectWorking(page)
  await expect(notice(page)).toBeHidden()
  expect(documents).toEqual(['/faq', '/pricing'])
})

test('a page that could not be loaded whole is loaded once more', async ({ page }) => {
  let lost = 0
  await losePricing(page, () => (lost += 1) === 1)
  const documents = documentsOf(page)
  await page.goto('/pricing', { waitUntil: 'commit' })
  await expect.poll(() => documents).toEqual(['/pricing', '/pricing'])
  await expectWorking(page)
  await expect(notice(page)).toBeHidden()
})

test('what stays away is said, with a button, and nothing is loaded again and again', async ({
  page,
}) => {
  let isLost = true
  await losePricing(page, () => isLost)
  await openFaq(page)
  const documents = documentsOf(page)
  await followPricing(page)
  await expect(page).toHaveURL('/pricing')
  await expect(notice(page)).toBeVisible()
  await expectSound(page)
  expect(documents).toEqual(['/faq', '/pricing'])

  const reload = page.getByRole('button', { name: 'Reload the page' })
  await reload.click()
  await expect.poll(() => documents.length).toBe(3)
  await expect(notice(page)).toBeVisible()
  expect(documents).toEqual(['/faq', '/pricing', '/pricing'])

  isLost = false
  await reload.click()
  await expect.poll(() => documents.length).toBe(4)
  await expectWorking(page)
  await expect(notice(page)).toBeHidden()
})

test('what is pressed before the page works is done when it does', async ({ page }) => {
  // A phone has the switch in its drawer.
  await page.setViewportSize({ width: 1280, height: 800 })
  let open = () => {}
  const opened = new Promise<void>((resolve) => (open = resolve))
  await page.route(/\/assets\/framework-[\w-]+\.js$/, async (route) => {
    await opened
    await route.fallback()
  })
  await page.goto('/pricing', { waitUntil: 'commit' })
  await page.getByText('Pay Monthly').click()
  await page.getByRole('button', { name: 'Switch to light mode' }).first().click()
  await expect(page.getByText('$29a month').first()).toBeHidden()
  open()
  await expect(page.getByText('$29a month').first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Switch to dark mode' }).first()).toBeVisible()
})
