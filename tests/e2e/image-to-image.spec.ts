import { expect, type Page, test } from '@playwright/test'
import sharp from 'sharp'
import type { DrawingParameters } from '#contract/drawing-parameters.ts'
import type { Job } from '#contract/inference-jobs.ts'
import { makePng } from '#tests/support/pictures.ts'
import { askForOne, inSettings, inSettingsOfBothWidths } from './settings.ts'
import { expectSound, expectSoundInBothWidths } from './sound.ts'
import {
  brush,
  chooseFile,
  EDGE,
  openSourcePage,
  readPixels,
  SEED,
  source,
  startPicture,
  strokeAcross,
  uploadPicture,
} from './starting-image.ts'

const stage = (page: Page) => page.getByRole('region', { name: 'Images' })
const editor = (page: Page) => page.getByRole('dialog', { name: 'Paint a mask' })

test('upload, paint, generate: only what was painted changes', async ({ page, baseURL }) => {
  // Four looks by axe and a picture: long on a busy machine.
  test.slow()
  await openSourcePage(page, baseURL!, '?prompt=a%20purple%20heart&selected_mode=advanced')
  await expect(page.getByRole('heading', { level: 1, name: 'Image to image' })).toBeAttached()
  await expectSound(page)
  await uploadPicture(page)
  // This model would make a blur of a photo: what changes photos takes it along.
  const betterTools = page.getByRole('group', { name: 'Tools for this photo' })
  for (const [name, tool] of [
    ['Make avatars', 'instant-avatars'],
    ['Open in editor', 'img-editor'],
  ] as const)
    await expect(betterTools.getByRole('link', { name })).toHaveAttribute(
      'href',
      new RegExp(`/tools/${tool}\\?image=`),
    )
  await expectSound(page)

  await page.getByRole('button', { name: 'Paint a mask' }).click()
  await expect(brush(page)).toBeFocused()
  await strokeAcross(page, brush(page))
  await expect(editor(page).getByRole('button', { name: 'Undo' })).toBeEnabled()
  await expectSound(page)
  await editor(page).getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('button', { name: 'Edit the mask' })).toBeVisible()
  await expect(betterTools).toHaveCount(0)

  await inSettings(page, async (settings) => {
    await settings.getByRole('textbox', { name: 'Strength', exact: true }).fill('1')
    await settings.getByRole('textbox', { name: 'Steps', exact: true }).fill('6')
    await settings.getByRole('textbox', { name: 'Seed', exact: true }).fill(String(SEED))
    await settings.getByRole('textbox', { name: 'Mask feather' }).fill('0')
    await settings.getByText('1', { exact: true }).click()
    await expectSound(page)
  })
  const answer = page.waitForResponse(
    (response) =>
      response.request().method() === 'POST' && response.url().endsWith('/api/inference_jobs/'),
  )
  await page.getByRole('button', { name: 'Generate - 1 credit' }).click()
  const job = (await (await answer).json()) as Job
  const parameters = job.parameters as DrawingParameters
  expect(parameters).toMatchObject({ type: 'ITI', strength: 1, mask_feather: 0, width: EDGE })
  const picture = stage(page).getByRole('button', { name: /^Open image/ })
  await expect(picture).toHaveCount(1, { timeout: 60_000 })

  // Byte for byte what it was, outside of the mask; another picture inside.
  const list = await page.request.get('/api/prediction_images/')
  const { results } = (await list.json()) as { results: { url: string }[] }
  const uploads = await page.request.get(`/api/uploaded_images/${parameters.image}/`)
  const mask = await page.request.get(`/api/uploaded_images/${parameters.mask}/`)
  const urls = [
    results[0]!.url,
    ((await uploads.json()) as { url: string }).url,
    ((await mask.json()) as { url: string }).url,
  ]
  const [made, given, painted] = await Promise.all(urls.map(async (url) => readPixels(page, url)))
  let changed = 0
  for (let at = 0; at < given!.data.length; at++) {
    if (made!.data[at] === given!.data[at]) continue
    changed++
    expect(painted!.data[at]).toBeGreaterThan(127)
  }
  expect(changed).toBeGreaterThan(100)

  await picture.click()
  await expect(page.getByText('0 px feather')).toBeVisible()
  await expectSound(page)
  await page.keyboard.press('Escape')
  await page.reload()
  // The history, the picture to start from and its mask are still there.
  await expect(picture).toHaveCount(1)
  await expect(page.getByRole('button', { name: 'Edit the mask' })).toBeVisible()
})

