import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, expect, type Locator, type Page, test } from '@playwright/test'
import sharp from 'sharp'
import { type ModelHub, startModelHub } from '../support/doubles/model-hub.ts'
import { selectionNetworks, writeRepository } from '../support/random-model/tool-networks.ts'
import { type OwnApp, startOwnApp } from './own-app.ts'
import { makeAdmin, newPerson, signIn } from './people.ts'
import { expectSoundInBothWidths } from './sound.ts'
import { brush, chooseFile, openSourcePage, readPixels, startPicture } from './starting-image.ts'

const NETWORK = 'slimsam-77'
const WORK_MS = 60_000

/** All on one app: each worker would start one of its own. A test waits for the networks up to three times. */
test.describe.configure({ mode: 'default', timeout: 4 * WORK_MS })

const files = mkdtempSync(join(tmpdir(), 'atelier-hub-'))
let hub: ModelHub
let app: OwnApp

test.beforeAll(async () => {
  const { first, second } = selectionNetworks(1024)
  writeRepository(files, 'onnx/vision_encoder.onnx', first)
  writeRepository(files, 'onnx/prompt_encoder_mask_decoder.onnx', second)
  const repository = { folder: files, licence: null }
  hub = await startModelHub(
    { repositories: { 'Xenova/slimsam-77-uniform': repository } },
    { isOneHost: true },
  )
  app = await startOwnApp({ HF_ENDPOINT: hub.url })
  expect((await app.command('models', 'add', NETWORK, '--accept-licence')).code).toBe(0)
})
test.afterAll(async () => {
  await app.dispose()
  await hub.close()
  rmSync(files, { recursive: true })
})

/** A browser with a mouse and a finger. */
const touchable = () => ({ ...test.info().project.use, hasTouch: true, baseURL: app.url })

/** As an administrator does; harmless when it is on. */
async function switchOn(browser: Browser): Promise<void> {
  const context = await browser.newContext({ baseURL: app.url })
  const { request } = context
  const admin = await newPerson(request)
  await makeAdmin(admin, app.dataDir)
  const switched = await request.post(`/api/admin/models/networks/${NETWORK}/switch/`, {
    headers: { authorization: `Token ${admin.token}` },
    data: { on: true },
  })
  expect(switched.status()).toBe(200)
  await context.close()
}

/** A red square in the middle of a blue image. */
const photo = () =>
  sharp({ create: { width: 512, height: 512, channels: 3, background: '#1030c0' } })
    .composite([
      {
        input: { create: { width: 192, height: 192, channels: 3, background: '#e01010' } },
        left: 160,
        top: 160,
      },
    ])
    .png()
    .toBuffer()

async function openFile(page: Page): Promise<void> {
  await page
    .locator('form input[type=file]')
    .first()
    .setInputFiles({ name: 'photo.png', mimeType: 'image/png', buffer: await photo() })
}

/** A press at a place in shares of a board's sides. */
async function press(
  page: Page,
  board: Locator,
  [x, y]: readonly [x: number, y: number],
  by: 'finger' | 'mouse',
): Promise<void> {
  const box = (await board.boundingBox())!
  const at = [box.x + x * box.width, box.y + y * box.height] as const
  if (by === 'finger') await page.touchscreen.tap(...at)
  else await page.mouse.click(...at)
}

/** What a screen reader is told. */
const said = (scope: Locator | Page, text: string) =>
  scope.getByRole('status').filter({ hasText: new RegExp(`^${text}$`) })

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** The label of a choice; its radio button is not seen. */
const choice = (page: Page, name: string) =>
  page.locator('form').getByText(name, { exact: true }).first()

/** The image editor of somebody new, with the photo in it. */
async function openEditor(browser: Browser): Promise<Page> {
  const context = await browser.newContext(touchable())
  const page = await context.newPage()
  await signIn(context, await newPerson(context.request), app.url)
  await page.goto('/tools/img-editor')
  await expect(page.getByText('Drop, paste or choose an image')).toBeVisible()
  await openFile(page)
  await expect(page.getByRole('application', { name: /^Image, / })).toBeVisible()
  return page
}

