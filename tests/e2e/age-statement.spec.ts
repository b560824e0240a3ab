import { readFile } from 'node:fs/promises'
import { type APIRequestContext, expect, type Page, request, test } from '@playwright/test'
import { AGE_STATEMENTS } from '#contract/age-statements.ts'
import { FACE_STATEMENT } from '#contract/jobs/face-swap.ts'
import { photographFile } from '../support/photographs.ts'
import { choosePhoto } from './choose-photo.ts'
import { type OwnApp, startOwnApp } from './own-app.ts'
import { newPerson, type Person, signIn } from './people.ts'
import { expectSound, faultsByAxe } from './sound.ts'

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
  await expectSound(page)
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
  await expectSound(page)
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
  await expect(viewer.getByRole('button', { name: 'Like' })).toBeVisible()
  await expect(viewer.getByRole('button', { name: 'Share' })).toHaveCount(0)
  await expectSound(page)
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
  await expectSound(page)
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await expect(dialog).toBeHidden()
  await expect(field.getByText('Face swap isn’t available for photos of children.')).toBeVisible()
  await expect(field.getByRole('button', { name: 'This is my own child' })).toHaveCount(0)
  await expectSound(page)
})