/** Share of the board that is painted. */
const paintedShare = (page: Page) =>
  page.evaluate(() => {
    const canvas = document.querySelector('canvas')!
    const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height)
    let count = 0
    for (let at = 3; at < data.length; at += 4) if ((data[at] ?? 0) > 127) count++
    return count / (data.length / 4)
  })

test(
  'a mask is painted by keyboard, undone and inverted',
  { tag: '@once' },
  async ({ page, baseURL }) => {
    await openSourcePage(page, baseURL!)
    await uploadPicture(page)
    await page.getByRole('button', { name: 'Paint a mask' }).click()
    await expect(brush(page)).toBeFocused()
    const painted = () => paintedShare(page)
    await page.keyboard.press('Space')
    for (let step = 0; step < 12; step++) await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Space')
    const stroke = await painted()
    expect(stroke).toBeGreaterThan(0.005)
    await editor(page).getByRole('button', { name: 'Invert' }).click()
    expect(await painted()).toBeCloseTo(1 - stroke, 2)
    await brush(page).focus()
    await page.keyboard.press('Control+z')
    expect(await painted()).toBeCloseTo(stroke, 2)
    await page.keyboard.press('Control+z')
    expect(await painted()).toBe(0)
    // Nothing painted is no mask.
    await editor(page).getByRole('button', { name: 'Done' }).click()
    await expect(page.getByRole('button', { name: 'Paint a mask' })).toBeVisible()
  },
)

