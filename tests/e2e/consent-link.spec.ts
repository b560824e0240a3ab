import { readFile } from 'node:fs/promises'
import { expect, test } from '@playwright/test'
import { photographFile } from '#scripts/support/photographs.ts'
import { signedIn } from './people.ts'
import { expectSoundInBothWidths } from './sound.ts'

test('somebody in the photos is asked by a link, agrees without an account, and withdraws by the same link', async ({
  page,
  browser,
  baseURL,
}) => {
  await signedIn(page, baseURL!)
  await page.goto('/train/loras/create')
  await page.getByLabel('Name').fill('Aunt Eve')
  await page.getByRole('radio', { name: 'A person' }).check()
  await page.getByRole('radio', { name: /ask by a consent link/ }).check()
  await page.getByRole('button', { name: 'Continue to photos' }).click()
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({
      name: 'coffee.jpg',
      mimeType: 'image/jpeg',
      buffer: await readFile(photographFile('coffee')),
    })
  await expect(page.getByLabel('What photo 1 shows')).toBeVisible()
  await expect(page.getByText(/hasn’t been asked yet/)).toBeVisible()
  await expect(page.getByText(/once the person in the photos has agreed/)).toBeVisible()
  await page.getByRole('button', { name: 'Create a consent link' }).click()
  const link = await page.getByLabel('Consent link').inputValue()
  await expect(page.getByText(/^Waiting for an answer until/)).toBeVisible()
  await expectSoundInBothWidths(page)

  const context = await browser.newContext({ viewport: page.viewportSize()! })
  const other = await context.newPage()
  const answer = await other.goto(link)
  expect(answer!.status()).toBe(200)
  await expect(other.locator('meta[name=robots]')).toHaveAttribute('content', /noindex/)
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('Ada asks for your consent')
  await expect(other.getByText('Aunt Eve')).toHaveCount(0)
  await expect(other.getByText(/deleted 30 days after it was added/)).toBeVisible()
  await expectSoundInBothWidths(other)
  await other.getByRole('button', { name: 'I agree' }).click()
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('You agreed')
  await expect(page.getByText(/^They agreed/)).toBeVisible()
  await expect(page.getByText(/once the person in the photos has agreed/)).toHaveCount(0)

  await other.reload()
  await other.getByRole('button', { name: 'Withdraw consent' }).click()
  await expect(other.getByText('This cannot be undone.')).toBeVisible()
  await expect(other.getByRole('button', { name: 'Cancel', exact: true })).toBeFocused()
  await other.keyboard.press('Escape')
  await expect(other.getByText('This cannot be undone.')).toBeHidden()
  await other.getByRole('button', { name: 'Withdraw consent' }).click()
  await other.getByRole('button', { name: 'Delete everything' }).click()
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('You withdrew your consent')
  await expect(other.getByText(/^Removed for good: 1 photo/)).toBeVisible()
  await expectSoundInBothWidths(other)

  await page.goto('/train/loras/all')
  await expect(page.getByText('No Studios found.')).toBeVisible()
  const forged = await other.goto('/consent/forged')
  expect(forged!.status()).toBe(404)
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('This link does not work')
  await expectSoundInBothWidths(other)
  await context.close()
})
