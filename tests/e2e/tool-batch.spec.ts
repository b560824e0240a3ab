import { readFile } from 'node:fs/promises'
import { expect, type Page, test } from '@playwright/test'
import { makePng } from '../support/pictures.ts'
import { photographFile, softPhotograph } from '#scripts/support/photographs.ts'
import { readZip } from '../support/read-zip.ts'
import { signedIn } from './people.ts'
import { expectSoundInBothWidths } from './sound.ts'

const WORK_MS = 120_000

const stage = (page: Page) => page.getByRole('region', { name: 'Images', exact: true })
const divider = (page: Page) => page.getByRole('slider', { name: 'Before and after' })
const chosen = (page: Page) => page.getByRole('list', { name: 'Images to change' })

async function chooseFiles(page: Page, files: { name: string; buffer: Buffer }[]): Promise<void> {
  await expect(page.getByRole('button', { name: 'From your images' })).toBeVisible()
  await page
    .locator('form input[type=file]')
    .first()
    .setInputFiles(files.map((file) => ({ ...file, mimeType: 'image/png' })))
}

const small = async (count: number) =>
  Promise.all(
    Array.from({ length: count }, async (_, index) => ({
      name: `${index}.png`,
      buffer: await makePng(16 + index, 16),
    })),
  )

test('more than fifty are left out', { tag: '@once' }, async ({ page, baseURL }) => {
  await signedIn(page, baseURL!)
  await page.goto('/tools/upscale-image')
  // What is left out is known before anything is sent.
  await page.route('**/upload_image/**', (route) => route.abort())
  await chooseFiles(page, await small(52))
  await expect(page.getByText('2 were left out.')).toBeVisible()
})

/** The API's own tests order fifty, and cancel some. */
const COUNT = 12

test(
  'many images are one order: one price, a state each, over a reload, as one file',
  { tag: '@once' },
  async ({ page, baseURL }) => {
    test.slow()
    await signedIn(page, baseURL!)
    await page.goto('/tools/upscale-image')
    await chooseFiles(page, await small(COUNT))
    await expect(chosen(page).getByRole('listitem')).toHaveCount(COUNT, { timeout: WORK_MS })
    await expectSoundInBothWidths(page)
    await page.reload()
    await expect(chosen(page).getByRole('listitem')).toHaveCount(COUNT)
    await page.getByRole('button', { name: `Upscale: ${COUNT} images - ${COUNT} credits` }).click()
    const batch = page.getByRole('region', { name: `Upscale image: ${COUNT} images` })
    await expect(batch.getByRole('listitem')).toHaveCount(COUNT)
    await expectSoundInBothWidths(page)
    await page.reload()
    await expect(
      batch.getByRole('heading', { name: `${COUNT} of ${COUNT} images done` }),
    ).toBeVisible({
      timeout: WORK_MS,
    })

    const saving = page.waitForEvent('download')
    await batch.getByRole('link', { name: 'Download all (zip)' }).click()
    const zip = readZip(await readFile(await (await saving).path()))
    expect(zip).toHaveLength(COUNT)

    await batch
      .getByRole('button', { name: /^Open image/ })
      .first()
      .click()
    await expect(stage(page).getByRole('slider', { name: 'Before and after' })).toBeVisible()
    await page.getByRole('button', { name: 'Back to all images' }).click()
    await batch.getByRole('button', { name: 'Close' }).click()
    await expect(batch).toHaveCount(0)
  },
)

test(
  'photos from the uploads get one background each; what cannot be used is named before it costs anything',
  { tag: '@once' },
  async ({ page, baseURL }) => {
    test.slow()
    await signedIn(page, baseURL!)
    await page.goto('/tools/fix-faces')
    const photos = [
      { name: 'soft.jpg', buffer: await softPhotograph('astronaut') },
      { name: 'coffee.jpg', buffer: await readFile(photographFile('coffee')) },
    ]
    await chooseFiles(page, [...photos, { name: 'broken.png', buffer: Buffer.from('nothing') }])
    await expect(chosen(page).getByRole('listitem')).toHaveCount(2, { timeout: 30_000 })
    const faulty = page.getByRole('list', { name: 'Uploads in progress' })
    await expect(faulty.getByRole('alert')).toBeVisible()
    await faulty.getByRole('button', { name: 'Dismiss broken.png' }).click()
    await expect(chosen(page).getByText('No face was found in this image.')).toBeVisible()
    await expect(page.getByText('1 image cannot be used. Remove the marked ones.')).toBeVisible()
    await expectSoundInBothWidths(page)

    // The same ones on another page, by keyboard alone.
    await page.goto('/tools/background-removal')
    await page.getByRole('button', { name: 'From your images' }).press('Enter')
    await page.getByRole('tab', { name: 'Uploaded' }).click()
    await page.getByRole('switch', { name: 'Choose several' }).press('Space')
    await page.getByRole('button', { name: 'Use uploaded image 1' }).press('Enter')
    await page.getByRole('button', { name: 'Use uploaded image 2' }).press('Enter')
    await expectSoundInBothWidths(page)
    await page.getByRole('button', { name: 'Use 2 images' }).press('Enter')
    await expect(chosen(page).getByRole('listitem')).toHaveCount(2)
    await page.getByRole('radio', { name: 'Pink' }).press('Space')
    await page.getByRole('switch', { name: 'Crop to the subject' }).press('Space')
    await page.getByLabel('Size', { exact: true }).selectOption('linkedin')
    await page
      .getByRole('button', { name: 'Remove background: 2 images - 2 credits' })
      .press('Enter')
    const batch = page.getByRole('region', { name: 'Background removal: 2 images' })
    await expect(batch.getByRole('heading', { name: '2 of 2 images done' })).toBeVisible({
      timeout: WORK_MS,
    })
    await expectSoundInBothWidths(page)
    const list = await page.request.get('/api/prediction_images/')
    const { results } = (await list.json()) as { results: { width: number; height: number }[] }
    expect(results).toMatchObject([
      { width: 800, height: 800 },
      { width: 800, height: 800 },
    ])

    // One of them is laid out already; what is done to it starts over.
    await batch
      .getByRole('button', { name: /^Open image/ })
      .first()
      .click()
    await expect(divider(page)).toBeVisible()
    await expect(page.getByLabel('Size', { exact: true })).toHaveValue('')
  },
)
