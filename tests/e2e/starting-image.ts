import { expect, type Locator, type Page } from '@playwright/test'
import sharp from 'sharp'
import { makePng } from '#tests/support/pictures.ts'
import { newPerson, type Person, signIn } from './people.ts'

/** Of the picture that is uploaded, pixels. */
export const EDGE = 128
/** Of every picture: by chance the classifier may doubt one, which is then covered. */
export const SEED = 7

/** Signs somebody new in and opens the page that starts from an image. */
export async function openSourcePage(page: Page, baseURL: string, search = ''): Promise<Person> {
  const person = await newPerson(page.request)
  await signIn(page.context(), person, baseURL)
  await page.goto(`/image-to-image${search}`)
  return person
}

/** The field of the image to start from, that image, and the brush of an editor over it. */
export const source = (page: Page) => page.getByRole('region', { name: 'Image to start from' })
export const startPicture = (page: Page) =>
  source(page).getByRole('img', { name: 'The image to start from' })
export const brush = (page: Page) => page.getByRole('button', { name: 'Brush', exact: true })

export async function chooseFile(page: Page, name: string, buffer: Buffer): Promise<void> {
  // The page listens once it is alive.
  await expect(page.getByRole('button', { name: /^Generate/ })).toBeEnabled()
  await source(page)
    .locator('input[type=file]')
    .setInputFiles({
      name,
      mimeType: `image/${name.split('.').at(-1)}`,
      buffer,
    })
}

export async function uploadPicture(page: Page): Promise<void> {
  await chooseFile(page, 'picture.png', await makePng(EDGE, EDGE, { noise: 12 }))
  await expect(startPicture(page)).toBeVisible()
}

/** Paints from left to right through the middle. */
export async function strokeAcross(page: Page, board: Locator): Promise<void> {
  const box = (await board.boundingBox())!
  await page.mouse.move(box.x + box.width * 0.3, box.y + box.height * 0.5)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width * 0.7, box.y + box.height * 0.5, { steps: 6 })
  await page.mouse.up()
}

/** Red, green and blue of each pixel of an image at an address. */
export async function readPixels(page: Page, url: string) {
  const file = await (await page.request.get(url)).body()
  return sharp(file).removeAlpha().raw().toBuffer({ resolveWithObject: true })
}
