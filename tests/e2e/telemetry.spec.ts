import { randomUUID } from 'node:crypto'
import { expect, type Page, request as requests, test } from '@playwright/test'
import { type OwnApp, startOwnApp } from './own-app.ts'
import { newPerson, payStarter, signIn } from './people.ts'
import { expectSound } from './sound.ts'
import { bar, fail, settle, told } from './telling.ts'

test.describe.configure({ mode: 'default' })

/** What pages tell goes to the app itself. */
let sink: OwnApp

test.beforeAll(async () => {
  test.setTimeout(180_000)
  sink = await startOwnApp({ TELEMETRY_SINK: '1', LANGUAGES: 'en,es' })
})

test.afterAll(() => sink.dispose())

interface Received {
  kind: string
  what: string
  details: unknown
}

async function received(page: Page): Promise<Received[]> {
  return (await (await page.request.get(`${sink.url}/dev/telemetry.json`)).json()) as Received[]
}

test('nothing leaves before an answer; after a yes pages, events and errors arrive', async ({
  page,
}) => {
  const sent = told(page)
  const before = `before ${randomUUID()}`
  await page.goto(`${sink.url}/faq`)
  await expect(bar(page)).toBeVisible()
  await expectSound(page)
  await fail(page, before)
  await settle(page)
  expect(sent).toEqual([])

  await bar(page).getByRole('button', { name: 'Accept all' }).click()
  await expect(bar(page)).toHaveCount(0)
  const after = `after ${randomUUID()}`
  // The client of errors listens once its code is there.
  await expect
    .poll(async () => {
      await fail(page, after)
      return (await received(page)).some(({ what }) => what.includes(after))
    })
    .toBe(true)
  await page.goto(`${sink.url}/register?next=secret`)
  await register(page)
  await expect
    .poll(async () => (await received(page)).map(({ kind, what }) => `${kind} ${what}`))
    .toEqual(
      expect.arrayContaining([
        `page view ${sink.url}/faq`,
        `page view ${sink.url}/register`,
        'event register',
      ]),
    )
  const all = await received(page)
  expect(JSON.stringify(all)).not.toContain(before)
  expect(JSON.stringify(all)).not.toContain('next=secret')

  await page.goto(`${sink.url}/dev/telemetry`)
  await expect(page.getByText(after).first()).toBeVisible()
  await expectSound(page)
})

async function register(page: Page): Promise<void> {
  const main = page.getByRole('main')
  const password = `pass-${randomUUID()}`
  await main.getByLabel('First name').fill('Ada')
  await main.getByLabel('Email').fill(`${randomUUID()}@example.org`)
  await main.getByLabel(/^Password/).fill(password)
  await main.getByLabel('Confirm password').fill(password)
  await main.getByRole('button', { name: 'Register', exact: true }).click()
  await expect(page.getByText('Register Successful')).toBeVisible()
}

test('a no holds, is not asked again, and can become a yes and a no once more', async ({
  page,
}) => {
  const sent = told(page)
  await page.goto(`${sink.url}/faq`)
  await bar(page).getByRole('button', { name: 'Only necessary' }).click()
  await expect(bar(page)).toHaveCount(0)
  await page.goto(`${sink.url}/pricing`)
  await fail(page, 'untold')
  await settle(page)
  await expect(bar(page)).toHaveCount(0)
  expect(sent).toEqual([])

  const settings = page.getByRole('dialog', { name: 'Privacy settings' })
  const open = () => page.getByRole('button', { name: 'Privacy settings' }).click()
  const statistics = settings.getByRole('switch', { name: 'Statistics and error reports' })
  await open()
  await expect(statistics).not.toBeChecked()
  await expectSound(page)
  await statistics.check()
  await settings.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => sent.some((url) => url.endsWith('/api/event'))).toBe(true)

  await open()
  await expect(statistics).toBeChecked()
  await statistics.uncheck()
  await settings.getByRole('button', { name: 'Save' }).click()
  await settle(page)
  sent.length = 0
  await fail(page, 'untold once more')
  await page.getByRole('link', { name: 'FAQ' }).first().click()
  await expect(page).toHaveURL(/\/faq$/)
  await settle(page)
  expect(sent).toEqual([])
})

test('in Spanish, by the keyboard, class by class', async ({ page }) => {
  const sent = told(page)
  await page.emulateMedia({ colorScheme: 'light' })
  await page.context().addCookies([{ name: 'darkMode', value: 'false', url: sink.url }])
  await page.goto(`${sink.url}/es/faq`)
  const choose = page.getByRole('button', { name: 'Elegir' })
  await expect(choose).toBeVisible()
  await expectSound(page)
  await choose.focus()
  await page.keyboard.press('Enter')
  const settings = page.getByRole('dialog', { name: 'Configuración de privacidad' })
  await expect(settings).toBeVisible()
  await expectSound(page)
  await settings.getByRole('switch', { name: 'Chat de soporte' }).press('Space')
  await settings.getByRole('button', { name: 'Guardar' }).press('Enter')
  await expect(choose).toHaveCount(0)
  await settle(page)
  expect(sent).toEqual([])
})

test('the chat is for paying people, not on text to image, and asks before it opens', async ({
  page,
}) => {
  const sent = told(page)
  const api = await requests.newContext({ baseURL: sink.url })
  const free = await newPerson(api)
  const paying = await newPerson(api)
  await payStarter(api, paying)
  await api.dispose()
  const launcher = page.getByRole('button', { name: 'Support chat' })

  await signIn(page.context(), free, sink.url)
  await page.goto(`${sink.url}/user/dashboard`)
  await bar(page).getByRole('button', { name: 'Only necessary' }).click()
  await expect(launcher).toHaveCount(0)

  await signIn(page.context(), paying, sink.url)
  await page.goto(`${sink.url}/text-to-image`)
  await settle(page)
  await expect(launcher).toHaveCount(0)
  await page.goto(`${sink.url}/user/dashboard`)
  await launcher.click()
  const panel = page.getByRole('region', { name: 'Support chat' })
  await expect(panel).toBeFocused()
  await expect(panel.locator('iframe')).toHaveCount(0)
  await expectSound(page)
  expect(sent).toEqual([])
  await panel.getByRole('button', { name: 'Allow and open the chat' }).click()
  const frame = panel.frameLocator('iframe')
  const words = `Hello ${randomUUID()}`
  await frame.getByLabel('Message').fill(words)
  await frame.getByRole('button', { name: 'Send' }).click()
  await expect
    .poll(async () => (await received(page)).map(({ what }) => what))
    .toEqual(expect.arrayContaining(['opened', words]))
  await panel.getByRole('button', { name: 'Close the chat' }).click()
  await expect(panel).toBeHidden()
  await expect(launcher).toBeFocused()
})
