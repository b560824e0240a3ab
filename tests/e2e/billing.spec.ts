import { readFile } from 'node:fs/promises'
import { randomUUID } from 'node:crypto'
import { expect, test } from '@playwright/test'
import {
  buyPack,
  cancelPlan,
  choosePlan,
  credits,
  keepPlan,
  openPricing,
  packCard,
  pay,
  planCard,
  startPlan,
} from './buying.ts'
import { mailTo, newPerson, payStarter, signedIn, signIn } from './people.ts'
import { expectSound } from './sound.ts'

test('the prices are those of the list, by the year and by the month', async ({ page }) => {
  await page.goto('/pricing')
  await expect(page.getByRole('heading', { name: 'Imagine More, Create Endlessly' })).toBeVisible()
  await expect(page.getByText('Please login to upgrade.')).toBeVisible()
  await expect(page.getByText('upto 45% off')).toBeVisible()
  const yearly = [
    ['Basic', '$6.60', '$12.00', '- 45% off', '$79.20 paid once a year', '$0.0033 per image'],
    ['Starter', '$17.40', '$29.00', '- 40% off', '$208.80 paid once a year', '$0.0035 per image'],
    ['Hobby', '$29.40', '$49.00', '- 40% off', '$352.80 paid once a year', '$0.0029 per image'],
    ['Pro', '$59.40', '$99.00', '- 40% off', '$712.80 paid once a year', '$0.0024 per image'],
  ]
  for (const [name = '', ...shown] of yearly) {
    for (const text of shown) await expect(planCard(page, name)).toContainText(text)
    const isPopular = planCard(page, name).getByText('Most Popular')
    await expect(isPopular).toHaveCount(name === 'Starter' ? 1 : 0)
  }
  for (const [quantity = '', perImage = '', price = ''] of [
    ['1,000', '$0.0100', '$9.99'],
    ['2,000', '$0.0090', '$17.99'],
    ['6,000', '$0.0083', '$49.99'],
    ['14,000', '$0.0071', '$99.99'],
  ]) {
    await expect(packCard(page, quantity)).toContainText(`${price}${perImage} per image`)
    const isPopular = packCard(page, quantity).getByText('Most Popular')
    await expect(isPopular).toHaveCount(quantity === '2,000' ? 1 : 0)
  }
  await expectSound(page)

  await page.getByText('Pay Monthly').click()
  await expect(planCard(page, 'Basic')).toContainText('$12a month')
  await expect(planCard(page, 'Basic')).not.toContainText('% off')
  await expect(planCard(page, 'Pro')).toContainText('$99a month')
})

