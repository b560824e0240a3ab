import { readFile } from 'node:fs/promises'
import { expect, test } from '@playwright/test'
import sharp from 'sharp'
import { photographFile, softPhotograph } from '#scripts/support/photographs.ts'
import { signedIn } from './people.ts'
import { expectSoundInBothWidths } from './sound.ts'

const file = (name: string, buffer: Buffer) => ({ name, mimeType: 'image/jpeg', buffer })

test('a studio is made, the coach names the bad photos, a free plan is shown what trains, and all is deleted with a receipt', async ({
  page,
  baseURL,
}) => {
  await page.goto('/train/loras/all')
  await expect(page).toHaveURL(/\/register\?next=%2Ftrain%2Floras%2Fcreate$/)

  await signedIn(page, baseURL!)
  await page.goto('/train/loras/all')
  await expect(page.getByText('No Studios found.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Public Studios' })).toBeVisible()
  await expectSoundInBothWidths(page)

  await page.getByRole('link', { name: 'Create Studio' }).click()
  await page.getByLabel('Name').fill('Morning coffee')
  await page.getByRole('radio', { name: 'An object' }).check()
  await page.getByRole('radio', { name: /Nobody can be recognized/ }).check()
  await expect(page.getByText('What to expect')).toBeVisible()
  await expectSoundInBothWidths(page)
  await page.getByRole('button', { name: 'Continue to photos' }).click()

  await expect(page.getByText('Add at least 4 photos: there are none yet.')).toBeVisible()
  const coffee = await readFile(photographFile('coffee'))
  const tiny = await sharp(coffee).resize(160).jpeg().toBuffer()
  const soft = await sharp(await softPhotograph('coffee'))
    .blur(12)
    .jpeg()
    .toBuffer()
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles([
      file('coffee.jpg', coffee),
      file('turned.jpg', await sharp(coffee).flop().modulate({ brightness: 1.2 }).toBuffer()),
      file('tiny.jpg', tiny),
      file('soft.jpg', soft),
      file('words.jpg', Buffer.from('no image')),
    ])
  const photos = page.getByRole('list', { name: 'Photos of this studio' })
  const photo = (number: number) =>
    photos.getByRole('listitem').filter({ hasText: `Photo ${number}` })
  await expect(photo(3)).toContainText('Too small')
  await expect(photo(4)).toContainText('Blurred')
  await expect(page.getByRole('alert').first()).toContainText('words.jpg: Only JPEG, PNG')
  await expect(page.getByText('Needs work')).toBeVisible()
  await expectSoundInBothWidths(page)

  await page.getByLabel('What photo 1 shows').fill('a cup of coffee')
  await page.getByLabel('What photo 2 shows').focus()
  await page.getByRole('button', { name: 'Delete photo 3' }).click()
  await expect(photo(3)).toContainText('Blurred')
  await page.reload()
  await expect(page.getByLabel('What photo 1 shows')).toHaveValue('a cup of coffee')

  await page.getByRole('button', { name: 'Start Training' }).click()
  await expect(page.getByRole('dialog')).toContainText('Starter')
  await page.keyboard.press('Escape')

  await page.goto('/train/loras/all')
  await expect(page.getByText('Your training is ready to be trained!')).toBeVisible()
  await page.getByRole('link', { name: /^Open.*Morning coffee$/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Morning coffee' })).toBeVisible()
  await expectSoundInBothWidths(page)
  await page.getByRole('button', { name: 'Delete Morning coffee' }).click()
  await expect(page.getByText('Are you sure you want to delete this studio?')).toBeVisible()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(page.getByText('Removed for good: 3 photos, no samples.')).toBeVisible()
  await expect(page.getByText('No Studios found.')).toBeVisible()
  await expectSoundInBothWidths(page)
})
