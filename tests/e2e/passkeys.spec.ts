import { expect, type Page, test } from '@playwright/test'
import { startOwnApp } from './own-app.ts'
import { expectSound } from './sound.ts'

const PASSWORD = 'correct horse battery'
const EMAIL = 'eve@example.org'

/** Chromium's own authenticator, which confirms every question. */
async function addAuthenticator(page: Page): Promise<void> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

async function logIn(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/login`, { waitUntil: 'networkidle' })
  await page.getByLabel('Email').fill(EMAIL)
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD)
  await page.getByRole('main').getByRole('button', { name: 'Login', exact: true }).click()
}

test('somebody adds a passkey, logs in with it, and removes it', async ({ page }) => {
  test.slow()
  const app = await startOwnApp()
  try {
    const created = ['--email', EMAIL, '--password', PASSWORD, '--verified']
    expect((await app.command('user', 'create', ...created)).code).toBe(0)
    // A number has no passkeys.
    const url = app.url.replace('127.0.0.1', 'localhost')
    await addAuthenticator(page)
    await logIn(page, url)
    await expect(page).not.toHaveURL(/login/)
    await page.goto(`${url}/user/account`, { waitUntil: 'networkidle' })
    const section = page.getByRole('region', { name: 'Two-factor login' })
    await section.getByRole('button', { name: 'Add a passkey' }).click()
    await expect(section.getByRole('heading', { name: 'Add a passkey' })).toBeFocused()
    await section.getByRole('textbox', { name: 'Current password' }).fill(PASSWORD)
    await section.getByRole('button', { name: 'Go on' }).click()
    await section.getByLabel('Name').fill('My laptop')
    await expectSound(page)
    await section.getByRole('button', { name: 'Create the passkey' }).click()
    await expect(section.getByRole('status').getByRole('listitem')).toHaveCount(10)
    await section.getByRole('button', { name: 'I have kept them' }).click()
    await expect(section.getByText('My laptop')).toBeVisible()
    await expectSound(page)

    // This login is older than the passkey, so that the form asks for a code once it is sent.
    await section.getByRole('button', { name: 'Remove the passkey “My laptop”' }).click()
    await section.getByRole('textbox', { name: 'Current password' }).fill(PASSWORD)
    await section.getByRole('button', { name: 'Remove' }).click()
    await expect(section.getByRole('textbox', { name: 'Code' })).toBeFocused()
    await expectSound(page)
    await section.getByRole('button', { name: 'Cancel' }).click()

    await page.context().clearCookies()
    await logIn(page, url)
    const main = page.getByRole('main')
    await expect(main.getByRole('heading', { name: 'Confirm it’s you' })).toBeFocused()
    await expect(main.getByRole('button', { name: 'Use a recovery code instead' })).toBeVisible()
    await expectSound(page)
    await main.getByRole('button', { name: 'Use a passkey' }).click()
    await expect(page).not.toHaveURL(/login/)

    await page.goto(`${url}/user/account`, { waitUntil: 'networkidle' })
    await section.getByRole('button', { name: 'Remove the passkey “My laptop”' }).click()
    await section.getByRole('textbox', { name: 'Current password' }).fill(PASSWORD)
    await section.getByRole('button', { name: 'Remove' }).click()
    await expect(page.getByText('The passkey “My laptop” was removed.')).toBeVisible()
    await expect(section.getByText('My laptop')).toHaveCount(0)
    await page.context().clearCookies()
    await logIn(page, url)
    await expect(page).not.toHaveURL(/login/)
  } finally {
    await app.dispose()
  }
})
