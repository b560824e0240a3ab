import {
  type APIRequestContext,
  expect,
  type Locator,
  type Page,
  request as http,
  test,
} from '@playwright/test'
import { buyPack, cancelPlan, credits, startPlan } from './buying.ts'
import { type OwnApp, startOwnApp } from './own-app.ts'
import { newPerson, signIn } from './people.ts'
import { expectSoundInBothWidths } from './sound.ts'

interface Mail {
  to: string
  subject: string
  text: string
  links: string[]
}

/** Sweeps of the program send these, each once a minute at most. */
const SWEPT = { timeout: 120_000 }

const mailsOf = async (request: APIRequestContext, email: string): Promise<Mail[]> => {
  const all = (await (await request.get('/dev/inbox.json')).json()) as Mail[]
  return all.filter(({ to }) => to === email)
}

/** The mail to somebody with this subject, once it is there. */
async function mailAbout(request: APIRequestContext, email: string, about: RegExp): Promise<Mail> {
  const find = async () =>
    (await mailsOf(request, email)).find(({ subject }) => about.test(subject))
  await expect.poll(find, SWEPT).toBeDefined()
  return (await find())!
}

/** A page of somebody at an app, with a browser of their own. */
async function visit(
  app: OwnApp,
  open: (options: object) => Promise<{ newPage(): Promise<Page> }>,
): Promise<Page> {
  const context = await open({ baseURL: app.url, viewport: { width: 1280, height: 900 } })
  return context.newPage()
}

/** Opens an account by the form and the link of its mail. @returns its address */
async function register(page: Page, app: OwnApp, path: string): Promise<string> {
  const email = 'friend@example.org'
  const password = 'correct horse battery'
  await page.goto(path)
  await page.getByLabel('First name').fill('Eve')
  await page.getByLabel('Email').fill(email)
  const main = page.getByRole('main')
  await main.getByLabel(/^Password/).fill(password)
  await page.getByLabel('Confirm password').fill(password)
  await page.getByRole('button', { name: 'Register', exact: true }).click()
  await expect(page.getByRole('heading', { name: /Thank you/i })).toBeVisible()
  const { links } = await mailAbout(page.request, email, /./)
  const key = new URL(links[0]!).searchParams.get('key')
  // Confirmed on another device, as mails are.
  const device = await http.newContext({ baseURL: app.url })
  const confirmed = await device.post('/api/dj-rest-auth/registration/verify-email/', {
    data: { key, password },
  })
  const { key: token } = (await confirmed.json()) as { key: string }
  await device.dispose()
  await signIn(page.context(), { email, password, token }, app.url)
  return email
}

const invitation = (page: Page): Locator => page.getByRole('region', { name: 'Invite friends' })

/** Reads a page again until it says so: what time brings is written by sweeps. */
async function says(page: Page, path: string, place: Locator, text: string | RegExp) {
  await expect(async () => {
    await page.goto(path)
    await expect(place).toContainText(text, { timeout: 3000 })
  }).toPass(SWEPT)
}

test('an invitation brings both their credits after a week, and a yearly plan says a week before that it renews', async ({
  browser,
}, info) => {
  test.setTimeout(600_000)
  const app = await startOwnApp()
  try {
    const open = (options: object) => browser.newContext(options)
    const page = await visit(app, open)
    const inviter = await newPerson(page.request, { comparesFaces: false })
    await signIn(page.context(), inviter, app.url)
    await page.goto('/user/account')
    const { pathname } = new URL(await invitation(page).getByLabel('Your link').inputValue())

    const friendPage = await visit(app, open)
    const friend = await register(friendPage, app, pathname)
    await buyPack(friendPage, '1,000', '4242')
    await app.advance('6d')
    await says(page, '/user/account', invitation(page), '1 friend has opened an account')
    await expect(invitation(page)).not.toContainText('You earned')
    await app.advance('2d')
    for (const email of [inviter.email, friend]) {
      const { text } = await mailAbout(page.request, email, /^100 credits for an invitation$/)
      expect(text).toContain('They can be spent for 90 days.')
    }
    await says(page, '/user/account', invitation(page), 'You earned 100 credits.')
    await invitation(page).scrollIntoViewIfNeeded()
    await page.screenshot({ path: info.outputPath('rewarded.png') })
    await page.goto('/user/billing')
    const statement = page.getByRole('region', { name: 'Statement' })
    await expect(statement).toContainText('somebody you invited has paid for the first time')

    await startPlan(page, 'Starter', '4242')
    await app.advance('355d')
    await page.goto('/user/billing')
    const plan = page.getByRole('region', { name: 'Plan', exact: true })
    await expect(plan).toContainText('Starter, yearly')
    const early = await mailsOf(page.request, inviter.email)
    expect(early.map(({ subject }) => subject).join()).not.toContain('renews on')
    await app.advance('4d')
    const reminder = await mailAbout(page.request, inviter.email, /^Your Starter plan renews on /)
    expect(reminder.text).toMatch(/renews for another year on .+, and you are charged \$/)
    expect(reminder.text).toContain('cancel before then')
    // Its button leads to where the plan is ended, in two presses.
    const button = reminder.links.find((link) => link.includes('/user/billing'))!
    await page.goto(new URL(button).pathname)
    await cancelPlan(page)
    await page.screenshot({ path: info.outputPath('cancelled.png') })
    await app.advance('9d')
    await says(page, '/user/billing', plan, 'You get free credits every calendar month.')
    await expectSoundInBothWidths(page)
    const receipts = (await mailsOf(page.request, inviter.email)).filter(({ subject }) =>
      subject.startsWith('Receipt'),
    )
    expect(receipts).toHaveLength(1)
    await expect(credits(page)).toBeVisible()
  } finally {
    await app.dispose()
  }
})
