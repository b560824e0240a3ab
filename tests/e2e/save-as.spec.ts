import { readFile } from 'node:fs/promises'
import { expect, test } from '@playwright/test'
import sharp from 'sharp'
import { openCreatePage, startJob } from './creating.ts'
import { expectSound } from './sound.ts'

test('an image is saved in another format and size, without its prompt', async ({
  page,
  baseURL,
}) => {
  const person = await openCreatePage(page, baseURL!)
  await startJob(page, person, { num_images: 1, width: 512, height: 384 })
  await page
    .getByRole('button', { name: /^Open image/ })
    .first()
    .click({ timeout: 60_000 })
  await page.getByRole('button', { name: 'Download as…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Download as' })
  await dialog.getByText('WEBP').click()
  await dialog.getByRole('combobox', { name: 'Size' }).click()
  await page.getByRole('option', { name: '256 x 192 px' }).click()
  await dialog.getByRole('switch', { name: 'Leave out prompt and settings' }).press('Space')
  await expectSound(page)
  const saving = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Download', exact: true }).press('Enter')
  const download = await saving
  expect(download.suggestedFilename()).toBe('a-red-apple-7.webp')
  const file = await readFile(await download.path())
  expect(await sharp(file).metadata()).toMatchObject({ format: 'webp', width: 256, height: 192 })
  expect(file.includes('UNICODE')).toBe(false)
  await expect(dialog).toBeHidden()
})
