import { expect, test } from '@playwright/test'
import { openCreatePage, SEED } from './creating.ts'
import { expectSound } from './sound.ts'

test('a grid is ordered at one price, read as a sheet, opened cell by cell and downloaded', async ({
  page,
  baseURL,
}) => {
  await openCreatePage(
    page,
    baseURL!,
    `?selected_mode=advanced&prompt=a+red+apple&width=64&height=64&guidance_scale=4&seed=${SEED}`,
  )
  const open = page.getByRole('button', { name: 'X/Y/Z grid' })
  const dialog = page.getByRole('dialog', { name: 'X/Y/Z grid' })
  await open.click()
  await dialog.getByRole('combobox', { name: 'X (columns)' }).selectOption('Steps')
  const x = dialog.getByLabel('Values of X')

  await test.step('what is wrong with an axis stands at its field before anything is paid', async () => {
    await x.fill('1-101')
    await expect(dialog.getByText('Up to 100 values.')).toBeVisible()
    await x.fill('1, 200')
    await expect(dialog.getByText('200 has to be between 1 and 100.')).toBeVisible()
    await x.fill('1-2')
    await dialog.getByRole('combobox', { name: 'Y (rows)' }).selectOption('Words in the prompt')
    await dialog.getByLabel('Text to replace for Y').fill('pear')
    await dialog.getByLabel('Values of Y').fill('apple, pear')
    await expect(dialog.getByText('2 × 2 = 4 images')).toBeVisible()
    await expect(dialog.getByText('The prompt does not have "pear".')).toBeVisible()
    await expectSound(page)
    await dialog.getByRole('combobox', { name: 'Z (tabs)' }).selectOption('Seed')
    await dialog.getByLabel('Values of Z').fill('1-26')
    await expect(dialog.getByText('That makes 104 images.')).toBeVisible()
    await dialog.getByRole('combobox', { name: 'Z (tabs)' }).selectOption('None')
  })

  await test.step('it is kept while the dialog is closed, and ordered', async () => {
    await page.keyboard.press('Escape')
    await expect(open).toBeFocused()
    await open.press('Enter')
    await dialog.getByLabel('Text to replace for Y').fill('apple')
    await dialog.getByRole('button', { name: 'Generate 4 images - 4 credits' }).click()
    await expect(page).toHaveURL(/\/user\/images\/grids\/[^/]+$/)
  })

  const sheet = page.getByRole('grid', { name: 'Columns: Steps. Rows: “apple”.' })
  const images = sheet.getByRole('button', { name: /^Open / })

  await test.step('every cell has its place', async () => {
    await expect(page.getByRole('heading', { level: 1, name: 'Grid 2 × 2' })).toBeVisible()
    await expect(images).toHaveCount(4, { timeout: 60_000 })
    await expect(page.getByText('4 of 4 images done, 4 credits')).toBeVisible()
    await expect(sheet.getByRole('columnheader')).toHaveText(['1', '2'])
    await expect(sheet.getByRole('rowheader')).toHaveText(['apple', 'pear'])
    await expectSound(page)
  })

  await test.step('cells are walked through by arrow keys and open in the viewer', async () => {
    await images.first().focus()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowDown')
    await expect(images.nth(3)).toBeFocused()
    await page.keyboard.press('Enter')
    const viewer = page.getByRole('dialog')
    await expect(viewer.getByText('a red pear').first()).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(viewer).toHaveCount(0)
  })

  await test.step('the sheet is downloaded; the list leads back to it', async () => {
    const arriving = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Download sheet' }).click()
    expect((await arriving).suggestedFilename()).toMatch(/\.jpg$/)
    await page.getByRole('link', { name: 'All grids' }).click()
    await expect(page.getByRole('row').nth(1)).toContainText('Steps, “apple”')
    await expectSound(page)
    await page.getByRole('link', { name: 'a red apple' }).click()
    await expect(images).toHaveCount(4)
  })
})
