import { expect, test } from '@playwright/test'
import { FAL_KEY, FAL_MODEL, startFalDouble } from '#tests/support/doubles/fal-server.ts'
import { signedInAdmin } from './people.ts'
import { expectSound } from './sound.ts'

test('an administrator adds a model of fal by its id, tries it, offers it and removes it', async ({
  page,
  baseURL,
}) => {
  const fal = await startFalDouble()
  await signedInAdmin(page, baseURL!)
  await page.goto('/admin/engines', { waitUntil: 'networkidle' })
  await page.getByRole('button', { name: 'Add an engine' }).click()
  const engine = page.getByRole('dialog', { name: 'Add an engine' })
  await engine.getByLabel('Kind').selectOption('fal')
  await engine.getByLabel('Name').fill('Our fal')
  await engine.getByLabel('Address').fill(fal.url)
  await engine.getByLabel('Key').fill(FAL_KEY)
  await engine.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(engine).toBeHidden()

  const section = page.locator('section').filter({ hasText: 'Models added to Our fal' })
  await section.getByRole('button', { name: 'Add a model' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a model of Our fal' })
  await dialog.getByLabel('Id of the model').fill('fal-ai/nothing')
  await dialog.getByRole('button', { name: 'Look it up' }).click()
  await expect(dialog.getByText('The service has no model of this name.')).toBeVisible()
  await dialog.getByLabel('Id of the model').fill(FAL_MODEL)
  await dialog.getByRole('button', { name: 'Look it up' }).click()
  await expect(dialog.getByLabel('What prompt is given')).toHaveValue('$prompt')
  await expectSound(page)
  await dialog.getByLabel('Margin (%)').fill('0')
  await expect(dialog.getByLabel('Price (credits an image)')).toHaveValue('15')
  await dialog.getByRole('button', { name: 'Add as a draft' }).click()
  await expect(dialog).toBeHidden()

  const row = section.locator('tr', { hasText: 'Seedream 5.0 Lite' })
  await expect(row).toContainText('Draft')
  await row.getByRole('button', { name: /^Try it/ }).click()
  await expect(row.getByRole('img', { name: 'Made by Seedream 5.0 Lite' })).toBeVisible({
    timeout: 30_000,
  })
  await row.getByRole('button', { name: /^Offer/ }).click()
  await expect(row).toContainText('Offered')
  await expectSound(page)
  const { SeedDream50LiteT2IInput: schema } =
    fal.published.get(FAL_MODEL)!.openapi.components.schemas
  Object.assign(schema.properties, { style: { type: 'string' } })
  schema.required.push('style')
  await row.getByRole('button', { name: /^Look again/ }).click()
  await expect(row).toContainText('Paused: changed')
  await row.getByRole('button', { name: /^Change/ }).click()
  const change = page.getByRole('dialog', { name: 'Change Seedream 5.0 Lite' })
  await expect(change.getByLabel('What style is given')).toHaveValue('')
  await change.getByRole('button', { name: 'Cancel' }).click()
  await row.getByRole('button', { name: /^Remove/ }).click()
  const removal = page.getByRole('dialog', { name: 'Remove Seedream 5.0 Lite' })
  await removal.getByRole('button', { name: 'Remove' }).click()
  await expect(row).toHaveCount(0)
  await page.getByRole('button', { name: 'Remove Our fal' }).click()
  await page
    .getByRole('dialog', { name: 'Remove Our fal' })
    .getByRole('button', { name: 'Remove' })
    .click()
  await expect(page.locator('tr', { hasText: 'Our fal' })).toHaveCount(0)
  await fal.close()
})