test('where a network selects, a press selects an object in the editor, and it is removed', async ({
  browser,
}) => {
  const before = await openEditor(browser)
  await expect(choice(before, 'Magic')).toBeVisible()
  await expect(choice(before, 'Object')).toHaveCount(0)
  await before.context().close()

  await switchOn(browser)
  const page = await openEditor(browser)
  const canvas = page.getByRole('application', { name: /^Image, / })
  await choice(page, 'Object').click()
  await expectSoundInBothWidths(page)
  const sending = page.waitForResponse(/upload_image\/\?purpose=selection/)
  await press(page, canvas, [0.5, 0.5], 'finger')
  await expect(button(page, 'Clear')).toBeEnabled({ timeout: WORK_MS })
  await expect(said(page, 'Selected')).toHaveCount(1)
  const copy = (await (await sending).json()) as { id: string; content_type: string }
  expect(copy.content_type).toBe('image/jpeg')

  // By keyboard: the pen is in the middle, and takes away what it is on.
  await button(page, 'Pen').focus()
  await page.keyboard.press('e')
  await expect(page.getByText('Tap what should not be selected.')).toBeVisible()
  const answered = page.waitForResponse('**/select/')
  await page.keyboard.press('Enter')
  await answered
  await expect(said(page, 'Subtracted')).toHaveCount(1)
  await button(page, 'Remove - 1 credit').click()
  await expect(page.getByText('Select an area to change first.')).toBeVisible()
  await button(page, 'Undo').click()

  const removing = page.waitForRequest(
    (request) => request.method() === 'DELETE' && request.url().includes(copy.id),
  )
  await button(page, 'Remove - 1 credit').click()
  // Meanwhile nothing can be done; after it nothing is selected.
  await expect(button(page, 'Invert')).toBeDisabled()
  await expect(button(page, 'Invert')).toBeEnabled({ timeout: WORK_MS })
  await expect(button(page, 'Clear')).toBeDisabled()
  // The image is another one now, and the copy of it is of no more use.
  await removing
  await button(page, 'Save').click()
  const saving = page.waitForEvent('download')
  await button(page, 'Download').click()
  const { data, info } = await sharp(await (await saving).path())
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const at = (x: number, y: number) => [
    ...data.subarray(3 * (y * info.width + x), 3 * (y * info.width + x) + 3),
  ]
  expect(at(20, 20)).toEqual([0x10, 0x30, 0xc0])
  // The red area looks like its surroundings.
  const [red = 255, , blue = 0] = at(256, 256)
  expect(red).toBeLessThan(80)
  expect(blue).toBeGreaterThan(120)
  await page.context().close()
})

test('an object comes back on a cut-out by one press, and goes by another', async ({ browser }) => {
  await switchOn(browser)
  const context = await browser.newContext(touchable())
  const page = await context.newPage()
  await signIn(context, await newPerson(context.request), app.url)
  await page.goto('/tools/background-removal')
  await expect(page.getByRole('button', { name: 'From your images' })).toBeVisible()
  await openFile(page)
  await expect(page.getByAltText('Image, as chosen')).toBeVisible()
  await button(page, 'Remove background - 1 credit').click()
  await button(page, 'Touch up - free').click({ timeout: WORK_MS })
  const editor = page.getByRole('dialog', { name: 'Touch up the cut-out' })
  const board = editor.getByRole('application', { name: 'Cut-out' })
  const object = editor.getByRole('button', { name: 'Select an object' })
  const opacityAt = (x: number, y: number) =>
    editor
      .locator('canvas')
      .evaluate(
        (element: HTMLCanvasElement, [left, top]) =>
          element.getContext('2d')!.getImageData(element.width * left, element.height * top, 1, 1)
            .data[3],
        [x, y] as const,
      )
  await object.click()
  await expect(object).toHaveAttribute('aria-pressed', 'true')
  await expectSoundInBothWidths(page)
  // Whatever was cut out: all of the blue, and then none of the red. Until that has come, nothing is closed.
  const copies: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('purpose=selection')) copies.push(request.url())
  })
  const held = Promise.withResolvers<void>()
  await page.route(
    '**/select/',
    async (route) => {
      await held.promise
      await route.continue()
    },
    { times: 1 },
  )
  const done = editor.getByRole('button', { name: 'Done' })
  await press(page, board, [0.1, 0.1], 'finger')
  await expect(said(editor, 'Selecting')).toHaveCount(1)
  await expect(done).toBeDisabled()
  await press(page, board, [0.1, 0.1], 'mouse')
  await expect(said(editor, 'Still selecting. Try again in a moment.')).toHaveCount(1)
  await page.keyboard.press('Escape')
  await button(page, 'Keep painting').click()
  held.resolve()
  await expect.poll(() => opacityAt(0.9, 0.9), { timeout: WORK_MS }).toBe(255)
  await expect(said(editor, 'Selected')).toHaveCount(1)
  await expect(done).toBeEnabled()
  await editor.getByText('Erase', { exact: true }).click()
  await editor.getByRole('button', { name: 'Brush', exact: true }).focus()
  // By keyboard: the brush is where it was pressed last, and goes to the middle.
  for (let i = 0; i < 6; i++) {
    await page.keyboard.press('Shift+ArrowRight')
    await page.keyboard.press('Shift+ArrowDown')
  }
  await page.keyboard.press('o')
  await expect.poll(() => opacityAt(0.5, 0.5), { timeout: WORK_MS }).toBe(0)
  await expect(said(editor, 'Erased')).toHaveCount(1)
  expect(await opacityAt(0.9, 0.9)).toBe(255)
  await editor.getByRole('button', { name: 'Undo' }).click()
  await editor.getByRole('button', { name: 'Undo' }).click()
  await expect(editor.getByRole('button', { name: 'Undo' })).toBeDisabled()
  // The photo is an upload: nothing of it is sent once more.
  expect(copies).toEqual([])
  await context.close()
})

