import { expect, test } from '@playwright/test'
import { changeSetting, openCreatePage, putLora, stage } from './creating.ts'
import { inSettings } from './settings.ts'
import { expectSound } from './sound.ts'

test('a link replaces the draft, also one with a model that is not there, and a reload keeps what was written', async ({
  page,
  baseURL,
}) => {
  await openCreatePage(page, baseURL!, '?prompt=a%20cat&model=gone&lora_models=missing')
  const prompt = page.getByLabel('Prompt', { exact: true })
  await expect(page.getByText('There is no model “gone” here.')).toBeVisible()
  await page.goto('/text-to-image?prompt=a%20red%20fox')
  await expect(prompt).toHaveValue('a red fox')
  await expect(page.getByRole('button', { name: 'Generate - 4 credits' })).toBeEnabled()
  await expect(page.getByRole('list', { name: 'LoRAs of this prompt' })).toBeHidden()
  await expect(page).toHaveURL(/\?prompt=a%20red%20fox$/)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(prompt).toHaveValue('a cat')
  await prompt.fill('a blue fox')
  await page.reload()
  await expect(prompt).toHaveValue('a blue fox')
  await page.goto('/')
  await page.goto('/text-to-image?prompt=a%20red%20fox')
  await expect(prompt).toHaveValue('a red fox')
})

test('a LoRA is picked by its name, and its weight is changed on the chip', async ({
  page,
  baseURL,
}) => {
  await putLora('e2e-ink')
  await openCreatePage(page, baseURL!, '?selected_mode=advanced&prompt=a%20cat')
  const chips = page.getByRole('list', { name: 'LoRAs of this prompt' })
  await inSettings(page, async (settings) => {
    await settings.getByRole('combobox', { name: 'LoRA', exact: true }).fill('e2e-i')
    await page.getByRole('option', { name: 'e2e-ink', exact: true }).click()
  })
  await expect(chips.getByRole('listitem')).toHaveText(['e2e-ink 1'])
  await chips.getByRole('button', { name: 'Weight of e2e-ink: 1' }).click()
  await page.getByRole('textbox', { name: 'Weight' }).fill('3')
  await expect(page.getByText('must be a number from 0 to 2')).toBeVisible()
  await page.getByRole('textbox', { name: 'Weight' }).fill('0.4')
  await page.keyboard.press('Enter')
  await expect(chips.getByRole('listitem')).toHaveText(['e2e-ink 0.4'])
  await expectSound(page)
})

test('a number out of range is said and stays as it was typed', async ({ page, baseURL }) => {
  await openCreatePage(page, baseURL!, '?selected_mode=advanced&prompt=a%20cat')
  await changeSetting(page, 'Steps', '150')
  await page.getByLabel('Prompt', { exact: true }).press('Control+Enter')
  await inSettings(page, async (settings) => {
    await expect(settings.getByText('Enter a number from 1 to 100.')).toBeVisible()
    await expect(settings.getByRole('textbox', { name: 'Steps', exact: true })).toHaveValue('150')
  })
  await expect(stage(page).getByRole('article')).toHaveCount(0)
})

test('an image that is dropped or pasted is what the next one starts from', async ({
  page,
  baseURL,
}) => {
  await openCreatePage(page, baseURL!, '?prompt=a%20cat')
  // The page listens once it has followed the link.
  await expect(page.getByLabel('Prompt', { exact: true })).toHaveValue('a cat')
  const give = (kind: 'drop' | 'paste') =>
    page.evaluate(async (type) => {
      const canvas = new OffscreenCanvas(96, 64)
      canvas.getContext('2d')!.fillRect(0, 0, 96, 64)
      const file = new File([await canvas.convertToBlob()], 'a.png', { type: 'image/png' })
      const data = new DataTransfer()
      data.items.add(file)
      const options = { bubbles: true, cancelable: true }
      const target = document.querySelector('form')!
      if (type === 'paste')
        target.dispatchEvent(new ClipboardEvent('paste', { ...options, clipboardData: data }))
      else
        for (const name of ['dragenter', 'dragover', 'drop'])
          (name === 'drop'
            ? [...document.querySelectorAll('button')].find(({ textContent }) =>
                textContent.startsWith('Drop, paste'),
              )!
            : target
          ).dispatchEvent(new DragEvent(name, { ...options, dataTransfer: data }))
    }, kind)
  await give('paste')
  await expect(page).toHaveURL(/\/image-to-image/)
  const source = page.getByRole('region', { name: 'Image to start from' })
  await expect(source.getByText('96 x 64 px')).toBeAttached()
  await source.getByRole('button', { name: 'Remove' }).click()
  await give('drop')
  await expect(source.getByText('96 x 64 px')).toBeAttached()
  await expect(page.getByLabel('Prompt', { exact: true })).toHaveValue('a cat')
})
