import { type BrowserContext, expect, type Locator, type Page, test } from '@playwright/test'
import { buyPack, cancelPlan, choosePlan, credits, keepPlan, startPlan } from './buying.ts'
import { type OwnApp, startOwnApp } from './own-app.ts'
import { expectSoundInBothWidths } from './sound.ts'

const PASSWORD = 'correct horse battery'

let app: OwnApp
let page: Page
let context: BrowserContext

/** A browser of somebody who has an account. */
async function signedIn(
  { browser }: { browser: { newContext(options: object): Promise<BrowserContext> } },
  email: string,
): Promise<BrowserContext> {
  const opened = await browser.newContext({ baseURL: app.url })
  const answer = await opened.request.post('/api/dj-rest-auth/login/', {
    data: { email, password: PASSWORD },
  })
  const { key } = (await answer.json()) as { key: string }
  await opened.addCookies([{ name: 'accessToken', value: key, url: app.url }])
  return opened
}

const plan = (): Locator => page.getByRole('region', { name: 'Plan', exact: true })
const lines = (): Locator =>
  page
    .getByRole('region', { name: 'Statement' })
    .getByRole('row')
    .filter({ hasNot: page.locator('th') })

/** Reads the billing page again until it says so: what time brings comes by events of the provider. */
async function billingSays(text: string | RegExp): Promise<void> {
  await expect(async () => {
    await page.goto('/user/billing')
    await expect(plan()).toContainText(text, { timeout: 2000 })
  }).toPass({ timeout: 60_000 })
}

async function statementSays(...texts: (string | RegExp)[]): Promise<void> {
  for (const text of texts) await expect(lines().filter({ hasText: text }).first()).toBeVisible()
}

async function chooseCardOfThePortal(card: string): Promise<void> {
  const opened = page.waitForEvent('popup')
  await plan().getByRole('button', { name: 'Update Billing Information' }).click()
  const portal = await opened
  await portal.getByText('Change the card').click()
  await portal.getByRole('radio', { name: card }).check()
  await portal.getByRole('button', { name: 'Save the card' }).click()
  await expect(portal.getByText(`Visa ending in ${card.slice(-4)}`)).toBeVisible()
  await portal.close()
}

/** What the operator sees, by the page and by the command line. */
async function expectBooks(admin: Page, differences: string[]): Promise<void> {
  const count = differences.length
  const verdict = count === 1 ? '1 difference' : `${count} differences`
  await expect(async () => {
    await admin.goto('/admin/reconciliation', { waitUntil: 'networkidle' })
    await admin.getByLabel('Payments and margins of').selectOption('365')
    const status = admin.getByRole('status').filter({ hasText: verdict })
    await expect(status).toBeVisible({ timeout: 5000 })
  }).toPass({ timeout: 60_000 })
  for (const text of differences) await expect(admin.getByText(text).first()).toBeVisible()
  await expectSoundInBothWidths(admin)
  const { code, stdout } = await app.command('billing', 'reconcile')
  expect(stdout.trim().split('\n').at(-1)).toMatch(
    count === 0 ? /^0 differences$/ : /^[1-9]\d* differences$/,
  )
  expect(code).toBe(count === 0 ? 0 : 1)
}

