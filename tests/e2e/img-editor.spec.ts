import { readFile } from 'node:fs/promises'
import { expect, type Locator, type Page, test } from '@playwright/test'
import sharp from 'sharp'
import { photographFile, readPhotograph } from '#scripts/support/photographs.ts'
import { signedIn } from './people.ts'
import { expectSound } from './sound.ts'

const WORK_MS = 60_000

const canvas = (page: Page): Locator => page.getByRole('application', { name: /^Image, / })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
/** The label of a choice; its radio button is not seen. */
const choice = (page: Page, name: string) =>
  page.locator('form').getByText(name, { exact: true }).first()

async function open(page: Page): Promise<void> {
  await page.goto('/tools/img-editor')
  // It listens once it knows that nothing is gone on with.
  await expect(page.getByText('Drop, paste or choose an image')).toBeVisible()
  const file = { name: 'photo.jpg', mimeType: 'image/jpeg' }
  await page
    .locator('form input[type=file]')
    .first()
    .setInputFiles({ ...file, buffer: await readFile(photographFile('astronaut')) })
  await expect(canvas(page)).toBeVisible()
}

/** The image as the editor saves it: its pixels and its size. */
async function saved(page: Page): Promise<{ data: Buffer; width: number; height: number }> {
  await button(page, 'Save').click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    button(page, 'Download').click(),
  ])
  expect(download.suggestedFilename()).toBe('photo.png')
  await page.keyboard.press('Escape')
  const { data, info } = await sharp(await download.path())
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}

test('a thing is selected, removed and written over; a reload brings it back', async ({
  page,
  baseURL,
}) => {
  test.slow()
  await signedIn(page, baseURL!)
  await open(page)
  await expectSound(page)

  // What nothing is selected of is not sent.
  await button(page, 'Remove - 1 credit').click()
  await expect(page.getByText('Select an area to change first.')).toBeVisible()

  await choice(page, 'Box').click()
  const box = (await canvas(page).boundingBox())!
  const at = async (x: number, y: number) => page.mouse.move(box.x + x, box.y + y)
  await at(box.width / 2 - 20, box.height / 2 - 20)
  await page.mouse.down()
  await at(box.width / 2 + 20, box.height / 2 + 20)
  await page.mouse.up()
  await expect(button(page, 'Clear')).toBeEnabled()
  await button(page, 'Remove - 1 credit').click()
  // Meanwhile nothing can be done; after it nothing is selected.
  await expect
    .poll(
      async () => [
        await button(page, 'Invert').isEnabled(),
        await button(page, 'Clear').isEnabled(),
      ],
      { timeout: WORK_MS },
    )
    .toEqual([true, false])

  const before = await readPhotograph('astronaut')
  const after = await saved(page)
  expect([after.width, after.height]).toEqual([before.width, before.height])
  const changed: [number, number][] = []
  for (let pixel = 0; pixel < before.width * before.height; pixel++)
    if (
      !after.data
        .subarray(3 * pixel, 3 * pixel + 3)
        .equals(before.data.subarray(3 * pixel, 3 * pixel + 3))
    )
      changed.push([pixel % before.width, Math.floor(pixel / before.width)])
  expect(changed.length).toBeGreaterThan(100)
  // In the middle alone.
  for (const [x, y] of changed)
    expect(Math.max(Math.abs(x - 256), Math.abs(y - 256))).toBeLessThan(60)

  await choice(page, 'Text').click()
  await button(page, 'Add text').click()
  await page.getByRole('textbox', { name: 'Text', exact: true }).fill('Hello')
  await choice(page, 'Crop').click()
  await button(page, 'Rotate right').click()
  await expect(button(page, 'Undo')).toBeEnabled()
  // What is among one's projects is kept in the browser, too: that comes first.
  await expect(page.getByText('Saved to your projects', { exact: true })).toBeVisible({
    timeout: WORK_MS,
  })
  await page.reload()
  await expect(canvas(page)).toBeVisible()
  await choice(page, 'Text').click()
  await expect(page.getByRole('option', { name: 'Hello' })).toBeAttached()
  for (let i = 0; i < 9 && (await button(page, 'Undo').isEnabled()); i++)
    await button(page, 'Undo').click()
  await expect(button(page, 'Undo')).toBeDisabled()
  const first = await saved(page)
  expect(first.data.equals(before.data)).toBe(true)
})
