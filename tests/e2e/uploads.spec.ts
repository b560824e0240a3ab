import { expect, type Page, test } from '@playwright/test'
import { makePng } from '#tests/support/pictures.ts'
import { newPerson, signIn } from './people.ts'
import { expectSound } from './sound.ts'

const library = (page: Page) => page.getByRole('tabpanel', { name: 'Uploaded' })

async function openLibrary(page: Page, baseURL: string): Promise<void> {
  await signIn(page.context(), await newPerson(page.request), baseURL)
  await page.goto('/image-to-image')
  await page.getByRole('button', { name: 'From your images' }).click()
  await page.getByRole('tab', { name: 'Uploaded' }).click()
  await expect(library(page).getByText('Images you upload will show up here.')).toBeVisible()
}

test('several pictures at once, each with what becomes of it; one is chosen, one deleted', async ({
  page,
  baseURL,
}) => {
  await openLibrary(page, baseURL!)
  await expect(library(page).getByText('0 MB of 200 MB used')).toBeVisible()
  await expectSound(page)
  const [png, other] = [await makePng(128, 96, { noise: 12 }), await makePng(96, 128)]
  await library(page)
    .locator('input[type=file][multiple]')
    .setInputFiles([
      { name: 'one.png', mimeType: 'image/png', buffer: png },
      { name: 'broken.png', mimeType: 'image/png', buffer: png.subarray(0, 900) },
      { name: 'two.png', mimeType: 'image/png', buffer: other },
    ])
  const tiles = library(page).getByRole('button', { name: /^Start from uploaded image/ })
  await expect(tiles).toHaveCount(2, { timeout: 20_000 })
  const under = library(page).getByRole('list', { name: 'Uploads in progress' })
  await expect(under.getByRole('listitem')).toHaveCount(1)
  await expect(under.getByRole('alert')).toHaveText('The image is damaged and cannot be read.')
  await expectSound(page)
  await under.getByRole('button', { name: 'Dismiss broken.png' }).click()
  await expect(under).toHaveCount(0)

  await library(page).getByRole('button', { name: 'Delete uploaded image 1' }).click()
  await page.getByRole('button', { name: 'Delete permanently' }).click()
  await expect(tiles).toHaveCount(1)
  await tiles.click()
  await expect(page.getByRole('img', { name: 'The image to start from' })).toBeVisible()
})

test('an image is pasted, and a list that cannot be loaded says so', async ({ page, baseURL }) => {
  await openLibrary(page, baseURL!)
  const png = [...(await makePng(64, 64))]
  await page.evaluate((bytes) => {
    const clipboardData = new DataTransfer()
    clipboardData.items.add(new File([new Uint8Array(bytes)], 'a.png', { type: 'image/png' }))
    window.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }))
  }, png)
  const tiles = library(page).getByRole('button', { name: /^Start from uploaded image/ })
  await expect(tiles).toHaveCount(1, { timeout: 20_000 })

  const list = '**/api/uploaded_images/?limit=*'
  await page.route(list, (route) => route.abort())
  await page.reload()
  await page.getByRole('button', { name: 'From your images' }).click()
  await page.getByRole('tab', { name: 'Uploaded' }).click()
  await expect(library(page).getByText('Your uploads could not be loaded.')).toBeVisible()
  await page.unroute(list)
  await library(page).getByRole('button', { name: 'Try again' }).click()
  await expect(tiles).toHaveCount(1)
})