test('a year with money: every step is shown, every credit explained, and the books agree until somebody breaks them', async ({
  browser,
}) => {
  test.setTimeout(600_000)
  app = await startOwnApp()
  try {
    const base = ['user', 'create', '--password', PASSWORD, '--verified']
    await app.command(...base, '--email', 'ada@example.org', '--first-name', 'Ada')
    await app.command(...base, '--email', 'operator@example.org', '--admin')
    context = await signedIn({ browser }, 'ada@example.org')
    page = await context.newPage()
    const operator = await signedIn({ browser }, 'operator@example.org')
    const admin = await operator.newPage()

    // Free.
    await page.goto('/user/billing')
    await expect(plan()).toContainText('Free')
    await expect(credits(page)).toHaveText('50 credits')

    // Starter, by the year.
    await startPlan(page, 'Starter', '4242 4242')
    await expect(credits(page)).toHaveText('5,050 credits')
    await app.advance('31d')
    await billingSays('Starter, yearly')
    await statementSays(
      /Starter plan: credits until /,
      "Unspent: 5,000 credits of the plan's month",
    )

    // Pro, at once.
    await choosePlan(page, 'Pro')
    await expectSoundInBothWidths(page)
    await page.getByRole('button', { name: /^Pay \$\d+\.\d\d and change to Pro$/ }).click()
    await expect(page.getByRole('heading', { name: 'You are on Pro, yearly' })).toBeVisible()

    // A pack.
    await buyPack(page, '1,000', '4242 4242')

    // Basic, once the year is over; not after all; then out; then to stay after all.
    await choosePlan(page, 'Basic')
    await page.getByRole('button', { name: /^Change on / }).click()
    await expect(page.getByRole('heading', { name: 'Your change is scheduled' })).toBeVisible()
    await billingSays(/Changes to Basic, yearly on /)
    await keepPlan(page, 'Keep Pro, yearly')
    await cancelPlan(page)
    await keepPlan(page, 'Resume plan')
    await expect(plan()).toContainText('Next charge: $712.80')
    await expectSoundInBothWidths(page)

    // The card fails at the renewal, three times more, and then the plan is over.
    await chooseCardOfThePortal('0341')
    await app.advance('335d')
    await expect(async () => {
      await page.goto('/user/billing')
      await expect(page.getByRole('alert')).toContainText(/failed|paid/i, { timeout: 2000 })
    }).toPass({ timeout: 60_000 })
    await expect(plan()).toContainText('Pro, yearly')
    await expectSoundInBothWidths(page)
    for (const span of ['4d', '4d', '8d']) {
      await app.advance(span)
      await page.goto('/user/billing')
    }
    await billingSays('Free')
    await expectSoundInBothWidths(page)

    // The pack stays, and the statement says in words where everything else went.
    await expect(page.getByRole('region', { name: 'Credits', exact: true })).toContainText('1,000')
    const more = page.getByRole('button', { name: 'Show older entries' })
    await expect(async () => {
      if ((await more.count()) > 0) await more.click({ timeout: 3000 })
      await expect(more).toHaveCount(0, { timeout: 1000 })
    }).toPass({ timeout: 60_000 })
    await statementSays(
      /Free credits for /,
      'Login bonus',
      /Starter plan: credits until /,
      /Pro plan: credits until /,
      'Changed to Pro: credits until ',
      '1,000 credits bought',
      "Unspent: 25,000 credits of the plan's month",
    )
    const texts = await lines().allInnerTexts()
    for (const text of texts) expect(text).toMatch(/[A-Z][a-z]+.*[A-Za-z]{3,}/s)

    await expectBooks(admin, [])
    await app.sql(`create table kept as select * from payments where kind = 'pack';
      delete from withdrawals;
      delete from payment_charges using kept where payment_id = kept.id;
      delete from payments where kind = 'pack'`)
    await expectBooks(admin, [
      'bought credits have their payment',
      'what the provider was paid is known here',
    ])
    await app.sql(`insert into payments select * from kept`)
    await expectBooks(admin, [])
    await app.sql(`insert into credit_entries (user_id, kind, external_id, amount, balance_after, text, created_at)
      select user_id, 'adjust', 'slipped', 50, balance + 50, 'x', money_now()
      from credit_accounts where balance > 0 limit 1`)
    await admin.goto('/admin/reconciliation')
    await expect(admin.getByText('sum of entries = balance')).toBeVisible()
    expect((await app.command('billing', 'reconcile')).code).toBe(1)
    await operator.close()
    await context.close()
  } finally {
    await app.dispose()
  }
})
