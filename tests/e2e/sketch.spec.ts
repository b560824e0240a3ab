import { expect, type Page, test } from '@playwright/test'
import type { DrawingParameters } from '#contract/drawing-parameters.ts'
import type { Job } from '#contract/inference-jobs.ts'
import type { UploadedImage } from '#contract/uploaded-images.ts'
import { askForOne } from './settings.ts'
import { expectSound, expectSoundInBothWidths } from './sound.ts'
import {
  brush,
  EDGE,
  openSourcePage,
  readPixels,
  source,
  startPicture,
  strokeAcross,
  uploadPicture,
} from './starting-image.ts'

/** Of two offered colors and of nothing: red, green, blue and opacity. */
const RED = [0xe0, 0x31, 0x31, 255]
const GREEN = [0x2f, 0x9e, 0x44, 255]
const NOTHING = [0, 0, 0, 0]
const editor = (page: Page) => page.getByRole('dialog', { name: 'Sketch on the image' })
const board = (page: Page) => editor(page).getByRole('application', { name: 'Sketch' })

async function openSketch(page: Page, name = 'Sketch'): Promise<void> {
  await source(page).getByRole('button', { name, exact: true }).click()
  await expect(brush(page)).toBeFocused()
  // Colors can be taken from a picture that is there.
  await editor(page)
    .locator('img')
    .evaluate((image: HTMLImageElement) => image.decode())
}

const finish = (page: Page) => editor(page).getByRole('button', { name: 'Done' }).click()

/** The parts of a stroke lie one over the other, which rounds their colors. */
function expectColor(found: readonly number[], color: readonly number[]): void {
  for (const [at, value] of found.entries())
    expect(Math.abs(value - color[at]!), `${found.join()} for ${color.join()}`).toBeLessThan(4)
}

/** Red, green, blue and opacity of the strokes at a point, in shares of the board. */
const strokeAt = async (page: Page, x: number, y: number): Promise<number[]> =>
  page.evaluate(
    ([left = 0, top = 0]) => {
      const canvas = document.querySelector('canvas')!
      const [at, down] = [Math.floor(left * canvas.width), Math.floor(top * canvas.height)]
      return [...canvas.getContext('2d')!.getImageData(at, down, 1, 1).data]
    },
    [x, y],
  )

async function generate(page: Page): Promise<DrawingParameters> {
  const answer = page.waitForResponse(
    (response) =>
      response.request().method() === 'POST' && response.url().endsWith('/api/inference_jobs/'),
  )
  await page.getByRole('button', { name: 'Generate - 1 credit' }).click()
  const job = (await (await answer).json()) as Job
  expect(job).toHaveProperty('parameters')
  return job.parameters as DrawingParameters
}

/** One's uploads among pictures, the newest first. */
async function listUploads(page: Page): Promise<UploadedImage[]> {
  const list = await page.request.get('/api/uploaded_images/')
  return ((await list.json()) as { results: UploadedImage[] }).results
}

test('a stroke becomes part of what a job is given, and can still be changed after a reload', async ({
  page,
  baseURL,
}) => {
  test.slow()
  await openSourcePage(page, baseURL!, '?prompt=a%20red%20apple')
  await uploadPicture(page)
  const [original] = await listUploads(page)
  await openSketch(page)
  await expectSound(page)
  await strokeAcross(page, brush(page))
  await finish(page)
  await expect(source(page).getByRole('button', { name: 'Edit the sketch' })).toBeVisible()
  await expectSound(page)

  await askForOne(page)
  const first = await generate(page)
  const uploads = await listUploads(page)
  expect(uploads.map(({ id }) => id)).toEqual([first.image, original!.id])
  const { data, info } = await readPixels(page, uploads[0]!.url)
  expect(info).toMatchObject({ width: EDGE, height: EDGE })
  const middle = 3 * (EDGE * (EDGE / 2) + EDGE / 2)
  expectColor([...data.subarray(middle, middle + 3)], RED)
  // Where nothing was drawn it is the picture, to the pixel.
  const { data: before } = await readPixels(page, original!.url)
  expect(data.subarray(0, 3 * EDGE)).toEqual(before.subarray(0, 3 * EDGE))
  // The same sketch is not sent again.
  expect(await generate(page)).toMatchObject({ image: first.image })
  expect(await listUploads(page)).toHaveLength(2)
  // Two jobs are as many as one may have open.
  const made = page.getByRole('region', { name: 'Images' }).getByRole('button', { name: /^Open/ })
  await expect(made).toHaveCount(2, { timeout: 60_000 })

  await page.reload()
  await openSketch(page, 'Edit the sketch')
  expectColor(await strokeAt(page, 0.5, 0.5), RED)
  await editor(page).getByRole('button', { name: 'Undo' }).click()
  expectColor(await strokeAt(page, 0.5, 0.5), NOTHING)
  // Nothing drawn is no sketch.
  await finish(page)
  await expect(source(page).getByRole('button', { name: 'Sketch', exact: true })).toBeVisible()
  expect(await generate(page)).toMatchObject({ image: original!.id })
})

