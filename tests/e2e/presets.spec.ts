import { expect, test } from '@playwright/test'
import { openCreatePage } from './creating.ts'
import { expectSound } from './sound.ts'

test('settings are kept under a name, applied, overwritten and deleted by keyboard, with a way back', async ({
  page,
  baseURL,
}) => {
  const person = await openCreatePage(page, baseURL!, '?prompt=a+red+fox&steps=31&seed=5')
  const headers = { Authorization: `Token ${person.token}` }
  await page.request.post('/api/presets/', {
    headers,
    data: {
      name: 'Gone',
      settings: {
        version: 1,
        model: 'gone-model',
        loras: [{ model: 'gone-lora', weight: 1 }],
      },
    },
  })
  const prompt = page.getByLabel('Prompt', { exact: true })
  await expect(prompt).toHaveValue('a red fox')
  const open = page.getByRole('button', { name: 'Presets', exact: true })
  const dialog = page.getByRole('dialog', { name: 'Presets' })
  await open.press('Enter')
  await dialog.getByRole('button', { name: 'Save current settings' }).press('Enter')
  await expect(dialog.getByLabel('Name')).toBeFocused()
  await expect(dialog.getByLabel('Seed')).not.toBeChecked()
  await expect(dialog.getByLabel('Prompt', { exact: true })).toBeChecked()
  await expectSound(page)
  await page.keyboard.type('Gone')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('You have a preset of this name already.')).toBeVisible()
  await dialog.getByLabel('Name').fill('Foxes')
  await page.keyboard.press('Enter')
  const search = dialog.getByRole('textbox', { name: 'Search presets' })
  await expect(search).toBeFocused()
  await expectSound(page)

  // Applying one changes what it keeps and nothing else.
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await prompt.fill('something else')
  await open.press('Enter')
  await expect(search).toBeFocused()
  await page.keyboard.type('fox')
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(prompt).toHaveValue('a red fox')
  const draft = () =>
    page.evaluate(
      () =>
        (JSON.parse(localStorage.getItem('create-draft')!) as { state: { form: object } }).state
          .form,
    )
  expect(await draft()).toMatchObject({ prompt: 'a red fox', steps: 31, seed: 5 })
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(prompt).toHaveValue('something else')

  // What is not here is said and stays as it is.
  await open.click()
  await dialog.getByRole('button', { name: 'Apply Gone' }).click()
  await expect(
    page.getByText('this isn’t available here: the model gone-model, the LoRA gone-lora'),
  ).toBeVisible()
  expect(await draft()).toMatchObject({ model: 'gone-model', loras: [{ model: 'gone-lora' }] })
  await page.getByRole('button', { name: 'Undo' }).click()

  await open.click()
  await dialog.getByRole('button', { name: 'Overwrite Foxes with current settings' }).click()
  await dialog.getByRole('button', { name: 'Overwrite', exact: true }).click()
  await expect(dialog.getByText('“something else”')).toBeVisible()
  await dialog.getByRole('button', { name: 'Delete Foxes' }).press('Enter')
  await expect(dialog.getByRole('button', { name: 'Apply Foxes' })).toBeHidden()
  await expect(dialog.getByText('“Foxes” deleted.')).toBeVisible()
  await page.keyboard.press('Shift+Tab')
  await expect(dialog.getByRole('button', { name: 'Undo' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('button', { name: 'Apply Foxes' })).toBeVisible()
})
