import { readFile } from 'node:fs/promises'
import { expect, type Page, test } from '@playwright/test'
import sharp from 'sharp'
import { FACE_STATEMENT } from '#contract/jobs/face-swap.ts'
import { photographFile, softPhotograph } from '#scripts/support/photographs.ts'
import { choosePhoto } from './choose-photo.ts'
import { signedIn } from './people.ts'
import { expectSound, expectSoundInBothWidths } from './sound.ts'

const WORK_MS = 120_000

const divider = (page: Page) => page.getByRole('slider', { name: 'Before and after' })

/** Presses the button with the price and waits for what comes of it. */
async function order(page: Page, verb: string): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`^${verb} - \\d+ credits?$`) }).click()
  await expect(divider(page)).toBeVisible({ timeout: WORK_MS })
  await expectSound(page)
}

test(
  'a face is swapped, with a consent to compare faces, a statement whose it is and a label on what comes of it',
  { tag: '@once' },
  async ({ page, baseURL }) => {
    test.slow()
    await signedIn(page, baseURL!, { comparesFaces: false })
    await page.goto('/tools/face-swap')
    await choosePhoto(page, 'Photo to change', await readFile(photographFile('portrait-smiling')))
    // A face of fewer pixels than a swap needs says so before anything is ordered.
    await choosePhoto(page, 'Face to use', await readFile(photographFile('astronaut')))
    await expect(page.getByText(/^This face is too small: \d+ pixels, at least 120/)).toBeVisible()
    await expect(
      page.getByRole('button', { name: 'Find a better one among my photos' }),
    ).toBeVisible()
    await expectSoundInBothWidths(page)
    await page.getByRole('button', { name: 'Remove: Face to use' }).click()
    // The same face in dimmer light. No photographs of two people among the fixtures pass both the rules before the price (pose,
    // light, size, mouth, eyes) and the check of the result.
    const dimmer = sharp(photographFile('portrait-smiling')).linear(0.9, 0)
    await choosePhoto(page, 'Face to use', await dimmer.jpeg().toBuffer())
    await expect(page.getByText('1 face found')).toHaveCount(2)
    await page.getByRole('button', { name: /^Swap face - / }).click()
    await expect(page.getByText('Please confirm that you may use these faces.')).toBeVisible()
    await page.getByRole('checkbox', { name: FACE_STATEMENT.text }).press('Space')
    const swap = page.getByRole('button', { name: /^Swap face - \d+ credits?$/ })
    await swap.click()
    const dialog = page.getByRole('dialog', { name: 'Your consent to compare faces' })
    await dialog.getByRole('button', { name: 'Not now' }).click()
    await expect(dialog).toBeHidden()
    await swap.click()
    await dialog.getByRole('button', { name: 'I agree' }).click()
    await expect(divider(page)).toBeVisible({ timeout: WORK_MS })
    await expectSoundInBothWidths(page)
    await expect(page.getByText('Made with AI, and the file says so too.')).toBeVisible()
  },
)

test(
  'a sharp face is left alone, a soft one fixed',
  { tag: '@once' },
  async ({ page, baseURL }) => {
    test.slow()
    await signedIn(page, baseURL!)
    await page.goto('/tools/fix-faces')
    await choosePhoto(page, 'Image', await readFile(photographFile('astronaut')))
    await expect(page.getByText('The face in this image is already sharp')).toBeVisible()
    await expectSoundInBothWidths(page)
    await page.getByRole('button', { name: 'Remove: Image' }).click()
    await choosePhoto(page, 'Image', await softPhotograph('astronaut'))
    await order(page, 'Fix faces')
  },
)

test('a subject is put in a studio', async ({ page, baseURL }) => {
  test.slow()
  await signedIn(page, baseURL!)
  await page.goto('/tools/replace-background')
  const photo = await sharp(photographFile('astronaut')).resize(256, 256).jpeg().toBuffer()
  await choosePhoto(page, 'Photo', photo)
  // The built-in model draws no place that looks real.
  await expect(page.getByRole('radio', { name: 'Drawn' })).toHaveCount(0)
  await page.getByRole('radio', { name: 'Office' }).click()
  const options = page.getByRole('button', { name: 'Options', exact: true })
  // A phone gives the stage the room of the fields.
  if (await options.isVisible()) {
    const office = page.getByRole('radio', { name: 'Office' })
    await options.tap()
    await expect(office).toBeHidden()
    await expectSound(page)
    await options.tap()
    await expect(office).toBeVisible()
    await options.press('Enter')
    await expect(office).toBeHidden()
  }
  await order(page, 'Replace background')
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download', exact: true }).press('Enter')
  const { width, height, channels } = await sharp(await (await saving).path()).metadata()
  expect([width, height, channels]).toEqual([256, 256, 3])
})