test(
  'what was undone of a mask is redone, and Escape asks before it throws paint away',
  { tag: '@once' },
  async ({ page, baseURL }) => {
    await openSourcePage(page, baseURL!)
    await uploadPicture(page)
    await page.getByRole('button', { name: 'Paint a mask' }).click()
    // Nothing is lost yet, so nothing is asked.
    await expect(brush(page)).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(editor(page)).toBeHidden()

    await page.getByRole('button', { name: 'Paint a mask' }).click()
    await strokeAcross(page, editor(page).getByRole('application', { name: 'Mask' }))
    const stroke = await paintedShare(page)
    expect(stroke).toBeGreaterThan(0.005)
    const redo = editor(page).getByRole('button', { name: 'Redo' })
    await expect(redo).toBeDisabled()
    await editor(page).getByRole('button', { name: 'Undo' }).click()
    expect(await paintedShare(page)).toBe(0)
    await redo.click()
    expect(await paintedShare(page)).toBeCloseTo(stroke, 2)
    await expect(redo).toBeDisabled()
    await brush(page).focus()
    await page.keyboard.press('Control+z')
    expect(await paintedShare(page)).toBe(0)
    await page.keyboard.press('Control+Shift+z')
    expect(await paintedShare(page)).toBeCloseTo(stroke, 2)

    await page.keyboard.press('Escape')
    const question = page.getByRole('dialog', { name: 'Discard what you painted?' })
    await expect(question).toBeVisible()
    await expect(question.getByRole('button', { name: 'Keep painting' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(question).toBeHidden()
    expect(await paintedShare(page)).toBeCloseTo(stroke, 2)
    await page.keyboard.press('Escape')
    await question.getByRole('button', { name: 'Discard' }).click()
    await expect(editor(page)).toBeHidden()
    await expect(page.getByRole('button', { name: 'Paint a mask' })).toBeVisible()
  },
)

test(
  'a file that is no picture says so and costs nothing',
  { tag: '@once' },
  async ({ page, baseURL }) => {
    await openSourcePage(page, baseURL!, '?prompt=a%20cat')
    await page.getByRole('button', { name: /^Generate/ }).click()
    await expect(source(page).getByText('Choose an image to start from.')).toBeVisible()
    await chooseFile(page, 'photo.heic', Buffer.from('no photo'))
    await expect(source(page).getByRole('alert')).toContainText(
      'Only JPEG, PNG, WebP, GIF, HEIC and AVIF',
    )
    await chooseFile(page, 'broken.png', (await makePng(200, 200)).subarray(0, 300))
    await expect(source(page).getByRole('alert')).toContainText('damaged')
    await expectSoundInBothWidths(page)
    await uploadPicture(page)
    await expect(source(page).getByRole('alert')).toHaveCount(0)
  },
)

test(
  'an image that only the browser can read is sent in a form that the server takes',
  { tag: '@once' },
  async ({ page, baseURL }) => {
    await openSourcePage(page, baseURL!)
    const avif = await sharp(await makePng(EDGE, EDGE, { noise: 12 }))
      .avif()
      .toBuffer()
    await chooseFile(page, 'picture.avif', avif)
    await expect(startPicture(page)).toBeVisible()
  },
)

test(
  'added space shows in the frame and in the result',
  { tag: '@once' },
  async ({ page, baseURL }) => {
    await openSourcePage(page, baseURL!, '?prompt=a%20red%20apple&selected_mode=advanced')
    await uploadPicture(page)
    await inSettings(page, async (settings) => {
      await settings.getByRole('textbox', { name: 'Seed', exact: true }).fill(String(SEED))
      await settings.getByRole('button', { name: 'Add space around' }).click()
      await settings.getByRole('textbox', { name: 'Left (px)' }).fill('64')
    })
    await inSettingsOfBothWidths(page, async (settings) => {
      await expect(settings.getByText(`${EDGE + 64} x ${EDGE} px`)).toBeVisible()
      await expectSound(page)
    })
    await askForOne(page)
    const answer = page.waitForResponse(
      (response) =>
        response.request().method() === 'POST' && response.url().endsWith('/api/inference_jobs/'),
    )
    await page.getByRole('button', { name: /^Generate -/ }).click()
    const { parameters } = (await (await answer).json()) as Job
    expect(parameters).toMatchObject({ width: EDGE + 64, height: EDGE, outpaint: { left: 64 } })
    await expect(stage(page).getByRole('button', { name: /^Open image/ })).toHaveCount(1, {
      timeout: 60_000,
    })
    await expectSoundInBothWidths(page)
  },
)

test(
  'a made picture becomes the one to start from, and an upload can be deleted',
  { tag: '@once' },
  async ({ page, baseURL }) => {
    const person = await openSourcePage(page, baseURL!)
    await page.request.post('/api/inference_jobs/', {
      headers: { Authorization: `Token ${person.token}` },
      data: { prompt: 'a red apple', seed: SEED, width: 64, height: 64, steps: 1, num_images: 1 },
    })
    await page.goto('/text-to-image')
    const picture = stage(page).getByRole('button', { name: /^Open image/ })
    await expect(picture).toHaveCount(1, { timeout: 40_000 })
    await picture.click()
    await page.getByRole('dialog').getByRole('button', { name: 'Use as input' }).click()
    await expect(page).toHaveURL(/\/image-to-image\?image=/)
    await expect(startPicture(page)).toBeVisible()

    await source(page).getByRole('button', { name: 'Remove' }).click()
    await uploadPicture(page)
    await source(page).getByRole('button', { name: 'Change' }).click()
    await expect(
      page.getByRole('dialog').getByRole('button', { name: 'Start from: Image 1: a red apple' }),
    ).toBeVisible()
    await page.getByRole('tab', { name: 'Uploaded' }).click()
    await expectSoundInBothWidths(page)
    await page.getByRole('button', { name: 'Delete uploaded image 1' }).click()
    await expectSoundInBothWidths(page)
    await page.getByRole('button', { name: 'Delete permanently' }).click()
    await expect(page.getByText('Images you upload will show up here')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(source(page).getByText('That image no longer exists.')).toBeVisible()
  },
)

test(
  'signed out, the page shows what it does and the way in',
  { tag: '@once' },
  async ({ page }) => {
    await page.goto('/image-to-image')
    await expect(source(page).getByText('Log in to start from one of your images.')).toBeAttached()
    await expect(page.getByRole('link', { name: 'Log in to generate' })).toHaveAttribute(
      'href',
      '/login?nextUrl=%2Fimage-to-image',
    )
    await expectSound(page)
  },
)