test('a visitor chooses a plan, registers, and is back with the choice', async ({
  page,
  request,
}) => {
  await page.goto('/pricing')
  await page.getByText('Pay Monthly').click()
  await planCard(page, 'Hobby').getByRole('button', { name: 'Subscribe Now' }).click()
  await expect(page).toHaveURL(/\/register\?nextUrl=%2Fpricing%3Fplan%3Dhobby%26period%3Dmonthly$/)

  const email = `${randomUUID()}@example.org`
  const password = `pass-${randomUUID()}`
  const main = page.getByRole('main')
  await main.getByLabel('First name').fill('Ada')
  await main.getByLabel('Email').fill(email)
  await main.getByLabel(/^Password/).fill(password)
  await main.getByLabel('Confirm password').fill(password)
  await main.getByRole('button', { name: 'Register', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Thank you for registering' })).toBeVisible()

  // This browser is signed in by now, so the button of the link is enough.
  await expect(async () => {
    const cookies = await page.context().cookies()
    expect(cookies.map(({ name }) => name)).toContain('accessToken')
  }).toPass()
  const [link = ''] = (await mailTo(request, email)).links
  const { pathname, search } = new URL(link)
  await page.goto(`${pathname}${search}`)
  await page.getByRole('button', { name: 'Confirm address' }).click()
  await page.getByRole('link', { name: 'Continue where you left off' }).click()

  await expect(page).toHaveURL('/pricing?plan=hobby&period=monthly')
  await expect(planCard(page, 'Hobby')).toContainText('Your choice')
  await expect(planCard(page, 'Hobby')).toContainText('$49a month')
  await expect(planCard(page, 'Hobby').getByRole('button')).toBeFocused()
  await expectSound(page)
})

test('somebody on the free plan may skip, and sees the plans from anywhere', async ({
  page,
  baseURL,
}) => {
  await signedIn(page, baseURL!)
  await page.goto('/pricing?nextUrl=%2Ftools%2Fall')
  await expect(page.getByText(/^FREE plan, /)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Update Billing Information' })).toHaveCount(0)
  await page.getByRole('link', { name: 'Skip For Now' }).click()
  await expect(page).toHaveURL('/tools/all')

  await expect(page.getByText('Unlock all features and get more credits!')).toBeVisible()
  await page.getByRole('button', { name: 'Upgrade To Get More Credits' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('heading', { name: 'Starter' })).toBeVisible()
  await expect(dialog.getByRole('heading', { name: 'Basic' })).toHaveCount(0)
  await expectSound(page)
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
})

test('the statement is narrowed and downloaded', async ({ page, baseURL }) => {
  await signedIn(page, baseURL!)
  let claims = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/api/credits/login_bonus/')) claims += 1
  })
  // Opening the app brings the day's bonus.
  await page.goto('/user/billing')
  const lines = page.getByRole('region', { name: 'Statement' }).getByRole('row')
  await expect(lines.filter({ hasText: 'Login bonus of' })).toBeVisible()
  await page.getByLabel('Kind').selectOption('Expired')
  await expect(page.getByText('Nothing matches this filter.')).toBeVisible()
  await page.getByLabel('Kind').selectOption('Added')
  // A heading and two lines.
  await expect(lines).toHaveCount(3)
  await page.getByLabel('From').fill('2020-01-01')
  await page.getByLabel('To', { exact: true }).fill('2020-01-02')
  await expect(page.getByText('Nothing matches this filter.')).toBeVisible()
  await page.getByLabel('To', { exact: true }).fill('')
  await expect(lines).toHaveCount(3)

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download CSV' }).click()
  const file = await (await download).path()
  const rows = (await readFile(file, 'utf8')).trim().split('\r\n')
  expect(rows).toHaveLength(3)
  expect(claims).toBe(1)
  expect(rows[0]).toContain('created_at,kind,amount')
  expect(rows[2]).toContain(',grant,40,0,40,Free credits for')
})

test('from free to Starter, Pro, a pack, a smaller plan and back, and out', async ({
  page,
  baseURL,
}) => {
  test.setTimeout(180_000)
  await signedIn(page, baseURL!)

  await choosePlan(page, 'Starter')
  await pay(page, '0002')
  await expect(page.getByRole('alert')).toContainText(/declined/i)
  await pay(page, '4242 4242')
  await expect(page.getByRole('heading', { name: 'Payment received' })).toBeVisible()
  await expect(page.getByText('Starter, yearly')).toBeVisible()
  // 40 free, 10 for opening the app, 5,000 of the plan; the header hears of it.
  await expect(credits(page)).toHaveText('5,050 credits')
  await expect(page.getByRole('banner').getByRole('link', { name: 'Upgrade' })).toHaveCount(0)
  await expectSound(page)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Payment received' })).toBeVisible()
  await expect(credits(page)).toHaveText('5,050 credits')

  await page.goto('/pricing')
  await expect(page.getByText(/^STARTER plan, /)).toBeVisible()
  await expect(
    planCard(page, 'Starter').getByRole('button', { name: 'Current Plan' }),
  ).toBeDisabled()
  await expect(
    planCard(page, 'Starter').getByRole('button', { name: 'Current Plan' }),
  ).toBeInViewport()
  await page.getByText('Pay Monthly').click()
  await expect(
    planCard(page, 'Starter').getByRole('button', { name: 'Subscribe Now' }),
  ).toBeEnabled()

  await choosePlan(page, 'Pro')
  await expect(page.getByRole('heading', { name: 'Change to Pro, yearly' })).toBeVisible()
  await expect(page.getByText('You keep all 5,050 credits')).toBeVisible()
  await expect(page.getByText('Visa ending in 4242')).toBeVisible()
  await expectSound(page)
  await page.getByRole('button', { name: /^Pay \$50\d\.\d\d and change to Pro$/ }).click()
  await expect(page.getByRole('heading', { name: 'You are on Pro, yearly' })).toBeFocused()
  await expect(credits(page)).toHaveText(/^25,0\d\d credits$/)
  await expectSound(page)
  await page.reload()
  await expect(page.getByText('This is your current plan.')).toBeVisible()

  await openPricing(page)
  await expect(page.getByText(/^PRO plan, /)).toBeVisible()
  await buyPack(page, '1,000', '4242 4242')
  await expect(credits(page)).toHaveText(/^26,0\d\d credits$/)

  await choosePlan(page, 'Basic')
  await expect(page.getByRole('heading', { name: 'Change to Basic, yearly' })).toBeVisible()
  await expect(page.getByText('$0.00')).toBeVisible()
  await expectSound(page)
  await page.getByRole('button', { name: /^Change on / }).click()
  await expect(page.getByRole('heading', { name: 'Your change is scheduled' })).toBeVisible()
  await page.getByRole('link', { name: 'Billing' }).first().click()
  const plan = page.getByRole('region', { name: 'Plan', exact: true })
  await expect(plan).toContainText(/Changes to Basic, yearly on /)
  await expect(plan).toContainText('Next charge: $79.20')
  await page.goto('/user/billing/confirm?plan=hobby&period=yearly')
  await expect(page.getByText(/^The change to Basic, yearly on .* is canceled\.$/)).toBeVisible()
  await page.getByRole('link', { name: 'Back to billing' }).click()
  await plan.getByRole('link', { name: 'Keep Pro, yearly' }).click()
  await expect(page.getByText(/^The change to Basic, yearly on .* is canceled\.$/)).toBeVisible()
  await expect(page.getByText('Charged today').locator('..')).toContainText('$0.00')
  await expect(page.getByText(/^\$712\.80 on /)).toBeVisible()
  await expectSound(page)
  await page.getByRole('link', { name: 'Back to billing' }).click()
  await keepPlan(page, 'Keep Pro, yearly')
  await expect(plan).not.toContainText('Changes to')
  await expect(plan).toContainText('Next charge: $712.80')

  const invoices = page.getByRole('region', { name: 'Invoices' }).getByRole('row')
  await expect(invoices.filter({ hasText: 'Starter plan, yearly' })).toContainText('$208.80')
  await expect(invoices.filter({ hasText: 'Change to Pro plan, yearly' })).toContainText('Paid')
  await expect(invoices.filter({ hasText: '1,000 credits' })).toContainText('$9.99')
  await expectSound(page)

  await plan.getByRole('link', { name: 'Cancel plan' }).click()
  await expect(page.getByRole('heading', { name: 'Cancel plan' })).toBeVisible()
  await expect(
    page.getByText(/^.* left this month\. You still get 25,000 credits each month until /),
  ).toBeVisible()
  await expect(page.getByText(/^None\. You won’t be charged again/)).toBeVisible()
  await expectSound(page)
  await page.reload()
  await expect(page.getByRole('button', { name: /^Cancel on / })).toBeVisible()
  await page.getByRole('link', { name: 'Back to billing' }).click()
  await cancelPlan(page)
  await page.goBack()
  await expect(page.getByText(/^Your plan is already canceled\. It ends on /)).toBeVisible()
  await expectSound(page)
  await page.goto('/user/billing/confirm?plan=basic&period=yearly')
  await expect(page.getByText(/^Your plan will no longer end on /)).toBeVisible()
  await page.getByRole('link', { name: 'Back to billing' }).click()
  await keepPlan(page, 'Resume plan')
  await expect(plan).toContainText('Next charge: $712.80')
  await expect(plan).not.toContainText('ends on')
})

test('credits of a disputed payment are reserved, for nothing else', async ({ page, baseURL }) => {
  await signedIn(page, baseURL!)
  await buyPack(page, '1,000', '0259')
  await page.goto('/user/billing')
  await expect(page.getByText('plus 1,000 credits reserved', { exact: true })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Invoices' })).toContainText('Disputed')
  await expectSound(page)
})

test('a double click opens one payment; the portal opens in a new tab', async ({
  page,
  baseURL,
}) => {
  await signedIn(page, baseURL!)
  let checkouts = 0
  page.on('request', (request) => {
    if (request.url().includes('/api/users/checkout_subscription/')) checkouts += 1
  })
  await openPricing(page)
  await planCard(page, 'Basic').getByRole('button').dblclick()
  await page.waitForURL(/test-checkout/)
  expect(checkouts).toBe(1)
  await page.getByRole('link', { name: 'Cancel and go back' }).click()
  await expect(page).toHaveURL(/\/pricing/)
  await startPlan(page, 'Basic', '4242 4242')

  await openPricing(page)
  const opened = page.waitForEvent('popup')
  await page.getByRole('button', { name: 'Update Billing Information' }).click()
  const portal = await opened
  await portal.waitForURL(/test-portal/)
  await expect(portal.getByRole('heading', { name: 'Billing', level: 1 })).toBeVisible()
  await expect(page).toHaveURL(/\/pricing/)
})

test('a payment of somebody else is not known here', async ({ page, baseURL }) => {
  await signedIn(page, baseURL!)
  await page.goto('/user/billing/success?session_id=cs_test_someone')
  await expect(page.getByRole('heading', { name: 'We couldn’t find this payment' })).toBeVisible()
  await expectSound(page)
  await page.goto('/user/billing/confirm?plan=free&period=daily')
  await expect(page).toHaveURL('/pricing')
  await page.goto('/user/billing/confirm?plan=pro&period=yearly')
  await expect(page.getByText('You have no paid plan to change.')).toBeVisible()
  for (const action of ['cancel', 'resume']) {
    await page.goto(`/user/billing/confirm?action=${action}`)
    await expect(page.getByText('You have no paid plan to change.')).toBeVisible()
  }
  await page.goto('/user/billing/confirm?action=delete')
  await expect(page).toHaveURL('/pricing')
  await page.goBack()
  await page.getByRole('link', { name: 'Back to billing' }).click()
  await expect(page.getByText('No invoices yet.')).toBeVisible()
  await expectSound(page)
})

test('somebody who pays from where they work goes on there', async ({ page, baseURL }) => {
  await signedIn(page, baseURL!)
  await page.goto('/text-to-image', { waitUntil: 'networkidle' })
  await page.getByRole('button', { name: 'Upgrade To Get More Credits' }).click()
  await planCard(page, 'Starter').getByRole('button', { name: 'Subscribe Now' }).click()
  await pay(page, '4242 4242')
  await page.getByRole('link', { name: 'Continue where you left off' }).click()
  await expect(page).toHaveURL('/text-to-image')
})

test('what is paid while the page is on its way shows in it', async ({ page, baseURL }) => {
  const person = await newPerson(page.request)
  await signIn(page.context(), person, baseURL!)
  const { promise: paid, resolve: listen } = Promise.withResolvers<void>()
  await page.route('**/api/events/**', async (route) => {
    await paid
    await route.continue()
  })
  await page.goto('/user/billing')
  await expect(credits(page)).toHaveText('50 credits')
  await payStarter(page.request, person)
  await expect(async () => {
    const me = await page.request.get('/api/users/me/', {
      headers: { authorization: `Token ${person.token}` },
    })
    expect(await me.json()).toMatchObject({ credits: 5050 })
  }).toPass({ timeout: 30_000 })
  listen()
  await expect(credits(page)).toHaveText('5,050 credits')
  await expect(page.getByText('Starter, monthly')).toBeVisible()
})
