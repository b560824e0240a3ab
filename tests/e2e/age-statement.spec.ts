import { readFile } from 'node:fs/promises'
import { type APIRequestContext, expect, type Page, request, test } from '@playwright/test'
import sharp from 'sharp'
import { AGE_STATEMENTS } from '#contract/values/age-statements.ts'
import { FACE_STATEMENT } from '#contract/jobs/face-swap.ts'
import { type Photograph, photographFile } from '#scripts/support/photographs.ts'
import { choosePhoto } from './choose-photo.ts'
import { type OwnApp, startOwnApp } from './own-app.ts'
import { newPerson, payStarter, type Person, signIn } from './people.ts'
import { expectSoundInBothWidths, faultsByAxe } from './sound.ts'

/** All on one app: each worker would start one of its own. */
test.describe.configure({ mode: 'default' })

test.setTimeout(120_000)

const { adult, own_child: ownChild } = AGE_STATEMENTS.texts

let app: OwnApp
let http: APIRequestContext
let person: Person

test.beforeAll(async () => {
  app = await startOwnApp({ FACES_AGE: '9' }, 'tests/support/scripted-program.ts')
  http = await request.newContext({ baseURL: app.url })
})
test.afterAll(async () => {
  await http.dispose()
  await app.dispose()
})
test.beforeEach(async ({ page }) => {
  person = await newPerson(http)
  await signIn(page.context(), person, app.url)
})

const photo = () => readFile(photographFile('astronaut'))
const question = (page: Page) => page.getByRole('dialog', { name: 'Who is in this photo?' })
const result = (page: Page) =>
  page
    .getByRole('listitem')
    .getByRole('button', { name: /^Open / })
    .first()

/** Declines the question first, which leaves the order as it is, then answers it. */
async function answer(page: Page, order: string, who: string): Promise<void> {
  const button = page.getByRole('button', { name: new RegExp(`^${order} - \\d+ credits?$`) })
  await button.click()
  const dialog = question(page)
  await expect(dialog.getByRole('button', { name: 'Confirm' })).toBeDisabled()
  await expectSoundInBothWidths(page)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
  await button.click()
  await dialog.getByRole('radio', { name: who }).press('Space')
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await expect(dialog).toBeHidden()
}

test('a face swap with a face that looks young asks who it is', async ({ page }) => {
  await page.goto(`${app.url}/tools/face-swap`)
  await choosePhoto(page, 'Photo to change', await photo())
  await choosePhoto(page, 'Face to use', await photo())
  await page.getByRole('checkbox', { name: FACE_STATEMENT.text }).press('Space')
  await answer(page, 'Swap face', adult)
  await expect(page.getByRole('slider', { name: 'Before and after' })).toBeVisible()
  await expectSoundInBothWidths(page)
})

test('an avatar of a child is made for its parents alone, and says why it is not shared', async ({
  page,
}) => {
  await page.goto(`${app.url}/tools/instant-avatars`)
  await choosePhoto(page, 'Portrait', await photo())
  await answer(page, 'Make avatars', ownChild)
  await expect(page.getByText('You said that this is your own child.')).toBeVisible()
  // Once it is drawn.
  await expect(async () => {
    await page.goto(`${app.url}/user/images`)
    await expect(result(page)).toBeVisible({ timeout: 3000 })
  }).toPass({ timeout: 60_000 })
  await result(page).click()
  const viewer = page.getByRole('dialog', { name: 'Image' })
  await expect(viewer.getByText('It shows your child')).toBeVisible()
  await expect(viewer.getByRole('button', { name: 'Favorite' })).toBeVisible()
  await expect(viewer.getByRole('button', { name: 'Share' })).toHaveCount(0)
  await expectSoundInBothWidths(page)
  await viewer.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'Actions' }).first().click()
  await expect(page.getByRole('menuitem', { name: 'Download', exact: true })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'It shows your child' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'Share', exact: true })).toHaveCount(0)
  expect(await faultsByAxe(page, ['color-contrast'])).toEqual([])
})

test('a parent says without being asked that it is their child', async ({ page }) => {
  await page.goto(`${app.url}/tools/face-swap`)
  await choosePhoto(page, 'Face to use', await photo())
  const field = page.getByRole('region', { name: 'Face to use' }).locator('..')
  await field.getByRole('button', { name: 'This is my own child' }).click()
  const dialog = page.getByRole('dialog', { name: 'Your own child' })
  await expect(dialog.getByText(ownChild)).toBeVisible()
  await expectSoundInBothWidths(page)
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await expect(dialog).toBeHidden()
  await expect(field.getByText('Face swap isn’t available for photos of children.')).toBeVisible()
  await expect(field.getByRole('button', { name: 'This is my own child' })).toHaveCount(0)
  await expectSoundInBothWidths(page)
})

const IN_STUDIO: Photograph[] = ['astronaut', 'chelsea', 'coffee', 'dahlia', 'raccoon', 'temple']

/** A studio of a person with photos, made over the API. @returns its id */
async function studioWithPhotos(): Promise<string> {
  await payStarter(http, person)
  const headers = { authorization: `Token ${person.token}` }
  const made = await http.post('/api/lora_trainings/', {
    headers,
    data: { project_name: 'Portraits', object_type: 'person', consent: { subject: 'self' } },
  })
  const { id } = (await made.json()) as { id: string }
  for (const name of IN_STUDIO) {
    const buffer = await sharp(photographFile(name))
      .resize(1024, 1024, { fit: 'cover' })
      .jpeg()
      .toBuffer()
    const image = { name: `${name}.jpg`, mimeType: 'image/jpeg', buffer }
    const sent = await http.post('/api/lora_trainings/upload_image/', {
      headers,
      multipart: { lora_training: id, image },
    })
    expect(sent.status()).toBe(201)
  }
  return id
}

test('a studio with photos of a face that looks young asks before its training, and nothing is charged until then', async ({
  page,
}) => {
  const studio = await studioWithPhotos()
  await page.goto(`${app.url}/train/loras/${studio}`)
  const start = page.getByRole('button', { name: 'Start Training' })
  const warnings = page.getByRole('group', { name: 'Warnings to ignore' })
  await expect(start).toBeVisible()
  for (const box of await warnings.getByRole('checkbox').all()) await box.check()
  const order = async () => {
    await start.click()
    await page
      .getByRole('dialog', { name: 'Spend 1,000 credits?' })
      .getByRole('button', { name: /^Start Training|^Spend/ })
      .click()
  }
  await order()
  const dialog = question(page)
  await expect(dialog.getByRole('button', { name: 'Confirm' })).toBeDisabled()
  await expectSoundInBothWidths(page)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
  const me = await http.get('/api/users/me/', {
    headers: { authorization: `Token ${person.token}` },
  })
  expect(await me.json()).toMatchObject({ credits_held: 0 })

  await order()
  await dialog.getByRole('radio', { name: adult }).press('Space')
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await expect(dialog).toBeHidden()
  // A scripted training may be ready before it is seen at work.
  await expect(page.getByText(/Your training is (being trained|ready)!/).first()).toBeVisible()
})
