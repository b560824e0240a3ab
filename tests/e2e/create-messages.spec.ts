import { expect, type Page, test } from '@playwright/test'
import {
  cancelJob,
  changeSetting,
  LONG,
  openCreatePage,
  SEED,
  stage,
  startJob,
} from './creating.ts'
import { inSettings } from './settings.ts'

const form = (page: Page) => page.getByRole('form', { name: 'Generation' })
const generate = (page: Page) => form(page).getByRole('button', { name: /^Generate/ })

/** What the server answers to the next request for images. */
async function refuse(page: Page, status: number, body: object): Promise<void> {
  await page.route(
    '**/api/inference_jobs/',
    (route) => route.fulfill({ status, json: body, headers: { 'X-Error-Code': 'invalid' } }),
    { times: 1 },
  )
}

test('one failure is said once, within the form, and goes with the next change', async ({
  page,
  baseURL,
}) => {
  await openCreatePage(page, baseURL!, '?prompt=a%20cat')
  await expect(generate(page)).toBeEnabled()
  await refuse(page, 503, { detail: 'Images cannot be made right now. Please try again soon.' })
  await generate(page).click()
  const said = page.getByText('Images cannot be made right now.')
  await expect(said).toHaveCount(1)
  await expect(form(page).getByRole('alert')).toContainText('Images cannot be made right now.')
  await page.getByLabel('Prompt', { exact: true }).fill('a dog')
  await expect(said).toHaveCount(0)

  // About a field that is in sight: beside it, and nowhere else.
  await refuse(page, 400, { prompt: ['This prompt is not good.'] })
  await generate(page).click()
  await expect(page.getByText('This prompt is not good.')).toHaveCount(1)
  await expect(page.getByLabel('Prompt', { exact: true })).toHaveAttribute('aria-invalid', 'true')
})

test('a price that has changed is said beside the button, which shows the new one', async ({
  page,
  baseURL,
}) => {
  // Before the binding price comes that of the list.
  const quoted = page.waitForResponse('**/api/quotes/')
  await openCreatePage(page, baseURL!, '?prompt=a%20cat')
  await quoted
  await expect(generate(page)).toHaveText(/- 4 credits/)
  await page.route('**/api/quotes/', async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, json: { ...(await answer.json()), cost: 8 } })
  })
  await page.route('**/api/inference_jobs/', (route) =>
    route.fulfill({
      status: 409,
      json: { detail: 'The price has changed.' },
      headers: { 'X-Error-Code': 'quote_expired' },
    }),
  )
  await generate(page).click()
  await expect(form(page).getByText('The price has changed from 4 to 8 credits.')).toBeVisible()
  await expect(generate(page)).toHaveText(/- 8 credits/)
  // Of another request nothing has changed, also once its own price is there.
  const again = page.waitForResponse('**/api/quotes/')
  await page.getByLabel('Prompt', { exact: true }).fill('a dog')
  await again
  await expect(form(page).getByText('The price has changed from')).toHaveCount(0)
  await page.unrouteAll({ behavior: 'wait' })
})

test('what is wrong with a setting out of sight is said, and the setting is one click away', async ({
  page,
  baseURL,
}) => {
  await openCreatePage(page, baseURL!, '?selected_mode=advanced&prompt=a%20cat')
  await changeSetting(page, 'Steps', '900')
  await inSettings(page, (settings) => settings.getByText('Basic', { exact: true }).click())
  const problem = form(page)
    .getByRole('alert')
    .filter({ hasText: /Enter a number from 1 to/ })
  await generate(page).click()
  await expect(problem).toHaveCount(1)
  await problem.getByRole('button', { name: 'Show the setting' }).click()
  await expect(page.getByRole('textbox', { name: 'Steps', exact: true })).toBeVisible()
  // On a phone the settings are there twice, and one of them is never seen.
  const said = page.getByText(/Enter a number from 1 to/).filter({ visible: true })
  await expect(said).toHaveCount(1)
})

test('what is no error is not red', async ({ page, baseURL }) => {
  await openCreatePage(page, baseURL!)
  await page.goto('/image-to-image?prompt=a%20cat')
  await expect(generate(page)).toBeEnabled()
  await generate(page).click()
  const hint = page.getByText('Choose an image to start from.')
  await expect(hint).toHaveCount(1)
  const colour = await page
    .getByText('Drop, paste or choose an image')
    .evaluate((shown) => getComputedStyle(shown).color)
  await expect(hint).toHaveCSS('color', colour)
})

test('images of one job have names of their own, and the title tells when they are ready', async ({
  page,
  baseURL,
}) => {
  const person = await openCreatePage(page, baseURL!)
  await expect(page).toHaveTitle(/^[^(]/)
  // The page hears of jobs once it shows one; those that are told of begin when nobody looks, however fast the machine.
  const long = await startJob(page, person, LONG)
  await expect(stage(page).getByRole('button', { name: 'Cancel' })).toBeVisible()
  // As if somebody looked at another tab meanwhile.
  const look = (hidden: boolean) =>
    page.evaluate((value) => {
      Object.defineProperty(document, 'hidden', { configurable: true, get: () => value })
      document.dispatchEvent(new Event('visibilitychange'))
    }, hidden)
  await look(true)
  await startJob(page, person, { num_images: 2, seed: SEED })
  await cancelJob(page, person, long)
  await expect(page).toHaveTitle(/^\(2 images ready\) /, { timeout: 60_000 })
  await look(false)
  await expect(page).toHaveTitle(/^[^(]/)

  const images = stage(page).getByRole('button', { name: /^Open image \d of 2: a red apple$/ })
  await expect(images).toHaveCount(2)
  const names = await images.evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')))
  expect(new Set(names).size).toBe(2)
  await images.last().click()
  await expect(
    page
      .getByRole('dialog', { name: 'Image' })
      .getByRole('img', { name: 'Image 2 of 2: a red apple' }),
  ).toBeVisible()
  await page.goto('/user/dashboard')
  await expect(page.getByRole('img', { name: /^Image [12] of 2: a red apple$/ })).toHaveCount(2)
})
