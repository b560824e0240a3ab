import { readFile } from 'node:fs/promises'
import { expect, type Page, type Route, test } from '@playwright/test'
import { photographFile } from '#scripts/support/photographs.ts'
import { signedIn } from './people.ts'

/** What is ordered with a first photo: the page, and what is on the button without a wait. */
const PAGES = [
  ['/tools/background-removal', /^Remove background - 1 credit$/],
  ['/tools/fix-faces', /^Fix faces - /],
  ['/tools/text-to-video', /^Create video - /],
  ['/tools/face-swap', /^Swap face - /],
  ['/image-to-image?prompt=a%20hat', /^Generate/],
] as const

const waiting = (page: Page) =>
  page.getByRole('button', { name: 'Uploading your image…', exact: true })
/** A person presses it although it is not to be pressed; Playwright would wait. */
const press = (page: Page) => waiting(page).click({ force: true })
const fault = (page: Page) => page.locator('form').getByRole('alert')

/** Chooses photos for the first field of a page. */
async function choose(page: Page, ...names: Parameters<typeof photographFile>[0][]): Promise<void> {
  await expect(page.getByRole('button', { name: 'From your images' }).first()).toBeVisible()
  const photos = names.length === 0 ? (['astronaut'] as const) : names
  await page
    .locator('form input[type=file]')
    .first()
    .setInputFiles(
      await Promise.all(
        photos.map(async (name) => ({
          name: `${name}.jpg`,
          mimeType: 'image/jpeg',
          buffer: await readFile(photographFile(name)),
        })),
      ),
    )
}

/** Lets no upload through before it is told to; and counts the orders of the page. */
async function watch(page: Page) {
  const orders: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && /\/api\/inference_jobs\/(batch\/)?$/.test(request.url()))
      orders.push(request.url())
  })
  const held: Route[] = []
  await page.route('**/api/uploaded_images/upload_image/**', (route) => void held.push(route))
  return {
    orders,
    /** Ends the upload that waits, as soon as it does. */
    async end(how: 'continue' | 'abort') {
      await expect.poll(() => held.length).toBe(1)
      await held.pop()![how]()
    },
  }
}

test('while a photo is on its way the button says so and orders nothing', async ({
  page,
  baseURL,
}) => {
  test.slow()
  await signedIn(page, baseURL!)
  const { orders, end } = await watch(page)
  for (const [path, name] of PAGES) {
    await test.step(path, async () => {
      await page.goto(path)
      await choose(page)
      await press(page)
      await waiting(page).press('Enter')
      await page.keyboard.press('Enter')
      await expect(waiting(page)).toBeFocused()
      await expect(page.locator('form').getByRole('status').getByText('Uploading')).toBeAttached()
      await expect(fault(page)).toHaveCount(0)
      await end('continue')
      await expect(page.getByRole('button', { name })).toBeEnabled()
      await expect(page.getByRole('button', { name })).toBeFocused()
      expect(orders).toEqual([])
    })
  }
})

test('a photo that does not arrive is said and not ordered; one that does is ordered once', async ({
  page,
  baseURL,
}) => {
  test.slow()
  await signedIn(page, baseURL!)
  const { orders, end } = await watch(page)
  await page.goto('/tools/background-removal')
  const button = page.getByRole('button', { name: 'Remove background - 1 credit' })
  await expect(page.getByRole('button', { name: 'From your images' })).toBeVisible()
  await button.click()
  await expect(fault(page)).toHaveText('Choose an image first.')
  await choose(page)
  await press(page)
  await expect(fault(page)).toHaveCount(0)
  await end('abort')
  await expect(fault(page)).toBeVisible()
  await expect(fault(page)).not.toHaveText('Choose an image first.')
  await expect(button).toBeVisible()
  expect(orders).toEqual([])

  await choose(page)
  await expect(waiting(page)).toBeVisible()
  await end('continue')
  await button.dblclick()
  await expect(page.getByRole('slider', { name: 'Before and after' })).toBeVisible({
    timeout: 120_000,
  })
  expect(orders).toHaveLength(1)
})

test('what waits for a photo does not outlast the page or the way that needs it', async ({
  page,
  baseURL,
}) => {
  await signedIn(page, baseURL!)
  const { orders, end } = await watch(page)
  await page.goto('/tools/text-to-video')
  await choose(page)
  await press(page)
  await page.getByText('Prompt', { exact: true }).first().click()
  await expect(page.getByRole('button', { name: /^Create video - / })).toBeVisible()
  await page.getByText('Image', { exact: true }).first().click()
  await expect(waiting(page)).toBeVisible()
  // Within the app: what the page had begun goes on.
  await page.getByRole('banner').getByRole('link').first().click()
  await expect(page).not.toHaveURL(/text-to-video/)
  await end('continue')
  await page.goBack()
  await expect(page.getByRole('button', { name: /^Create video - / })).toBeVisible()
  expect(orders).toEqual([])
})

test('photos that were removed on their way do not come back', async ({ page, baseURL }) => {
  await signedIn(page, baseURL!)
  const held: Route[] = []
  await page.route('**/api/uploaded_images/upload_image/**', (route) => void held.push(route))
  await page.goto('/tools/background-removal')
  await choose(page, 'astronaut', 'portrait-smiling')
  await expect(page.getByRole('button', { name: 'Uploading your images…' })).toBeVisible()
  await expect.poll(() => held.length).toBe(2)
  await page.getByRole('button', { name: 'Remove all' }).click()
  const arrived = Promise.all(held.map((route) => route.request().response()))
  await Promise.all(held.map((route) => route.continue()))
  await arrived
  await choose(page)
  await expect.poll(() => held.length).toBe(3)
  await held.pop()!.continue()
  await expect(page.getByRole('button', { name: 'Remove background - 1 credit' })).toBeEnabled()
})
