import { expect, request as http, test } from '@playwright/test'
import { type OwnApp, startOwnApp } from './own-app.ts'
import { newPerson, signIn } from './people.ts'
import { expectSound } from './sound.ts'

/** All on one app: each worker would start one of its own. */
test.describe.configure({ mode: 'default' })

let app: OwnApp
test.beforeAll(async () => {
  app = await startOwnApp({ LANGUAGES: 'en,es' })
})
test.afterAll(() => app.dispose())

test('a page is the same in Spanish, stays in it, and keeps its place when the language changes', async ({
  page,
}) => {
  const errors: string[] = []
  const scripts: string[] = []
  page.on('pageerror', (error) => errors.push(String(error)))
  page.on('request', (request) => {
    if (request.url().endsWith('.js')) scripts.push(new URL(request.url()).pathname)
  })
  await page.goto(`${app.url}/es/pricing`)
  await expect(page.locator('html')).toHaveAttribute('lang', 'es')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Imagina más, crea sin límites')
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', /\/es\/pricing$/)
  await expect(page.locator('link[hreflang=en]')).toHaveAttribute('href', /:\d+\/pricing$/)
  // The browser shows the texts that it has itself, from its own files.
  await page.getByText('Pago mensual', { exact: true }).first().click()
  await expect(page.getByText('Pago mensual').first()).toBeVisible()
  expect(scripts.filter((path) => !path.startsWith('/assets/es/'))).toEqual([])
  expect(errors).toEqual([])

  const footer = page.getByRole('navigation', { name: 'Idioma' })
  await footer.getByRole('link', { name: 'English' }).click()
  await expect(page).toHaveURL(`${app.url}/pricing`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Imagine More, Create Endlessly')
  await page.getByRole('link', { name: 'Español' }).click()
  await expect(page).toHaveURL(`${app.url}/es/pricing`)
  // What somebody chose holds for addresses that name no language.
  await page.goto(`${app.url}/user/billing`)
  await expect(page).toHaveURL(/\/es\/login\?nextUrl=%2Fuser%2Fbilling$/)
})

test('guides and landing pages are in Spanish, with their prompts, and a failed call says why', async ({
  page,
}) => {
  await page.goto(`${app.url}/es/guide/prompt`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'Escribe un prompt que se entienda',
  )
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', /\/es\/guide\/prompt$/)
  await expect(page.locator('link[hreflang=en]')).toHaveAttribute('href', /\d\/guide\/prompt$/)
  await expect(page.getByAltText('Un búho azul frente a un cielo nocturno')).toBeVisible()
  await expectSound(page)
  await page.getByRole('link', { name: 'Pruébalo: un búho azul de noche' }).click()
  await expect(page).toHaveURL(/\/es\/text-to-image\?/)
  await expect(page.getByRole('textbox', { name: 'Prompt', exact: true })).toHaveValue(
    'un búho azul de noche',
  )

  await page.goto(`${app.url}/es/login`)
  await page.getByLabel('Correo electrónico').fill('nobody@example.com')
  await page.getByRole('textbox', { name: 'Contraseña' }).fill('not the password')
  await page.locator('#content').getByRole('button', { name: 'Iniciar sesión' }).click()
  await expect(
    page
      .locator('#content')
      .getByText('No se pudo iniciar sesión con el correo y la contraseña que ingresaste.'),
  ).toBeVisible()
})

test('somebody makes an image in Spanish on a phone, in a menu and with a price of that language', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const api = await http.newContext({ baseURL: app.url })
  await signIn(page.context(), await newPerson(api), app.url)
  await page.goto(`${app.url}/es/guide`)
  await expect(page.locator('html')).toHaveAttribute('lang', 'es')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Texto a imagen' }).click()
  await expect(page).toHaveURL(`${app.url}/es/text-to-image`)
  await page.getByPlaceholder('Un zorro rojo en la nieve').fill('un zorro rojo')
  await page.getByRole('button', { name: 'Generar - 4 créditos' }).click()
  await expect(page.getByRole('button', { name: /^Abrir imagen/ })).toHaveCount(4, {
    timeout: 60_000,
  })
  await expectSound(page)
})

test('the offer of another language moves nothing when it comes', async ({ browser }) => {
  const context = await browser.newContext({ ...test.info().project.use, locale: 'en-US' })
  const page = await context.newPage()
  await page.addInitScript(() => {
    Object.assign(window, { shifted: 0 })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[])
        (window as unknown as { shifted: number }).shifted += entry.value
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await page.goto(`${app.url}/es?from=mail`)
  const offer = page.getByRole('complementary', { name: 'View this page in English' })
  await expect(offer).toBeVisible()
  // The rest of the address is kept, such as the link of the setup.
  const english = offer.getByRole('link', { name: 'View this page in English' })
  await expect(english).toHaveAttribute('href', /\?from=mail&\w+=en$/)
  const banner = page.getByRole('banner')
  const bottomOf = async (part: typeof offer) => {
    const { y, height } = (await part.boundingBox())!
    return Math.round(y + height)
  }
  // Its place is taken, and no more than that.
  expect(Math.round((await banner.boundingBox())!.y)).toBe(await bottomOf(offer))
  await expect(page.locator('html')).not.toHaveAttribute('data-offer')
  await page.waitForLoadState('networkidle')
  const shifted = await page.evaluate(() => (window as unknown as { shifted: number }).shifted)
  expect(shifted).toBeLessThan(0.005)
  // After a choice nothing is offered, and no place is kept.
  await offer.getByRole('link', { name: 'Seguir en español' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(offer).toHaveCount(0)
  expect(Math.round((await banner.boundingBox())!.y)).toBe(0)
  await context.close()
})
