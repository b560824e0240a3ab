import { expect, test } from '@playwright/test'
import { newPerson, signIn } from './people.ts'
import { expectSoundInBothWidths } from './sound.ts'

test('a list is made, named in the prompt, changed and deleted', async ({
  page,
  request,
  baseURL,
}) => {
  const person = await newPerson(request)
  await signIn(page.context(), person, baseURL!)
  await page.goto('/text-to-image?selected_mode=advanced', { waitUntil: 'networkidle' })
  await page.getByRole('button', { name: 'Word lists' }).click()
  const dialog = page.getByRole('dialog', { name: 'Word lists' })
  await expect(dialog.getByText('You have no lists yet.')).toBeVisible()
  await dialog.getByRole('button', { name: 'New list' }).click()
  await dialog.getByLabel('Name').fill('animal')
  await dialog.getByLabel('Lines').fill('fox\n{red|blue')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('A { is not closed by a }.')).toBeVisible()
  await dialog.getByLabel('Lines').fill('fox\nowl')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('2 lines')).toBeVisible()
  await expectSoundInBothWidths(page)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()

  const prompt = page.getByLabel('Prompt', { exact: true })
  await prompt.fill('')
  await prompt.pressSequentially('an __an')
  await page.getByRole('option', { name: '__animal__', exact: true }).click()
  await expect(prompt).toHaveValue('an __animal__')
  await expect(prompt).toBeFocused()
  await expectSoundInBothWidths(page)
  const sent = page.waitForResponse(
    (answer) =>
      answer.url().endsWith('/api/inference_jobs/') && answer.request().method() === 'POST',
  )
  await page.getByRole('button', { name: /^Generate/ }).click()
  const job = (await (await sent).json()) as { parameters: object; template: object }
  expect(job.template).toEqual({ prompt: 'an __animal__' })
  expect(['an fox', 'an owl']).toContain((job.parameters as { prompt: string }).prompt)

  await page.getByRole('button', { name: 'Word lists' }).click()
  await dialog.getByRole('button', { name: 'Edit list animal' }).click()
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await dialog.getByRole('button', { name: 'Delete for good' }).click()
  await expect(dialog.getByText('You have no lists yet.')).toBeVisible()
})
