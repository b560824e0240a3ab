import { expect, test } from '@playwright/test'
import { type OwnApp, startOwnApp } from './own-app.ts'

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
