import { readFile } from 'node:fs/promises'
import { expect, type Page, test } from '@playwright/test'
import sharp from 'sharp'
import { photographFile } from '#scripts/support/photographs.ts'
import { newPerson, signedIn } from './people.ts'
import { expectSoundInBothWidths } from './sound.ts'

/** Two tools at work on a busy machine. */
const WORK_MS = 120_000

const divider = (page: Page) => page.getByRole('slider', { name: 'Before and after' })
const stage = (page: Page) => page.getByRole('region', { name: 'Images', exact: true })

async function chooseFile(page: Page, name: string, buffer: Buffer): Promise<void> {
  // The page listens once it is alive.
  await expect(page.getByRole('button', { name: 'From your images' })).toBeVisible()
  await page
    .locator('form input[type=file]')
    .first()
    .setInputFiles({ name, mimeType: 'image/jpeg', buffer })
}

test(
  'a background is removed, another put behind it, and the cut-out enlarged',
  { tag: '@once' },
  async ({ page, baseURL }) => {
    test.slow()
    await signedIn(page, baseURL!)
    await page.goto('/tools/background-removal')
    await expect(page.getByRole('heading', { level: 1, name: 'Background removal' })).toBeVisible()
    await expectSoundInBothWidths(page)

    await chooseFile(page, 'broken.jpg', Buffer.from('no image at all'))
    await expect(page.locator('form').getByRole('alert')).toBeVisible()

    await chooseFile(page, 'photo.jpg', await readFile(photographFile('astronaut')))
    await expect(page.getByAltText('Image, as chosen')).toBeVisible()
    await page.getByRole('button', { name: 'Remove background - 1 credit' }).click()
    // A quick machine is done before anybody looks.
    await expect(stage(page).getByRole('progressbar').or(divider(page)).first()).toBeAttached()
    // The job goes on, and the page finds it again.
    await page.reload()
    await expect(divider(page)).toBeVisible({ timeout: WORK_MS })
    await expectSoundInBothWidths(page)

    // By keyboard alone.
    await divider(page).focus()
    await page.keyboard.press('ArrowRight')
    await expect(divider(page)).toHaveValue('51')
    await page.getByRole('radio', { name: 'Transparent' }).focus()
    await page.keyboard.press('ArrowRight')
    await expect(page.getByRole('radio', { name: 'White' })).toBeChecked()
    await page.getByRole('switch', { name: 'Crop to the subject' }).press('Space')
    await expectSoundInBothWidths(page)
    const saving = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download', exact: true }).press('Enter')
    const file = await (await saving).path()
    const { data, info } = await sharp(file).raw().toBuffer({ resolveWithObject: true })
    // The subject reaches all sides, so that nothing is cut off.
    expect([info.width, info.height]).toEqual([512, 512])
    // Its upper left corner, where the wall was.
    expect([...data.subarray(0, 4)]).toEqual([255, 255, 255, 255])

    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Upscale', exact: true }).click()
    await expect(page).toHaveURL(/\/tools\/upscale-image$/, { timeout: 60_000 })
    await expect(page.getByText('1,024 x 1,024 px')).toBeVisible()
    await page.getByText('Pro', { exact: true }).click()
    await expect(page.getByText('Pro upscale is available on the Starter plan')).toBeVisible()
    await page.getByText('Fast', { exact: true }).click()
    await expectSoundInBothWidths(page)
    await page.getByRole('button', { name: 'Upscale - 1 credit' }).click()
    await stage(page).getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByText(/^Canceled\./)).toBeVisible({ timeout: WORK_MS })
    await page.getByRole('button', { name: 'Back to the image' }).click()
    await page.getByRole('button', { name: 'Upscale - 1 credit' }).click()
    await expect(page.getByText('512 x 512 px became 1,024 x 1,024 px')).toBeVisible({
      timeout: WORK_MS,
    })
    // No engine of this site edits by words.
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await expect(page.getByRole('menuitem', { name: 'Swap face', exact: true })).toBeVisible()
    await expect(page.getByRole('menuitem', { name: 'Edit', exact: true })).toHaveCount(0)
    await page.getByRole('menuitem', { name: 'Swap face', exact: true }).press('Escape')
    await expect(page.getByRole('menu')).toHaveCount(0)
    await page.getByRole('switch', { name: 'Magnifier' }).press('Space')
    await expectSoundInBothWidths(page)
  },
)

test(
  'visitors see what a tool does and come back to it after logging in',
  { tag: '@once' },
  async ({ page }) => {
    await page.goto('/tools/upscale-image')
    await expect(divider(page)).toBeVisible()
    await page.getByRole('link', { name: 'Log in to upscale' }).click()
    await expect(page).toHaveURL(/nextUrl=%2Ftools%2Fupscale-image/)
    const { email, password } = await newPerson(page.request)
    const main = page.getByRole('main')
    await main.getByLabel('Email').fill(email)
    await main.locator('input[type=password]').fill(password)
    await main.locator('button[type=submit]').click()
    await expect(page).toHaveURL(/\/tools\/upscale-image$/)
    await expect(page.getByRole('button', { name: 'Upscale - 1 credit' })).toBeVisible()
  },
)

test(
  'what is too large is refused before anything is sent',
  { tag: '@once' },
  async ({ page, baseURL }) => {
    await signedIn(page, baseURL!)
    await page.goto('/tools/upscale-image')
    const large = await sharp({
      create: { width: 5000, height: 3000, channels: 3, background: '#88aacc' },
    })
      .jpeg()
      .toBuffer()
    await chooseFile(page, 'large.jpg', large)
    await expect(page.getByText('10,000 x 6,000 px')).toBeVisible()
    await expect(page.getByRole('radio', { name: 'x3' })).toBeDisabled()
  },
)
