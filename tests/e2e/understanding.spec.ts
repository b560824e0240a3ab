import { expect, type Page, test } from '@playwright/test'
import { openCreatePage, stage, startJob } from './creating.ts'
import { expectSound } from './sound.ts'

const prompt = (page: Page) => page.getByLabel('Prompt', { exact: true })
const reading = (page: Page) => page.getByRole('group', { name: 'What this model understands' })

test('a prompt is understood before the button, and what is not known costs nothing', async ({
  page,
  baseURL,
}) => {
  await openCreatePage(page, baseURL!, '?prompt=a%20fox%20with%20a%20hat%20in%20the%20snow')
  await expect(reading(page).getByRole('listitem')).toHaveText(['fox - in the snow'])
  await expect(reading(page).locator('img')).toHaveJSProperty('complete', true)
  await expect(reading(page)).toContainText('Known, but left out here: hat')
  const draw = page.getByRole('button', { name: /^Draw only: fox - in the snow - \d+ credits?$/ })
  await expect(draw).toBeEnabled()

  await prompt(page).fill('un gato con sombrero en la playa')
  await expect(reading(page).getByRole('listitem')).toHaveText(['gato'])
  await expect(reading(page)).toContainText('Not known: playa')

  await prompt(page).fill('a fox and a zorblax')
  await expect(reading(page)).toContainText('Not known: zorblax')
  await expectSound(page)

  await prompt(page).fill('an old fisherman, dramatic lighting')
  await expect(reading(page).getByRole('status')).toContainText('doesn’t know what your prompt')
  await expect(page.getByText(/doesn.t know what your prompt|does not know/)).toHaveCount(1)
  await expect(page.getByRole('button', { name: 'Generate', exact: true })).toBeDisabled()
  const suggestions = reading(page).getByRole('button')
  await expect(suggestions.first()).toBeVisible()
  await expectSound(page)
  const name = (await suggestions.first().textContent())!
  await suggestions.first().click()
  await expect(prompt(page)).toHaveValue(name)
  await expect(reading(page).getByRole('listitem')).toHaveCount(1)
  await expect(reading(page).getByRole('button')).toHaveCount(0)
})

test('the details of an image name what it was drawn after', async ({ page, baseURL }) => {
  const person = await openCreatePage(page, baseURL!)
  await startJob(page, person, { prompt: 'an owl', num_images: 1 })
  await page.reload()
  await stage(page)
    .getByRole('button', { name: /^Open image/ })
    .click({ timeout: 40_000 })
  const details = page.getByRole('dialog')
  await expect(details.getByText('Based on')).toBeVisible()
  await expect(details.getByText(/^owl, .+, .+/)).toBeVisible()
})