test('an object is masked by one press, taken from the mask by another, and the mask is what is sent', async ({
  browser,
}) => {
  await switchOn(browser)
  const context = await browser.newContext(touchable())
  const page = await context.newPage()
  await openSourcePage(page, app.url)
  await chooseFile(page, 'photo.png', await photo())
  await expect(startPicture(page)).toBeVisible()
  await button(page, 'Paint a mask').click()
  const dialog = page.getByRole('dialog', { name: 'Paint a mask' })
  const board = dialog.getByRole('application', { name: 'Mask' })
  const object = dialog.getByRole('button', { name: 'Select an object' })
  const undo = dialog.getByRole('button', { name: 'Undo' })
  await expect(brush(page)).toBeFocused()
  const maskAt = (x: number, y: number) =>
    dialog
      .locator('canvas')
      .evaluate(
        (element: HTMLCanvasElement, [left, top]) =>
          element.getContext('2d')!.getImageData(element.width * left, element.height * top, 1, 1)
            .data[3],
        [x, y] as const,
      )
  await object.click()
  await expect(object).toHaveAttribute('aria-pressed', 'true')
  await press(page, board, [0.5, 0.5], 'mouse')
  await expect(said(dialog, 'Selected')).toHaveCount(1, { timeout: WORK_MS })
  await expect.poll(() => maskAt(0.5, 0.5)).toBe(255)
  expect(await maskAt(0.1, 0.1)).toBe(0)
  await expectSoundInBothWidths(page)

  // Both are in it then, and the first goes again by keyboard: the brush stays where it was pressed last.
  await press(page, board, [0.1, 0.1], 'finger')
  await expect.poll(() => maskAt(0.1, 0.1), { timeout: WORK_MS }).toBe(255)
  await dialog.getByText('Erase', { exact: true }).click()
  await brush(page).focus()
  await page.keyboard.press('o')
  await expect(said(dialog, 'Erased')).toHaveCount(1, { timeout: WORK_MS })
  await expect.poll(() => maskAt(0.1, 0.1)).toBe(0)
  expect(await maskAt(0.5, 0.5)).toBe(255)
  await undo.click()
  await expect.poll(() => maskAt(0.1, 0.1)).toBe(255)
  await undo.click()
  await expect.poll(() => maskAt(0.1, 0.1)).toBe(0)

  const sending = page.waitForResponse(
    (response) => response.url().includes('purpose=mask') && response.request().method() === 'POST',
  )
  await dialog.getByRole('button', { name: 'Done' }).click()
  const { url } = (await (await sending).json()) as { url: string }
  await expect(button(page, 'Edit the mask')).toBeVisible()
  const { data, info } = await readPixels(page, url)
  const sent = (x: number, y: number) =>
    data[(Math.round(y * info.height) * info.width + Math.round(x * info.width)) * info.channels]
  expect([sent(0.5, 0.5), sent(0.1, 0.1)]).toEqual([255, 0])
  await context.close()
})
