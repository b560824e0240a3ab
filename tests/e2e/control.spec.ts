import { expect, type Page, test } from '@playwright/test'
import { type A1111Double, startA1111Double } from '#tests/support/doubles/a1111-server.ts'
import { type OwnApp, startOwnApp } from './own-app.ts'
import { newPerson, signIn } from './people.ts'
import { inSettings, inSettingsOfBothWidths } from './settings.ts'
import { expectSound } from './sound.ts'

/** All on one app: each worker would start one of its own. */
test.describe.configure({ mode: 'default' })

/** A drawing: what comes of it is looked at by a model before it is shown. */
const WORK_MS = 60_000
const PHOTO = 'tests/fixtures/photographs/portrait-smiling.jpg'

let server: A1111Double
let app: OwnApp

test.beforeAll(async () => {
  server = await startA1111Double()
  server.controlNet = {
    models: ['control_v11p_sd15_canny [d14c016b]', 'control_v11f1p_sd15_depth [cfd03158]'],
    modules: ['canny', 'depth_midas'],
  }
  app = await startOwnApp({ A1111_URLS: server.url })
})
test.afterAll(async () => {
  await app.dispose()
  await server.close()
})

const follow = (page: Page) => page.getByRole('switch', { name: 'Use a control image' })
const open = (page: Page, path: string) =>
  page.goto(`${app.url}${path}`, { waitUntil: 'networkidle' })

test(
  'a drawing follows the depth of an image, which is shown before',
  { tag: '@once' },
  async ({ page }) => {
    // Of this app, whose address is another than that of the other tests.
    const { request } = await page.context().browser()!.newContext({ baseURL: app.url })
    await signIn(page.context(), await newPerson(request), app.url)
    await open(page, '/text-to-image?prompt=a%20clay%20figure&model=photon_v1&width=64&height=64')

    await inSettings(page, async (settings) => {
      await settings.getByText('1', { exact: true }).click()
      await follow(page).check()
    })
    await page.getByRole('button', { name: /^Generate/ }).click()
    // On a phone the field is in a sheet; it is said over the button then.
    await expect(
      page
        .getByText(/^Choose a control image, or switch/)
        .filter({ visible: true })
        .first(),
    ).toBeVisible()
    expect(server.drawn).toEqual([])

    await inSettings(page, async (settings) => {
      const image = settings.getByRole('region', { name: 'Control image' })
      await image.locator('input[type=file]').setInputFiles(PHOTO)
      await expect(image.getByAltText('The edges found in the image')).toBeVisible()
      await settings.getByText('Depth', { exact: true }).click()
      await expect(image.getByAltText('The depth found in the image')).toBeVisible()
      await settings.getByLabel('Control strength', { exact: true }).first().fill('0.8')
      await expectSound(page)
    })
    await page.getByRole('button', { name: /^Generate/ }).click()
    const result = page.getByRole('button', { name: /a clay figure/ }).first()
    await expect(result).toBeVisible({ timeout: WORK_MS })
    expect(server.drawn.at(-1)?.body['alwayson_scripts']).toMatchObject({
      ControlNet: { args: [{ module: 'depth_midas', weight: 0.8 }] },
    })

    // A second one leads beside it.
    await inSettings(page, async (settings) => {
      await settings.getByRole('button', { name: 'Add another control image' }).click()
      const second = settings.getByRole('region', { name: 'Control image 2' })
      await second.locator('input[type=file]').setInputFiles(PHOTO)
      await expect(second.getByAltText('The edges found in the image')).toBeVisible()
      await expectSound(page)
    })
    await page.getByRole('button', { name: /^Generate/ }).click()
    await expect(page.getByRole('button', { name: /a clay figure/ })).toHaveCount(2, {
      timeout: WORK_MS,
    })
    expect(server.drawn.at(-1)?.body['alwayson_scripts']).toMatchObject({
      ControlNet: {
        args: [
          { module: 'depth_midas', weight: 0.8 },
          { module: 'canny', weight: 1 },
        ],
      },
    })

    // They are still there after a reload, and what the picture followed is said with it.
    await page.reload({ waitUntil: 'networkidle' })
    await inSettings(page, async (settings) => {
      await expect(follow(page)).toBeChecked()
      await expect(settings.getByAltText('The depth found in the image')).toBeVisible()
      await settings.getByRole('button', { name: 'Remove image 2' }).click()
      await expect(settings.getByRole('region', { name: /^Control image/ })).toHaveCount(1)
      await settings.getByRole('button', { name: 'Remove', exact: true }).click()
      await expect(settings.getByLabel('Add a control image').first()).toBeAttached()
    })
    await page
      .getByRole('button', { name: /a clay figure/ })
      .first()
      .click()
    await expect(page.getByRole('dialog').getByText('Depth, strength 0.8')).toBeVisible()
  },
)

test(
  'a model that cannot follow one says so, and the choice is kept until it is taken back',
  { tag: '@once' },
  async ({ page }) => {
    const { request } = await page.context().browser()!.newContext({ baseURL: app.url })
    await signIn(page.context(), await newPerson(request), app.url)
    await open(page, '/text-to-image?prompt=a%20fox&model=photon_v1')
    await inSettings(page, async (settings) => {
      await follow(page).check()
      await settings
        .getByRole('region', { name: 'Control image' })
        .locator('input[type=file]')
        .setInputFiles(PHOTO)
    })
    await inSettingsOfBothWidths(page, async (settings) => {
      await expect(settings.getByAltText('The edges found in the image')).toBeVisible()
      await expectSound(page)
    })
    await inSettings(page, async (settings) => {
      await settings.getByText('photon v1', { exact: true }).click()
      await settings.getByText('dreamXL', { exact: true }).click()
    })
    await inSettingsOfBothWidths(page, async (settings) => {
      await expect(settings.getByText('Not available with this model.').first()).toBeVisible()
      await expectSound(page)
    })
    await inSettings(page, async () => {
      await expect(follow(page)).toBeChecked()
      await follow(page).click()
      await expect(follow(page)).toHaveCount(0)
    })
  },
)
