import { expect, type Page, test } from '@playwright/test'
import { codeOf } from '../support/authenticator.ts'
import { startOwnApp } from './own-app.ts'
import { expectSoundInBothWidths } from './sound.ts'

const PASSWORD = 'correct horse battery'

async function logIn(page: Page, url: string, email: string): Promise<void> {
  await page.goto(`${url}/login`, { waitUntil: 'networkidle' })
  await page.getByLabel('Email').fill(email)
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD)
  await page.getByRole('main').getByRole('button', { name: 'Login', exact: true }).click()
}

test('an administrator invites somebody, who opens an account and protects it by an app', async ({
  page,
  browser,
}) => {
  test.slow()
  const app = await startOwnApp({ REGISTRATION: 'invitation' })
  try {
    const admin = 'admin@example.org'
    const created = ['--email', admin, '--password', PASSWORD, '--admin', '--verified']
    expect((await app.command('user', 'create', ...created)).code).toBe(0)
    await logIn(page, app.url, admin)
    await expect(page).not.toHaveURL(/login/)
    await page.goto(`${app.url}/admin/invitations`, { waitUntil: 'networkidle' })
    await expect(page.getByText('Only people with an invitation')).toBeVisible()
    await page.getByLabel('Email').fill('eve@example.org')
    await page.getByRole('button', { name: 'Make a link' }).click()
    const link = await page.getByLabel('The link').inputValue()
    await expect(page.getByRole('table').getByText('eve@example.org').first()).toBeVisible()
    await expectSoundInBothWidths(page)

    const context = await browser.newContext()
    const guest = await context.newPage()
    await guest.goto(`${app.url}/register`, { waitUntil: 'networkidle' })
    await expect(
      guest.getByRole('heading', { name: 'Registration is by invitation' }),
    ).toBeVisible()
    await expectSoundInBothWidths(guest)
    await guest.goto(`${app.url}/es/register`, { waitUntil: 'networkidle' })
    await expect(
      guest.getByRole('heading', { name: 'El registro es por invitación' }),
    ).toBeVisible()
    await guest.goto(link, { waitUntil: 'networkidle' })
    await expect(guest.getByLabel('Email')).toHaveValue('eve@example.org')
    await expectSoundInBothWidths(guest)
    await guest.getByLabel('First name').fill('Eve')
    await guest.getByRole('textbox', { name: 'Password', exact: true }).fill(PASSWORD)
    await guest.getByRole('textbox', { name: 'Confirm password' }).fill(PASSWORD)
    await guest.getByRole('button', { name: 'Register', exact: true }).click()
    await expect(guest).not.toHaveURL(/register/)

    await guest.goto(`${app.url}/user/account`, { waitUntil: 'networkidle' })
    const section = guest.getByRole('region', { name: 'Two-factor login' })
    await section.getByRole('button', { name: 'Set up an authenticator app' }).click()
    await expect(
      section.getByRole('heading', { name: 'Set up an authenticator app' }),
    ).toBeFocused()
    await section.getByRole('textbox', { name: 'Current password' }).fill(PASSWORD)
    await section.getByRole('button', { name: 'Go on' }).click()
    await expect(section.getByRole('img', { name: 'QR code' })).toBeVisible()
    await expectSoundInBothWidths(guest)
    const secret = (await section.locator('code').innerText()).replaceAll(/\s/g, '')
    await section.getByLabel('Code of the app').fill(codeOf(secret))
    await section.getByRole('button', { name: 'Switch on' }).click()
    await expect(section.getByRole('listitem')).toHaveCount(10)
    await expectSoundInBothWidths(guest)
    await expect(section.getByRole('status')).toBeFocused()
    await section.getByRole('button', { name: 'I have kept them' }).click()
    await expect(section.getByText('Two-factor login is on: ')).toBeFocused()
    await expect(section.getByText('You have 10 recovery codes left.')).toBeVisible()

    const phone = await (await browser.newContext()).newPage()
    await logIn(phone, app.url, 'eve@example.org')
    const step = phone.getByRole('main')
    await expect(step.getByRole('heading', { name: 'Confirm it’s you' })).toBeVisible()
    await expect(step.getByLabel('Code')).toBeFocused()
    await expectSoundInBothWidths(phone)
    // The way back keeps what was typed.
    await step.getByRole('button', { name: 'Log in another way' }).click()
    await expect(step.getByLabel('Email')).toBeFocused()
    await expect(step.getByLabel('Email')).toHaveValue('eve@example.org')
    await step.getByRole('button', { name: 'Login', exact: true }).click()
    await step.getByLabel('Code').fill('000000')
    await step.getByRole('button', { name: 'Log in', exact: true }).click()
    await expect(phone.getByText('This code is wrong or was used already.')).toBeVisible()
    await step.getByLabel('Code').fill(codeOf(secret, 1))
    await step.getByRole('button', { name: 'Log in', exact: true }).click()
    await expect(phone).not.toHaveURL(/login/)

    const late = await (await browser.newContext()).newPage()
    await late.goto(link, { waitUntil: 'networkidle' })
    await expect(
      late.getByRole('heading', { name: 'This invitation no longer works' }),
    ).toBeVisible()
    await expectSoundInBothWidths(late)
  } finally {
    await app.dispose()
  }
})
