import { randomUUID } from 'node:crypto'
import { expect, type Page, test } from '@playwright/test'
import { mailTo, newPerson, signedIn } from './people.ts'
import { expectSound } from './sound.ts'

async function logOut(page: Page, isMobile: boolean): Promise<void> {
  if (isMobile) {
    await page.getByRole('button', { name: 'Open the menu' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Logout' }).click()
  } else {
    await page.getByRole('button', { name: 'Your account' }).click()
    await page.getByRole('menuitem', { name: 'Logout' }).click()
  }
}

/** All that a browser keeps for the site, cookies apart. */
const readKept = (page: Page) =>
  page.evaluate(async () => ({
    local: Object.keys(localStorage),
    // Numbers by random keys, which the router writes when a page is left.
    session: Object.keys(sessionStorage).filter((key) => key !== 'react-router-scroll-positions'),
    databases: (await indexedDB.databases()).map(({ name }) => name),
  }))

test('after logging out nothing of the person is left in the browser', async ({
  page,
  context,
  baseURL,
  isMobile,
}) => {
  await signedIn(page, baseURL!)
  await page.goto('/user/dashboard')
  await page.goto('/text-to-image', { waitUntil: 'networkidle' })
  await page.getByRole('textbox', { name: 'Prompt', exact: true }).fill('a secret of mine')
  await expect(async () => {
    expect(await page.evaluate(() => localStorage.getItem('create-draft'))).toContain('secret')
  }).toPass()
  // What other parts of the app keep, or will: it goes without being named anywhere.
  await page.evaluate(async () => {
    sessionStorage.setItem('pending-submit', 'a secret of mine')
    localStorage.setItem('some-later-draft', 'a secret of mine')
    await new Promise((resolve) => {
      indexedDB.open('masks').addEventListener('success', (event) => {
        ;(event.target as IDBOpenDBRequest).result.close()
        resolve(null)
      })
    })
    Object.assign(window, { inMemory: true })
  })
  const other = await context.newPage()
  await other.goto('/user/account', { waitUntil: 'networkidle' })

  await logOut(page, isMobile)
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('link', { name: 'Sign Up' }).first()).toBeAttached()
  // A new document: query cache, stores and timers of the old one are gone with it.
  expect(await page.evaluate(() => 'inMemory' in window)).toBe(false)
  // The other tab goes home, too.
  await expect(other).toHaveURL('/')
  await expect(async () => {
    expect(await readKept(page)).toEqual({ local: ['v1'], session: [], databases: [] })
  }).toPass()
  await page.goBack()
  await expect(page).toHaveURL(/\/($|login)/)
  await page.goto('/text-to-image')
  await expect(page.getByRole('textbox', { name: 'Prompt', exact: true })).toHaveValue('')
})

test('what somebody else left behind goes when another person logs in', async ({
  page,
  context,
  baseURL,
}) => {
  await signedIn(page, baseURL!)
  await page.goto('/text-to-image', { waitUntil: 'networkidle' })
  await page.getByRole('textbox', { name: 'Prompt', exact: true }).fill('a secret of mine')
  // The session ended by itself.
  await context.clearCookies()
  await signedIn(page, baseURL!)
  await page.goto('/text-to-image', { waitUntil: 'networkidle' })
  await expect(page.getByRole('textbox', { name: 'Prompt', exact: true })).toHaveValue('')
  await expect(async () => {
    expect(await page.evaluate(() => Object.values(localStorage).join())).not.toContain('secret')
  }).toPass()
})

test('a person changes the email address and the password and logs other devices out', async ({
  page,
  baseURL,
  request,
}) => {
  const person = await signedIn(page, baseURL!)
  const elsewhere = await request.post('/api/dj-rest-auth/login/', {
    data: { email: person.email, password: person.password },
    headers: { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0) Firefox/145.0' },
  })
  const { key } = (await elsewhere.json()) as { key: string }
  const isIn = async () =>
    (await request.get('/api/users/me/', { headers: { authorization: `Token ${key}` } })).ok()

  await page.goto('/user/account')
  const devices = page.getByRole('region', { name: 'Where you are logged in' })
  await expect(devices.getByText('Firefox on Windows')).toBeVisible()
  await expect(devices.getByText('This device')).toHaveCount(1)
  await expectSound(page)
  await devices.getByRole('button', { name: 'Log out everywhere else' }).click()
  await expect(devices.getByText('Firefox on Windows')).toBeHidden()
  expect(await isIn()).toBe(false)

  const email = `${randomUUID()}@example.org`
  const address = page.getByRole('region', { name: 'Email address' })
  await address.getByLabel('New email address').fill(email)
  await address.getByLabel('Your password').fill('not this one')
  await address.getByRole('button', { name: 'Change email address' }).click()
  await expect(address.getByText('Your password was entered incorrectly.')).toBeVisible()
  await address.getByLabel('Your password').fill(person.password)
  await address.getByRole('button', { name: 'Change email address' }).click()
  await expect(address.getByText('Confirm your new address')).toBeVisible()
  await expectSound(page)
  const [link = ''] = (await mailTo(request, email)).links
  const { pathname, search } = new URL(link)
  await page.goto(`${pathname}${search}`)
  await page.getByRole('button', { name: 'Confirm address' }).click()
  await expect(page.getByRole('heading', { name: 'Your address is confirmed' })).toBeVisible()
  await page.goto('/user/account')
  await expect(address.getByText(email)).toBeVisible()

  const password = `pass-${randomUUID()}`
  const section = page.getByRole('region', { name: 'Password' })
  await section.getByLabel('Current password').fill(person.password)
  await section.getByLabel(/^New password/).fill(password)
  await section.getByLabel('Confirm new password').fill(password)
  await section.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByText('Password changed.')).toBeVisible()
})

test('a link to an image asks a visitor to log in, and keeps the link', async ({ page }) => {
  await page.goto('/text-to-image?view=some-picture')
  await expect(page).toHaveURL('/login?nextUrl=%2Ftext-to-image%3Fview%3Dsome-picture')
})

test('verifying the email has a page of its own', async ({ page, baseURL }) => {
  await page.goto('/verify-email')
  await expect(page.getByRole('heading', { name: 'Verify your email' })).toBeVisible()
  await expect(page.getByLabel('Email')).toBeVisible()
  const person = await newPerson(page.request, { verified: false })
  await page.context().addCookies([{ name: 'accessToken', value: person.token, url: baseURL! }])
  await page.goto('/verify-email')
  await expect(page.getByText(person.email)).toBeVisible()
  await expect(page.getByRole('link', { name: 'contact support' })).toHaveAttribute(
    'href',
    /^mailto:/,
  )
  await page.getByRole('button', { name: 'Send it again' }).click()
  await expect(page.getByText('Email sent')).toBeVisible()
  await expectSound(page)
})
