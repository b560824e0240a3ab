import { readFile } from 'node:fs/promises'
import { expect, type Page, test } from '@playwright/test'
import sharp from 'sharp'
import { photographFile } from '#scripts/support/photographs.ts'
import { signedIn } from './people.ts'
import { expectSoundInBothWidths } from './sound.ts'

/** A video on a busy machine. */
const WORK_MS = 120_000

const player = (page: Page) => page.getByLabel('The video')

test(
  'a photo comes to life, is watched frame by frame, saved, extended, and goes on from its last frame',
  { tag: '@once' },
  async ({ page, baseURL }) => {
    test.slow()
    await signedIn(page, baseURL!)
    await page.goto('/tools/text-to-video')
    await expect(page.getByRole('heading', { level: 1, name: 'Text to video' })).toBeVisible()
    // A sample of its videos is seen before anything is chosen.
    await expect
      .poll(() =>
        page
          .getByLabel('A video made from a photo of an astronaut')
          .evaluate((one: HTMLVideoElement) => one.currentTime),
      )
      .toBeGreaterThan(0)
    await expectSoundInBothWidths(page)

    await expect(page.getByRole('button', { name: 'From your images' })).toBeVisible()
    await page
      .locator('form input[type=file]')
      .first()
      .setInputFiles({
        name: 'photo.jpg',
        mimeType: 'image/jpeg',
        buffer: await readFile(photographFile('astronaut')),
      })
    await expect(page.getByAltText('Image, as chosen')).toBeVisible()
    await page.getByLabel('Length').selectOption('2 seconds')
    await page.getByLabel('Aspect ratio').selectOption('1:1, 512 x 512 px')
    await page.getByLabel('Camera').selectOption('Pan left')
    // On a phone more than half of the page is left to what is made.
    const wide = page.viewportSize()!
    await page.setViewportSize({ width: 390, height: 844 })
    const panel = page.getByRole('form', { name: 'Text to video' })
    await expect.poll(async () => (await panel.boundingBox())!.height).toBeLessThan(844 / 2)
    await page.setViewportSize(wide)
    await page.getByRole('button', { name: 'Create video - 2 credits' }).click()
    await expect(player(page)).toBeVisible({ timeout: WORK_MS })

    const video = player(page)
    await expect
      .poll(() => video.evaluate((one: HTMLVideoElement) => [one.readyState > 0, one.duration]))
      .toEqual([true, 2])
    await page.getByRole('button', { name: 'Go to second 1', exact: true }).click()
    await page.getByRole('button', { name: 'Frame forward' }).press('Enter')
    await expect
      .poll(() => video.evaluate((one: HTMLVideoElement) => one.currentTime))
      .toBeCloseTo(1 + 1 / 24, 2)
    await expect(page.getByRole('group', { name: 'Frames' }).locator('img')).toHaveCount(6)
    await expectSoundInBothWidths(page)

    const saving = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download', exact: true }).click()
    const saved = await saving
    expect(saved.suggestedFilename()).toMatch(/\.mp4$/)
    expect((await readFile(await saved.path())).subarray(4, 8).toString()).toBe('ftyp')

    const animating = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Save as WebP' }).click()
    const { format, pages } = await sharp(await (await animating).path(), {
      animated: true,
    }).metadata()
    expect({ format, pages }).toEqual({ format: 'webp', pages: 25 })

    await page.getByRole('button', { name: 'Extend' }).click()
    const dialog = page.getByRole('dialog', { name: 'Extend the video' })
    await dialog.getByLabel('Add').selectOption('2 seconds')
    await expect(dialog.getByText('It will be 4 seconds long.')).toBeVisible()
    await expectSoundInBothWidths(page)
    await dialog.getByRole('button', { name: 'Extend - 2 credits' }).click()
    await expect
      .poll(
        () =>
          video
            .evaluate((one: HTMLVideoElement) => one.duration, null, { timeout: 5000 })
            .catch(() => 0),
        { timeout: WORK_MS },
      )
      .toBe(4)

    await page.getByRole('button', { name: 'Use last frame' }).click()
    await expect(page.getByAltText('Image, as chosen')).toBeVisible()
    await expect(page.getByText('512 x 512 px').first()).toBeVisible()
  },
)
