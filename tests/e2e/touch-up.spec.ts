import { readFile } from 'node:fs/promises'
import { expect, type Page, test } from '@playwright/test'
import sharp from 'sharp'
import { photographFile, readPhotograph } from '#scripts/support/photographs.ts'
import { signedIn } from './people.ts'
import { expectSound } from './sound.ts'

const WORK_MS = 60_000
/** Of the photograph, pixels. */
const EDGE = 512

const touchUp = (page: Page) => page.getByRole('button', { name: 'Touch up - free' })
const editor = (page: Page) => page.getByRole('dialog', { name: 'Touch up the cut-out' })
const board = (page: Page) => editor(page).getByRole('application', { name: 'Cut-out' })
const brush = (page: Page) => editor(page).getByRole('button', { name: 'Brush', exact: true })
const undo = (page: Page) => editor(page).getByRole('button', { name: 'Undo' })

type Place = readonly [x: number, y: number]

/** Shares of the board's sides. */
async function stroke(page: Page, from: Place, to: Place): Promise<void> {
  const { x, y, width, height } = (await board(page).boundingBox())!
  await page.mouse.move(x + width * from[0], y + height * from[1])
  await page.mouse.down()
  await page.mouse.move(x + width * to[0], y + height * to[1], { steps: 4 })
  await page.mouse.up()
}

/** Opacity in the editor, 0 to 255. */
const opacityAt = (page: Page, [x, y]: Place) =>
  editor(page)
    .locator('canvas')
    .evaluate(
      (canvas: HTMLCanvasElement, [left, top]) =>
        canvas.getContext('2d')!.getImageData(canvas.width * left, canvas.height * top, 1, 1)
          .data[3],
      [x, y] as const,
    )

async function pinch(page: Page): Promise<void> {
  const { x, y, width, height } = (await board(page).boundingBox())!
  const client = await page.context().newCDPSession(page)
  const fingers = (apart: number) =>
    [-apart, apart].map((by, id) => ({ x: x + width / 2 + by, y: y + height / 2, id }))
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: object[]) =>
    client.send('Input.dispatchTouchEvent', { type, touchPoints: touchPoints as never })
  await send('touchStart', fingers(40).slice(0, 1))
  await send('touchStart', fingers(40))
  for (const apart of [60, 80]) await send('touchMove', fingers(apart))
  await send('touchEnd', [])
}

test('a cut-out is touched up by hand, and saved as it is seen', async ({
  page,
  baseURL,
  isMobile,
}) => {
  test.slow()
  await signedIn(page, baseURL!)
  await page.goto('/tools/background-removal')
  await expect(page.getByRole('button', { name: 'From your images' })).toBeVisible()
  const buffer = await readFile(photographFile('astronaut'))
  await page
    .locator('form input[type=file]')
    .first()
    .setInputFiles({ name: 'photo.jpg', mimeType: 'image/jpeg', buffer })
  await expect(page.getByAltText('Image, as chosen')).toBeVisible()
  await page.getByRole('button', { name: 'Remove background - 1 credit' }).click()
  await touchUp(page).click({ timeout: WORK_MS })
  await expect(brush(page)).toBeFocused()
  await expect(undo(page)).toBeDisabled()
  await expectSound(page)

  // Two fingers make it larger and paint nothing; keys make it small again.
  const { width } = (await board(page).boundingBox())!
  const wide = async () => (await board(page).boundingBox())!.width / width
  if (isMobile) {
    await pinch(page)
    await expect.poll(wide).toBeCloseTo(2, 1)
    await expect(undo(page)).toBeDisabled()
  } else await editor(page).getByRole('button', { name: 'Zoom in' }).click()
  await expect.poll(wide).toBeGreaterThan(1.4)
  await brush(page).focus()
  await page.keyboard.press('-')
  await page.keyboard.press('-')
  await expect.poll(wide).toBeCloseTo(1, 2)

  // The wall in the corner comes back, and a stroke of the suit goes.
  const [wall, suit, face]: Place[] = [
    [0.06, 0.06],
    [0.5, 0.7],
    [0.45, 0.25],
  ]
  expect(await opacityAt(page, wall!)).toBe(0)
  await stroke(page, wall!, [0.1, 0.06])
  expect(await opacityAt(page, wall!)).toBe(255)
  await editor(page).getByText('Erase', { exact: true }).click()
  expect(await opacityAt(page, suit!)).toBe(255)
  await stroke(page, [0.4, 0.7], [0.6, 0.7])
  expect(await opacityAt(page, suit!)).toBe(0)

  // By keyboard: what was erased last is kept again, that is undone and redone, and undone for good.
  await brush(page).focus()
  for (const key of ['e', 'Space', 'ArrowLeft', 'Space']) await page.keyboard.press(key)
  expect(await opacityAt(page, [0.6, 0.7])).toBe(255)
  await page.keyboard.press('Control+z')
  expect(await opacityAt(page, [0.6, 0.7])).toBe(0)
  await page.keyboard.press('Control+Shift+z')
  expect(await opacityAt(page, [0.6, 0.7])).toBe(255)
  await undo(page).click()

  await brush(page).focus()
  await page.keyboard.press('Escape')
  const question = page.getByRole('dialog', { name: 'Discard what you painted?' })
  await expect(question.getByText('The cut-out stays as it was before.')).toBeVisible()
  await expect(question.getByRole('button', { name: 'Keep painting' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(question).toBeHidden()
  await editor(page).getByRole('button', { name: 'Done' }).click()
  await expect(editor(page)).toBeHidden()
  await expect(touchUp(page)).toBeFocused()
  await expect(page.getByText('Touched up.')).toBeVisible()
  await expectSound(page)

  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download', exact: true }).click()
  const { data, info } = await sharp(await (await saving).path())
    .raw()
    .toBuffer({ resolveWithObject: true })
  expect(info).toMatchObject({ width: EDGE, height: EDGE, channels: 4 })
  const at = ([x, y]: Place, channels: number) =>
    channels * (Math.round(EDGE * y) * EDGE + Math.round(EDGE * x))
  const original = await readPhotograph('astronaut')
  expect(data[at(suit!, 4) + 3]).toBe(0)
  expect(data[at(face!, 4) + 3]).toBe(255)
  const [kept, before] = [at(wall!, 4), at(wall!, 3)]
  expect(data[kept + 3]).toBe(255)
  for (const channel of [0, 1, 2])
    expect(Math.abs(data[kept + channel]! - original.data[before + channel]!)).toBeLessThan(6)

  // It is gone on with: both strokes are there to be undone.
  await touchUp(page).click()
  await undo(page).click()
  expect(await opacityAt(page, suit!)).toBe(255)
  expect(await opacityAt(page, wall!)).toBe(255)
  await undo(page).click()
  await editor(page).getByRole('button', { name: 'Done' }).click()
  await expect(page.getByText('Touched up.')).toBeHidden()
})
