import { randomUUID } from 'node:crypto'
import { expect, type Page, test } from '@playwright/test'
import { makePng } from '#tests/support/pictures.ts'
import { mailTo, newPerson, signIn } from './people.ts'
import { expectSound } from './sound.ts'

async function fillLogin(page: Page, email: string, password: string): Promise<void> {
  const main = page.getByRole('main')
  await main.getByLabel('Email').fill(email)
  await main.getByLabel(/^Password/).fill(password)
  await main.getByRole('button', { name: 'Login', exact: true }).click()
}

async function logOut(page: Page, isMobile: boolean): Promise<void> {
  if (isMobile) {
    await page.getByRole('button', { name: 'Open the menu' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Logout' }).click()
  } else {
    await page.getByRole('button', { name: 'Your account' }).click()
    await page.getByRole('menuitem', { name: 'Logout' }).click()
  }
}

test('somebody registers, confirms the address, logs in, and logs out', async ({
  page,
  request,
  browser,
  isMobile,
}) => {
  const email = `${randomUUID()}@example.org`
  const password = `pass-${randomUUID()}`
  await page.goto('/register?nextUrl=%2Fuser%2Fdashboard')
  const main = page.getByRole('main')
  await main.getByLabel('First name').fill('Ada')
  await main.getByLabel('Email').fill(email)
  await main.getByLabel(/^Password/).fill(password)
  await main.getByLabel('Confirm password').fill(password)
  await main.getByRole('button', { name: 'Register', exact: true }).click()

  await expect(page.getByText('Register Successful')).toBeVisible()
  await expect(
    page.getByText('You have been registered, please check your email for the verification link'),
  ).toBeVisible()
  // In view though the form's button was far below, and read out.
  const thanks = page.getByRole('heading', { name: 'Thank you for registering' })
  await expect(thanks).toBeInViewport()
  await expect(page.locator(':focus')).toContainText('Thank you for registering')
  await expect(main.getByText(email)).toBeVisible()

  const [link = ''] = (await mailTo(request, email)).links
  expect(new URL(link).searchParams.get('next')).toBe('/user/dashboard')
  const { pathname, search } = new URL(link)
  const elsewhere = await browser.newContext()
  const phone = await elsewhere.newPage()
  await phone.goto(new URL(`${pathname}${search}`, page.url()).href)
  await expect(phone.getByText(`${email[0]}•••@example.org`)).toBeVisible()
  await expectSound(phone)
  await phone.getByRole('button', { name: 'I didn’t choose that password, or I forgot it' }).click()
  await expect(phone.getByLabel(/^New password/)).toBeVisible()
  await phone.getByRole('button', { name: 'Use the password I chose' }).click()
  await phone.getByLabel(/^Your password/).fill('not the password')
  await phone.getByRole('button', { name: 'Confirm address' }).click()
  await expect(phone.getByText('Your password was entered incorrectly.')).toBeVisible()
  await phone.getByLabel(/^Your password/).fill(password)
  await phone.getByRole('button', { name: 'Confirm address' }).click()
  await expect(phone.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeFocused()
  await phone.goto(new URL(`${pathname}${search}`, page.url()).href)
  await expect(phone.getByRole('heading', { name: 'Your address is confirmed' })).toBeVisible()
  await elsewhere.close()

  // The page that was left waiting goes on by itself.
  await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible()
  await logOut(page, isMobile)
  await expect(page).toHaveURL('/')
  await page.goto('/login?nextUrl=%2Fuser%2Fdashboard')
  await fillLogin(page, email, password)
  await expect(page.getByText('Login Successful')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible()
  // The month's free credits, and the day's bonus, which the app claims when it is opened.
  await expect(page.getByText('Free this month')).toBeVisible()
  await expect(page.getByRole('banner').getByText('50 credits')).toBeVisible()
  await expectSound(page)

  const cookie = (await page.context().cookies()).find(({ name }) => name === 'accessToken')
  expect(cookie).toMatchObject({ path: '/', sameSite: 'Lax' })
  expect((cookie?.expires ?? 0) - Date.now() / 1000).toBeGreaterThan(604_000)

  await logOut(page, isMobile)
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign Up' })).toBeVisible()
  expect((await page.context().cookies()).map(({ name }) => name)).not.toContain('accessToken')
  await page.goto('/user/dashboard')
  await expect(page).toHaveURL('/login?nextUrl=%2Fuser%2Fdashboard')
})

test('a visitor’s image is there once the address is confirmed elsewhere', async ({
  page,
  request,
  playwright,
  baseURL,
}) => {
  const email = `${randomUUID()}@example.org`
  const password = `pass-${randomUUID()}`
  await page.goto('/tools/replace-background', { waitUntil: 'networkidle' })
  const png = [...(await makePng(64, 64))]
  await page.evaluate((bytes) => {
    const clipboardData = new DataTransfer()
    clipboardData.items.add(new File([new Uint8Array(bytes)], 'a.png', { type: 'image/png' }))
    document.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }))
  }, png)
  const dialog = page.getByRole('dialog').filter({ hasText: 'Log in to' })
  await dialog
    .getByRole('navigation', { name: 'Log in or register' })
    .getByRole('link', { name: 'Register' })
    .click()
  const main = page.getByRole('main')
  await main.getByLabel('First name').fill('Ada')
  await main.getByLabel('Email').fill(email)
  await main.getByLabel(/^Password/).fill(password)
  await main.getByLabel('Confirm password').fill(password)
  await main.getByRole('button', { name: 'Register', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Thank you for registering' })).toBeVisible()

  const [link = ''] = (await mailTo(request, email)).links
  expect(new URL(link).searchParams.get('next')).toBe('/tools/replace-background')
  const phone = await playwright.request.newContext({ baseURL: baseURL! })
  const confirmed = await phone.post('/api/dj-rest-auth/registration/verify-email/', {
    data: { key: new URL(link).searchParams.get('key'), password },
  })
  expect(confirmed.status()).toBe(200)
  await phone.dispose()
  await expect(page).toHaveURL('/tools/replace-background')
  await expect(page.getByRole('img', { name: 'Photo, as chosen' })).toBeVisible()
})

test('a new password that is chosen with the link leads the page that waits to the login', async ({
  page,
  request,
  baseURL,
}) => {
  const person = await newPerson(request, { verified: false })
  await signIn(page.context(), person, baseURL!)
  await page.goto('/verify-email', { waitUntil: 'networkidle' })
  await expect(page.getByText(person.email)).toBeVisible()
  const [link = ''] = (await mailTo(request, person.email)).links
  const password = `new-${randomUUID()}`
  const chosen = await request.post('/api/dj-rest-auth/registration/verify-email/', {
    data: {
      key: new URL(link).searchParams.get('key'),
      new_password1: password,
      new_password2: password,
    },
  })
  expect(chosen.status()).toBe(200)
  await expect(page).toHaveURL(/\/login/)
  await fillLogin(page, person.email, password)
  await expect(page).toHaveURL('/tools/all')
})

test('who logs out asks for nothing more of what was theirs', async ({
  page,
  baseURL,
  isMobile,
}) => {
  const banner = page.getByRole('banner')
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/')) asked.push(pathname)
  })
  for (const path of ['/user/billing', '/user/dashboard', '/text-to-image']) {
    await signIn(page.context(), await newPerson(page.request), baseURL!)
    await page.goto(path, { waitUntil: 'networkidle' })
    // The day's bonus is there: the page works.
    await expect(banner.getByText('50 credits')).toBeVisible()
    await logOut(page, isMobile)
    await expect(page).toHaveURL('/')
    await expect(banner.getByRole('link', { name: 'Sign Up' })).toBeVisible()
    await page.waitForLoadState('networkidle')
    expect(asked.at(-1), path).toBe('/api/dj-rest-auth/logout/')
  }
})

test('a wrong password is told, and the form stays', async ({ page, request }) => {
  const { email } = await newPerson(request)
  await page.goto('/login')
  await fillLogin(page, email, 'not the password')
  // The notifications of the specification, and the line in the form, which stays.
  const toast = (title: string) =>
    page.getByRole('alert').filter({ has: page.getByText(title, { exact: true }) })
  await expect(
    toast('Login Failed').filter({ hasText: 'Your Login has failed, please try again' }),
  ).toBeVisible()
  await expect(toast('Error')).toContainText('Unable to log in with provided credentials.')
  const failure = page.getByRole('main').locator('form').getByRole('alert')
  await expect(failure).toContainText('Login Failed')
  await expect(failure).toContainText('Unable to log in with provided credentials.')
  await expect(page.getByRole('main').getByLabel('Email')).toHaveValue(email)
})

test('the forms say what is missing before anything is sent', async ({ page }) => {
  await page.goto('/register')
  const main = page.getByRole('main')
  await expect(main.getByText('At least 8 characters long')).toBeVisible()
  await expect(main.getByText('Enter password again')).toBeVisible()
  await main.getByLabel(/^Password/).fill('short')
  await main.getByLabel('Confirm password').fill('other')
  await main.getByRole('button', { name: 'Register', exact: true }).click()
  await expect(main.getByText('This field is required.')).toHaveCount(2)
  await expect(main.getByText('This password is too short.')).toBeVisible()
  await expect(main.getByText('The two password fields')).toBeVisible()
  await main.getByLabel(/^Password/).fill('abcdefgh')
  await main.getByRole('button', { name: 'Register', exact: true }).click()
  await expect(main.getByText('This password is too easy to guess.')).toBeVisible()
})

test('a forgotten password is reset by mail', async ({ page, request }) => {
  const { email } = await newPerson(request)
  const password = `new-${randomUUID()}`
  await page.goto('/login')
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await expect(page.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible()
  await page.getByRole('main').getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Send link' }).click()
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()

  let link: URL | undefined
  await expect(async () => {
    const mail = await mailTo(request, email)
    link = mail.links
      .map((text) => new URL(text))
      .find(({ pathname }) => pathname === '/reset-password')
    expect(link).toBeDefined()
  }).toPass()
  await page.goto(`${link?.pathname}${link?.search}`)
  await page.getByLabel('New password').fill(password)
  await page.getByLabel('Confirm password').fill(password)
  await page.getByRole('button', { name: 'Set new password' }).click()
  await expect(page.getByRole('heading', { name: 'Your new password is set' })).toBeVisible()
  await page.getByRole('link', { name: 'Log in' }).click()
  await fillLogin(page, email, password)
  await expect(page).toHaveURL('/tools/all')
})

test('a visitor logs in from the header and comes back to no other site', async ({
  page,
  request,
  isMobile,
}) => {
  const { email, password } = await newPerson(request)
  await page.goto('/faq?nextUrl=%2F%2Fevil.example')
  if (isMobile) await page.getByRole('button', { name: 'Open the menu' }).click()
  const scope = isMobile ? page.getByRole('dialog') : page.getByRole('banner')
  await scope.getByRole('button', { name: 'Login' }).click()
  const dialog = page.getByRole('dialog').filter({ hasText: 'Log in to' })
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByLabel(/^Password/).fill(password)
  await dialog.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(page).toHaveURL('/tools/all')
  await expect(dialog).toBeHidden()
})

test('choosing Register in the dialog goes to its page', async ({ page, isMobile }) => {
  await page.goto('/faq')
  if (isMobile) await page.getByRole('button', { name: 'Open the menu' }).click()
  const scope = isMobile ? page.getByRole('dialog') : page.getByRole('banner')
  await scope.getByRole('button', { name: 'Login' }).click()
  await page
    .getByRole('navigation', { name: 'Log in or register' })
    .getByRole('link', { name: 'Register' })
    .click()
  await expect(page).toHaveURL('/register')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Create your')
})

test('a signed-in person is sent on from home and from login', async ({
  page,
  context,
  request,
  baseURL,
}) => {
  await signIn(context, await newPerson(request), baseURL ?? '')
  await page.goto('/')
  await expect(page).toHaveURL('/tools/all')
  await page.goto('/login?nextUrl=%2Fuser%2Fdashboard')
  await expect(page).toHaveURL('/user/dashboard')
})

test('the colours stay as chosen, without a flash', async ({ page, isMobile }) => {
  await page.goto('/faq')
  const html = page.locator('html')
  await expect(html).toHaveAttribute('data-mantine-color-scheme', 'dark')
  if (isMobile) await page.getByRole('button', { name: 'Open the menu' }).click()
  await page.getByRole('button', { name: 'Switch to light mode' }).click()
  await expect(html).toHaveAttribute('data-mantine-color-scheme', 'light')
  const saved = await page.evaluate(() => localStorage.getItem('v1'))
  expect(JSON.parse(saved ?? '')).toEqual({
    state: { darkMode: false, isGenerating: false, isVideoGenerating: false },
    version: 1,
  })
  const answer = await page.request.get('/faq')
  expect(await answer.text()).toContain('data-mantine-color-scheme="light"')
})

test('what is not there answers 404 inside the site', async ({ page }) => {
  const answer = await page.goto('/no/such/page')
  expect(answer?.status()).toBe(404)
  await expect(page.getByRole('heading', { name: 'This page doesn’t exist' })).toBeVisible()
  await expect(page).toHaveTitle('Page not found - Atelier')
  await expect(page.getByRole('banner')).toBeVisible()
  await expectSound(page)
})
