import { expect, test } from '@playwright/test'
import { openCreatePage, putLora, startJob } from './creating.ts'
import { expectSound } from './sound.ts'

test('past prompts are found by keyboard, pinned and deleted; what is typed is completed', async ({
  page,
  baseURL,
}) => {
  await putLora('e2e-inkwell')
  const person = await openCreatePage(page, baseURL!)
  const headers = { Authorization: `Token ${person.token}` }
  for (const prompt of ['a red apple', 'a red apple in the snow'])
    await startJob(page, person, { prompt, num_images: 1 })
  await page.request.post('/api/wildcards/', { headers, data: { name: 'animal', text: 'fox' } })
  await page.reload()
  await page.getByRole('button', { name: 'History', exact: true }).waitFor()

  const prompt = page.getByLabel('Prompt', { exact: true })
  const dialog = page.getByRole('dialog', { name: 'Your past prompts' })
  await prompt.fill('')
  await prompt.press('ArrowUp')
  const search = dialog.getByRole('textbox')
  await expect(search).toBeFocused()
  await expect(dialog.getByText('2 prompts')).toBeVisible()
  await expectSound(page)
  await dialog.getByRole('button', { name: 'Pin: a red apple', exact: true }).click()
  await expect(dialog.getByRole('listitem').first()).toHaveText('a red apple')
  await dialog.getByRole('button', { name: 'Delete from this list: a red apple in' }).press('Enter')
  await expect(dialog.getByText('1 prompt', { exact: true })).toBeVisible()
  await dialog.getByRole('button', { name: 'Undo' }).press('Enter')
  await expect(dialog.getByText('2 prompts')).toBeVisible()
  await search.pressSequentially('snow')
  await search.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(prompt).toBeFocused()
  await expect(prompt).toHaveValue('a red apple in the snow')

  // Of past prompts none is picked by itself: Enter begins a line.
  const list = page.getByRole('listbox')
  await prompt.fill('')
  await prompt.pressSequentially('A red')
  // Own prompts come before what the collection has for the word.
  await expect(list.getByRole('option', { name: 'red apple', exact: true })).toBeVisible()
  const offered = await list.getByRole('option').allTextContents()
  expect(offered.slice(0, 3)).toEqual(['a red apple', 'a red apple in the snow', 'red apple'])
  await expect(prompt).not.toHaveAttribute('aria-activedescendant')
  await expectSound(page)
  await prompt.press('ArrowDown')
  await prompt.press('ArrowDown')
  await expect(list.getByRole('option', { selected: true })).toHaveText('a red apple in the snow')
  await expectSound(page)
  await prompt.press('Tab')
  await expect(prompt).toHaveValue('a red apple in the snow')
  await expect(prompt).toBeFocused()
  await expect(list).toBeHidden()

  await prompt.pressSequentially(', __an')
  await expect(list.getByRole('option')).toHaveText(['__animal__'])
  await prompt.press('Escape')
  await expect(list).toBeHidden()
  await prompt.pressSequentially('i')
  await prompt.press('Enter')
  await expect(prompt).toHaveValue('a red apple in the snow, __animal__')

  await prompt.pressSequentially(' <lora:well')
  await list.getByRole('option', { name: 'e2e-inkwell' }).click()
  await expect(prompt).toBeFocused()
  await page.keyboard.type('0.5')
  await expect(prompt).toHaveValue('a red apple in the snow, __animal__ <lora:e2e-inkwell:0.5>')
})