test(
  'by keyboard strokes are drawn in colors, also in one of the picture, and erased',
  { tag: '@once' },
  async ({ page, baseURL }) => {
    await openSourcePage(page, baseURL!)
    await uploadPicture(page)
    await openSketch(page)
    await page.keyboard.press('i')
    await expect(editor(page).getByText(/^Color #[0-9a-f]{6}$/)).toBeAttached()
    const red = editor(page).getByRole('radio', { name: 'Red' })
    await expect(red).not.toBeChecked()
    await red.focus()
    await page.keyboard.press('Space')
    // The next one, past yellow.
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    await expect(editor(page).getByRole('radio', { name: 'Green' })).toBeChecked()
    await brush(page).focus()
    await page.keyboard.press('Space')
    for (let step = 0; step < 12; step++) await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Space')
    expectColor(await strokeAt(page, 0.55, 0.5), GREEN)

    // The button takes the color of the stroke, and the press paints nothing.
    const pick = editor(page).getByRole('button', { name: 'Pick a color from the image' })
    await red.click()
    await pick.click()
    await brush(page).click()
    await expect(editor(page).getByText(/^Color #[23]\w[9a]\w4\w$/)).toBeAttached()
    await expect(pick).toHaveAttribute('aria-pressed', 'false')
    expectColor(await strokeAt(page, 0.5, 0.5), GREEN)

    await brush(page).focus()
    await page.keyboard.press('e')
    await page.keyboard.press('Space')
    await page.keyboard.press('Space')
    expectColor(await strokeAt(page, 0.5, 0.5), NOTHING)
    await page.keyboard.press('Control+z')
    expectColor(await strokeAt(page, 0.5, 0.5), GREEN)
    await editor(page).getByRole('button', { name: 'Clear' }).click()
    expectColor(await strokeAt(page, 0.5, 0.5), NOTHING)
  },
)

test(
  'with no picture one starts on a blank canvas',
  { tag: '@once' },
  async ({ page, baseURL }) => {
    await openSourcePage(page, baseURL!)
    await expect(page.getByRole('button', { name: /^Generate/ })).toBeEnabled()
    await source(page).getByRole('button', { name: 'Blank canvas' }).click()
    const dialog = page.getByRole('dialog', { name: 'Start with a blank canvas' })
    await dialog.getByRole('radio', { name: '3:2' }).click()
    await dialog.getByText('S', { exact: true }).click()
    await dialog.getByRole('radio', { name: 'Yellow' }).click()
    await expectSoundInBothWidths(page)
    await dialog.getByRole('button', { name: 'Start drawing' }).click()
    await expect(brush(page)).toBeFocused()
    await expect(board(page)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(editor(page)).toBeHidden()
    await expect(startPicture(page)).toBeVisible()
    const [blank] = await listUploads(page)
    expect(blank).toMatchObject({ width: 312, height: 208 })
    const { data } = await readPixels(page, blank!.url)
    expect([...data.subarray(0, 3)]).toEqual([0xfa, 0xb0, 0x05])
  },
)
