import { readFile } from 'node:fs/promises'
import { expect, type Page, test } from '@playwright/test'
import { photographFile } from '#scripts/support/photographs.ts'
import { newPerson, signIn } from './people.ts'
import { expectSound } from './sound.ts'

const SAVE_MS = 30_000

const canvas = (page: Page) => page.getByRole('application', { name: /^Image, / })
const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: true })
const choice = (page: Page, name: string) =>
  page.locator('form').getByText(name, { exact: true }).first()
const saved = (page: Page) =>
  expect(page.getByText('Saved to your projects', { exact: true })).toBeVisible({
    timeout: SAVE_MS,
  })

async function write(page: Page, words: string): Promise<void> {
  await choice(page, 'Text').click()
  await button(page, 'Add text').click()
  await page.getByRole('textbox', { name: 'Text', exact: true }).fill(words)
}

test('a project is gone on with on another device, and neither overwrites the other', async ({
  page,
  browser,
  baseURL,
}) => {
  test.slow()
  const person = await newPerson(page.request)
  await signIn(page.context(), person, baseURL!)
  await page.goto('/tools/img-editor')
  await expect(page.getByText('Drop, paste or choose an image')).toBeVisible()
  await page
    .locator('form input[type=file]')
    .first()
    .setInputFiles({
      name: 'astronaut.jpg',
      mimeType: 'image/jpeg',
      buffer: await readFile(photographFile('astronaut')),
    })
  await expect(canvas(page)).toBeVisible()
  await write(page, 'Hello')
  await saved(page)

  const device = await browser.newContext({ viewport: page.viewportSize() })
  await signIn(device, person, baseURL!)
  const other = await device.newPage()
  await other.goto('/tools/img-editor')
  await expect(other.getByRole('heading', { name: 'Your projects' })).toBeVisible()
  await expectSound(other)
  await button(other, 'Open astronaut').click()
  await expect(canvas(other)).toBeVisible()
  await choice(other, 'Text').click()
  await expect(other.getByRole('option', { name: 'Hello' })).toBeAttached()
  await expect(button(other, 'Undo')).toBeEnabled()
  await choice(other, 'Crop').click()
  await button(other, 'Rotate right').click()
  await saved(other)

  // The first device has gone on, too, from what it had.
  await write(page, 'Mine')
  const told = page.getByRole('alert').filter({ hasText: 'changed on another device' })
  await expect(told).toBeVisible({ timeout: SAVE_MS })
  await expectSound(page)
  await button(page, 'Keep mine as a copy').click()
  await expect(told).toBeHidden()
  await saved(page)
  // What is saved is closed without a question.
  await button(page, 'Open another image').click()
  await expect(button(page, 'Open astronaut (copy)')).toBeVisible()
  await expect(button(page, 'Open astronaut')).toBeVisible()

  await button(page, 'Rename astronaut (copy)').click()
  await page.getByLabel('Name', { exact: true }).fill('In space')
  await page.keyboard.press('Enter')
  await expect(button(page, 'Open In space')).toBeVisible()
  await button(page, 'Delete In space').click()
  await expect(button(page, 'Open In space')).toBeHidden()
  await page.getByRole('button', { name: 'Undo' }).click()
  await button(page, 'Open In space').click()
  await choice(page, 'Text').click()
  await expect(page.getByRole('option', { name: 'Mine' })).toBeAttached()

  // A device that comes back to a project that nothing was done to there shows the newest of it.
  await write(page, 'Newest')
  await saved(page)
  await button(other, 'Open another image').click()
  await button(other, 'Open In space').click()
  await choice(other, 'Text').click()
  await expect(other.getByRole('option', { name: 'Newest' })).toBeAttached()
  await device.close()
})

test('a project of a newer version is shown and not changed', async ({ page, baseURL }) => {
  const person = await newPerson(page.request)
  await signIn(page.context(), person, baseURL!)
  const times = { created_at: '2026-01-01T00:00:00Z', changed_at: '2026-01-01T00:00:00Z' }
  const project = { id: 'p', name: 'Beach', version: 2, revision: 3, bytes: 1, ...times }
  const shown = { ...project, preview: '/tools/astronaut.jpg' }
  await page.route('**/api/editor_projects/', (route) =>
    route.fulfill({ json: { results: [shown] } }),
  )
  await page.route('**/api/editor_projects/p/', (route) =>
    route.fulfill({ json: { ...shown, document: { version: 2 }, files: {} } }),
  )
  await page.goto('/tools/img-editor')
  await button(page, 'Open Beach').click()
  await expect(page.getByRole('alert')).toContainText('newer version of the editor')
  await expect(page.getByAltText('The image as it was last saved')).toBeVisible()
  await expect(canvas(page)).toHaveCount(0)
  await expectSound(page)
})
