import { expect, test } from '@playwright/test'
import { FAL_KEY, startFalDouble } from '../support/doubles/fal-server.ts'
import type { ServiceDouble } from '../support/doubles/service-files.ts'
import { makePng } from '../support/pictures.ts'
import { type OwnApp, startOwnApp } from './own-app.ts'
import { type Person, newPerson, signIn } from './people.ts'
import { expectSound } from './sound.ts'

let fal: ServiceDouble
let app: OwnApp
let person: Person

test.beforeAll(async ({ playwright }) => {
  test.setTimeout(180_000)
  fal = await startFalDouble()
  app = await startOwnApp({ FAL_KEY, FAL_BASE_URL: fal.url, IMPROVE_PROMPT_CREDITS: '2' })
  const request = await playwright.request.newContext({ baseURL: app.url })
  person = await newPerson(request)
  await request.dispose()
})
test.afterAll(async () => {
  await app.dispose()
  await fal.close()
})

test('a prompt is improved and an image described, and nothing is taken over unseen', async ({
  browser,
}) => {
  const page = await browser.newPage({ baseURL: app.url })
  await signIn(page.context(), person, app.url)
  await page.goto('/text-to-image', { waitUntil: 'networkidle' })
  const prompt = page.getByLabel('Prompt', { exact: true })
  const improve = page.getByRole('button', { name: 'Improve prompt - 2 credits' })
  await prompt.fill('')
  await expect(improve).toBeDisabled()
  await prompt.fill('a fox')
  fal.says = 'Prompt: "a red fox in deep snow, low winter sun"'
  await improve.click()
  const proposed = page.getByText('a red fox in deep snow, low winter sun', { exact: true })
  await expect(proposed).toBeVisible()
  await expect(page.getByText('Your prompt stays until you use this one.')).toBeVisible()
  await expect(prompt).toHaveValue('a fox')
  await expectSound(page)
  await page.getByRole('button', { name: 'Use it', exact: true }).click()
  await expect(prompt).toHaveValue('a red fox in deep snow, low winter sun')
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(prompt).toHaveValue('a fox')

  fal.faults = ['content refused at once']
  await improve.click()
  await expect(page.getByRole('alert')).toContainText('Nothing was charged.')
  await expect(prompt).toHaveValue('a fox')

  await page.goto('/image-to-image', { waitUntil: 'networkidle' })
  const describe = page.getByRole('button', { name: 'Describe image - 1 credit' })
  await expect(describe).toBeDisabled()
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({
      name: 'cup.png',
      mimeType: 'image/png',
      buffer: await makePng(256, 256),
    })
  fal.says = 'A white cup on a table.'
  await describe.click()
  await expect(page.getByText('A white cup on a table.', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Discard', exact: true }).click()
  await expect(page.getByText('A white cup on a table.', { exact: true })).toBeHidden()
  await expectSound(page)
  await page.close()
})
