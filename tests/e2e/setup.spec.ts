import { expect, test } from '@playwright/test'
import { makePng } from '../support/pictures.ts'
import { startOwnApp } from './own-app.ts'
import { expectSound } from './sound.ts'

const WIDTHS = [390, 1280]
/** Nobody listens there. */
const AWAY = 'http://127.0.0.1:9'

test('the first administrator sets the site up by the printed link, through a power cut', async ({
  page,
  browser,
}) => {
  test.slow()
  const app = await startOwnApp()
  try {
    const link = (await app.command('setup', 'link')).stdout.trim()
    for (const address of ['/setup', '/setup?token=guessed']) {
      expect((await page.goto(`${app.url}${address}`))?.status()).toBe(404)
    }
    await page.goto(link, { waitUntil: 'networkidle' })
    await expectSound(page)
    await page.getByLabel('Name').fill('Ada')
    await page.getByLabel('Email').fill('ada@example.org')
    await page.getByRole('textbox', { name: 'Password' }).fill('short')
    await page.getByRole('button', { name: 'Create the account' }).click()
    await expect(page.getByText('This password is too short.')).toBeVisible()
    await page.getByRole('textbox', { name: 'Password' }).fill('correct horse battery')
    await page.getByRole('button', { name: 'Create the account' }).click()

    await expect(page).toHaveURL(`${app.url}/setup`)
    await expect(page.getByRole('button', { name: 'Set up an authenticator app' })).toBeVisible()
    await expectSound(page)
    // Not done as long as no app is set up; a press on the way there would lose the recovery codes.
    await expect(page.getByRole('button', { name: 'Go on' })).toHaveCount(0)
    await page.getByRole('button', { name: 'Set up an authenticator app' }).click()
    await expect(page.getByLabel('Current password')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Skip' })).toHaveCount(0)
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Skip' }).click()
    await expect(page.getByRole('heading', { name: 'Name, logo and color' })).toBeFocused()
    await page.getByLabel('Logo').setInputFiles({
      name: 'logo.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('no picture'),
    })
    await page.getByRole('button', { name: 'Save and go on' }).click()
    await expect(page.getByText('Choose a PNG image')).toBeVisible()
    await page.getByRole('textbox', { name: 'Name' }).fill('Paper Moon')
    await page.getByLabel('Color').fill('#ffee00')
    await page.getByLabel('Logo').setInputFiles({
      name: 'logo.png',
      mimeType: 'image/png',
      buffer: await makePng(128, 128),
    })
    await expect(page.getByText('Choose a PNG image')).toHaveCount(0)
    await page.getByRole('button', { name: 'Save and go on' }).click()
    await expect(page.getByRole('banner').getByText('Paper Moon')).toBeVisible()
    // The initials have the color of the brand, a yellow, and not the pink of the program.
    const initials = page.getByRole('banner').getByText('AD', { exact: true })
    const color = await initials.evaluate((element) => getComputedStyle(element).color)
    const [red = 0, green = 0, blue = 255] = (color.match(/[\d.]+/g) ?? []).map(Number)
    expect(Math.min(red, green)).toBeGreaterThan(blue)
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 })
      await expectSound(page)
    }

    await app.killAndStart()
    await page.goto(`${app.url}/admin`, { waitUntil: 'networkidle' })
    await expect(page.getByText('Emails stay in the inbox of this installation.')).toBeVisible()
    await expect(page.getByText('Steps that you have not been through')).not.toContainText(
      'Name, logo and color',
    )
    await expectSound(page)
    await page.getByRole('link', { name: 'Go on with the setup' }).click()
    await page.getByText('A model here').click()
    await expect(page.getByRole('button', { name: 'Fetch it' })).toBeVisible()
    await expectSound(page)
    await page.getByText('A server', { exact: true }).click()
    await page.getByRole('button', { name: 'Add a server' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add an engine' })
    const add = dialog.getByRole('button', { name: 'Add', exact: true })
    await add.click()
    await expect(dialog.getByText('This field may not be blank.')).toBeVisible()
    await expect(dialog.getByText('Enter its address.')).toBeVisible()
    await dialog.getByLabel('Name').fill('Old box')
    await dialog.getByLabel('Address').fill(AWAY)
    await add.click()
    await expect(dialog.getByText('It cannot be reached.')).toBeVisible()
    await expectSound(page)
    await dialog.getByLabel('Add it all the same').check()
    await add.click()
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('link', { name: 'Change or remove them' })).toBeVisible()
    await page.getByRole('button', { name: 'Go on', exact: true }).click()

    await page.getByRole('button', { name: 'Send a test email' }).click()
    await expect(page.getByRole('status').filter({ hasText: '/dev/inbox' })).toBeVisible()
    await expectSound(page)
    await page.getByRole('button', { name: 'Save and go on' }).click()

    await page.getByRole('button', { name: 'Check the key' }).click()
    await expect(page.getByText('test payments are on')).toBeVisible()
    await page.getByRole('button', { name: 'Skip' }).click()

    await page.getByLabel('New accounts').selectOption('Nobody may open one')
    await page.getByRole('button', { name: 'Save and go on' }).click()
    await expect(page.getByRole('textbox', { name: 'Public address' })).toBeVisible()
    await page.getByRole('button', { name: 'Skip' }).click()
    await expect(page.getByText('Everything is set up or skipped.')).toBeVisible()
    for (const [step, state] of [
      ['Name, logo and color', 'Done'],
      ['Payments', 'Skipped'],
    ] as const)
      await expect(page.locator('main ol > li').filter({ hasText: step })).toContainText(state)
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 })
      await expectSound(page)
    }

    await page.goto(`${app.url}/es/setup`, { waitUntil: 'networkidle' })
    const spanish = page.getByRole('heading', { name: 'Configura este sitio' })
    await expect(spanish).toBeVisible()
    // Read aloud as what each is written in: the steps in Spanish, the ways to the console's pages in English.
    const languageOf = (element: Element) => element.closest('[lang]')?.getAttribute('lang')
    expect(await spanish.evaluate(languageOf)).toBe('es')
    const ways = page.getByRole('navigation', { name: 'Administration' })
    expect(await ways.evaluate(languageOf)).toBe('en')
    for (const step of ['Nombre, logotipo y color', 'Cómo crea imágenes', 'Pagos'])
      await page.getByRole('button', { name: `Editar: ${step}` }).click()
    await page.getByRole('button', { name: 'Editar: Cómo crea imágenes' }).click()
    await page.setViewportSize({ width: 390, height: 900 })
    const isInside = (box: Element) =>
      box.getBoundingClientRect().right <= box.parentElement!.getBoundingClientRect().right
    for (const step of await page.getByRole('main').locator('ol > li').all())
      expect(await step.evaluate(isInside)).toBe(true)
    await page.getByRole('button', { name: 'Editar: Correo electrónico' }).click()
    await page.getByRole('button', { name: 'Enviar un correo de prueba' }).click()
    await expect(page.getByRole('status').filter({ hasText: 'No hay servidor' })).toBeVisible()
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 })
      await expectSound(page)
    }

    await page.goto(`${app.url}/admin/settings`, { waitUntil: 'networkidle' })
    // Each setting has a name and a group.
    await expect(page.getByRole('heading', { name: 'Payments', exact: true })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Other', exact: true })).toHaveCount(0)
    await page.getByLabel('Support', { exact: true }).fill('mailto:help@example.org')
    await page.getByRole('button', { name: 'Save: Support and operator' }).click()
    await expect(page.getByRole('status').filter({ hasText: 'Saved.' })).toBeVisible()
    await page.getByLabel('Minimum age').fill('7')
    await page.getByRole('button', { name: 'Save: Accounts' }).click()
    await expect(page.getByText('It must be a whole number from 13 to 99')).toBeVisible()
    await page.getByRole('button', { name: 'Send a test email' }).click()
    await expect(page.getByRole('status').filter({ hasText: '/dev/inbox' })).toBeVisible()
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 })
      await expectSound(page)
    }

    await page.goto(`${app.url}/admin/brands`, { waitUntil: 'networkidle' })
    await expect(page.getByRole('contentinfo')).toHaveCount(0)
    for (const part of ['Texts', 'Features and home page', 'Hosts, operator and links'])
      await page.getByRole('heading', { name: part, exact: true }).click()
    await page.getByLabel('Headline of the home page (English)').fill('Photos of the moon')
    await page.getByLabel('Headline of the home page (Spanish)').fill('Fotos de la luna')
    await expect(page.getByTestId('brand-preview')).toContainText('Photos of the moon')
    const asked = page.waitForEvent('dialog')
    await page.getByRole('button', { name: 'Save the look' }).click()
    const question = await asked
    expect(question.type()).toBe('beforeunload')
    await question.dismiss()
    await expect(page.getByLabel('Headline of the home page (English)')).toHaveValue(
      'Photos of the moon',
    )
    await page
      .getByLabel('External links of the footer')
      .fill('Our shop | Nuestra tienda | https://shop.example.org/')
    await page.getByLabel('Face swap').uncheck()
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 })
      await expectSound(page)
    }
    await page.getByRole('button', { name: 'Save the texts and features' }).click()
    await expect(page.getByRole('button', { name: 'Undo the last change' })).toBeVisible()
    await expect(page.getByText('Features', { exact: true })).toBeVisible()

    const stranger = await browser.newContext()
    const second = await stranger.newPage()
    expect((await second.goto(link))?.status()).toBe(404)
    await second.goto(`${app.url}/register`)
    await expect(second.getByRole('heading', { name: 'Registration is closed' })).toBeVisible()
    await expect(second.getByRole('banner').getByText('Paper Moon')).toBeVisible()
    await expectSound(second)
    await stranger.close()
  } finally {
    await app.dispose()
  }
})
