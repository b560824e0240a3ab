import { readFile } from 'node:fs/promises'
import { expect, test } from '@playwright/test'
import { photographFile } from '#scripts/support/photographs.ts'
import { signedIn } from './people.ts'
import { expectSoundInBothWidths } from './sound.ts'

const WORK_MS = 120_000

test('headshots are made of a photo, with the price before and what is not changed said', async ({
  page,
  baseURL,
}) => {
  test.slow()
  await signedIn(page, baseURL!)
  await page.goto('/tools/professional-headshots')
  await expect(
    page.getByRole('heading', { level: 1, name: 'A headshot from the photos you have' }),
  ).toBeVisible()
  await expectSoundInBothWidths(page)
  await page.getByRole('link', { name: 'Make headshots' }).first().click()
  await expect(page.getByText('Your clothes stay as they are')).toBeVisible()

  const photos = page.getByRole('region', { name: 'Photos, one person in each' })
  await expect(photos.getByRole('button', { name: 'From your images' })).toBeVisible()
  await photos
    .locator('input[type=file]')
    .first()
    .setInputFiles({
      name: 'photo.jpg',
      mimeType: 'image/jpeg',
      buffer: await readFile(photographFile('astronaut')),
    })
  await expect(page.getByAltText('Photos, one person in each, as chosen')).toBeVisible()
  await page.getByRole('checkbox', { name: 'Light gray' }).uncheck()
  await page.getByRole('checkbox', { name: 'Office' }).uncheck()
  await page.getByRole('button', { name: /^Make headshots/ }).click()
  await expect(page.getByText('Choose at least one background.')).toBeVisible()
  await page.getByRole('checkbox', { name: 'Navy' }).check()
  await page.getByRole('checkbox', { name: 'Warm beige' }).check()
  await expectSoundInBothWidths(page)
  await page.getByRole('button', { name: 'Make headshots - 4 credits' }).click()
  const stage = page.getByRole('region', { name: 'Images', exact: true })
  for (const name of ['Navy', 'Warm beige']) {
    await expect(stage.getByRole('figure').filter({ hasText: name })).toBeVisible({
      timeout: WORK_MS,
    })
  }
  await expectSoundInBothWidths(page)

  await page.goto('/tools/professional-headshots/all')
  await expect(page.getByRole('heading', { level: 1, name: 'Headshots' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Open headshot 2' })).toBeVisible()
  await expectSoundInBothWidths(page)
  await page.getByRole('link', { name: 'All of them, in your images' }).click()
  await expect(page).toHaveURL(/\/user\/images\?type=PHS$/)
  await expect(page.getByRole('combobox', { name: 'Tool' })).toHaveValue('PHS')
})

test('the headshot brand shows its pages and what they cost', async ({ page, baseURL }) => {
  const { port } = new URL(baseURL!)
  await page.goto(`http://portrait.localhost:${port}/ai-headshots`)
  await expect(
    page.getByRole('heading', { level: 1, name: 'Headshots from the photos you have' }),
  ).toBeVisible()
  await expect(page.getByText('Clothes, pose and expression are not changed.')).toBeVisible()
  await expectSoundInBothWidths(page)
  for (const [link, heading] of [
    ['/ai-headshots/actor-headshots', 'Your face, not a retouched one'],
    ['/ai-headshots/corporate-headshots', 'One look for the whole team'],
    ['/headshots-pricing', 'What a headshot costs'],
  ] as const) {
    await page.goto(`http://portrait.localhost:${port}${link}`)
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
    await expectSoundInBothWidths(page)
  }
})
