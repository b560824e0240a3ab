import { expect, type Page, test } from '@playwright/test'
import { makeAdmin, newPerson, payStarter, signIn, signedInAdmin } from './people.ts'
import { expectSound } from './sound.ts'

/** Adds up how much of each page that is opened from now on moves by itself. @returns what to ask for the sum of the present page */
async function watchShifts(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const shifts = { sum: 0 }
    Object.assign(globalThis, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        shifts.sum += (entry as unknown as { value: number }).value
    }).observe({ type: 'layout-shift', buffered: true })
  })
  return () =>
    page.evaluate(() => (globalThis as unknown as { shifts: { sum: number } }).shifts.sum)
}

test('the first page draws the last day and leads to every other page', async ({
  page,
  baseURL,
}) => {
  const admin = await signedInAdmin(page, baseURL!)
  const shifted = await watchShifts(page)
  await page.goto('/admin')
  // The admin has just signed up.
  const chart = (title: string) => page.getByRole('figure').filter({ hasText: title })
  await expect(chart('Sign-ups').locator('strong')).toHaveText(/^[1-9]/)
  for (const title of ['Jobs', 'Failures', 'Images', 'Waiting, median', 'Revenue', 'MRR'])
    await expect(chart(title).first()).toBeVisible()
  expect(await shifted()).toBeLessThanOrEqual(0.05)
  await page.getByText('In numbers').click()
  // The hour opens the people of its sign-ups, and all of them again.
  await page
    .getByRole('link', { name: /^Sign-ups,/ })
    .first()
    .click()
  await expect(page.getByRole('link', { name: admin.email })).toBeVisible()
  await page.getByRole('link', { name: 'Show all' }).click()
  await expect(page).toHaveURL(/people$/)
  await page.goto('/admin')
  const failing = page.getByRole('region', { name: 'Failing tasks' })
  await expect(failing.getByText('No background task fails again and again.')).toBeVisible()
  await expectSound(page)
  const pages = page.getByRole('region', { name: 'Pages' })
  await expect(pages.getByRole('link')).toHaveCount(23)
  await pages.getByRole('link', { name: /^People/ }).press('Enter')
  await expect(page.getByRole('heading', { name: 'People', level: 1 })).toBeVisible()

  // A phone shows titles and figures, and opens the rest.
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/admin')
  const jobs = page.getByRole('figure', { name: 'Jobs', exact: true })
  await expect(jobs.locator('strong')).toBeVisible()
  await expect(jobs.locator('svg')).toHaveCount(0)
  await jobs.getByText('Jobs').click()
  await expect(jobs.locator('svg').first()).toBeVisible()
  await expect(pages.getByRole('link')).toHaveCount(0)
  await pages.getByText('Pages').click()
  await expect(pages.getByRole('link', { name: /^People/ })).toBeVisible()
  await expectSound(page)
  // The many figures scroll in a box of their own, and leave the page as long as it is.
  const heightOf = () => page.evaluate(() => document.documentElement.scrollHeight)
  const before = await heightOf()
  await page.getByText('In numbers').click()
  const figures = page.getByRole('region', { name: 'In numbers' })
  await expect(figures.getByRole('columnheader', { name: 'MRR' })).toBeVisible()
  expect((await heightOf()) - before).toBeLessThan(844)
  await expectSound(page)
})

test('the first page says what could not be read, and reads it again', async ({
  page,
  baseURL,
}) => {
  await signedInAdmin(page, baseURL!)
  const reads = /\/api\/admin\/(business|setup|examples|set_aside)\//
  await page.route(reads, (route) => route.fulfill({ status: 500, json: { detail: 'Failed.' } }))
  await page.goto('/admin')
  const figures = page.getByRole('region', { name: 'The last 24 hours' })
  await expect(figures.getByText('This could not be loaded.')).toBeVisible()
  await expectSound(page)
  await page.unroute(reads)
  await figures.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('figure').filter({ hasText: 'Sign-ups' })).toBeVisible()
})

test('the books are checked, credits adjusted with a reason, and all of it noted', async ({
  page,
  baseURL,
}) => {
  const person = await newPerson(page.request)
  await signedInAdmin(page, baseURL!)

  await page.goto('/admin/reconciliation')
  await expect(page.getByRole('status').filter({ hasText: '0 differences' })).toBeVisible()
  await expectSound(page)

  await page.getByRole('link', { name: 'People', exact: true }).click()
  await page.getByRole('searchbox', { name: 'Email or id' }).fill(person.email)
  await page.getByRole('button', { name: `Adjust the credits of ${person.email}` }).click()
  const dialog = page.getByRole('dialog', { name: 'Adjust credits' })
  await expect(dialog).toBeVisible()
  await expectSound(page)
  await dialog.getByRole('textbox', { name: 'Credits' }).fill('25')
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('A lost picture')
  await dialog.getByRole('button', { name: 'Adjust' }).click()
  await expect(page.getByText('25 credits added.')).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('65', { exact: true })).toBeVisible()
  await expectSound(page)

  await page.getByRole('button', { name: `Adjust the credits of ${person.email}` }).click()
  await dialog.getByRole('textbox', { name: 'Credits' }).fill('5000')
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('A prize')
  await dialog.getByRole('button', { name: 'Adjust' }).click()
  await expect(page.getByText('A second administrator has to agree')).toBeVisible()

  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download all as CSV' }).click()
  expect((await download).suggestedFilename()).toMatch(/^people-[\d-]+\.csv$/)

  await page.getByRole('link', { name: 'Adjustments', exact: true }).click()
  const waiting = page.locator('tr', { hasText: 'A prize' }).first()
  await expect(waiting.getByText('Waits for a second person')).toBeVisible()
  await expect(waiting.getByRole('button', { name: 'Agree' })).toBeHidden()
  await waiting.getByRole('button', { name: 'Take back' }).click()
  await expect(waiting.getByText('Refused')).toBeVisible()
  await expectSound(page)

  await page.getByRole('link', { name: 'Log', exact: true }).click()
  await expect(
    page
      .getByRole('table', { name: 'Log' })
      .getByText(/refused to give [\d,]+ credits/)
      .first(),
  ).toBeVisible()
  await expectSound(page)
  await page.getByRole('link', { name: 'Images to review' }).click()
  // Other tests of this app leave pictures that the classifier doubts.
  const harmless = page.getByRole('button', { name: 'Harmless' })
  const none = page.getByText('No image waits for a look.')
  await expect(harmless.first().or(none)).toBeVisible()
  await expectSound(page)
  while ((await harmless.count()) > 0) {
    const left = await harmless.count()
    await harmless.first().click()
    await expect.poll(() => harmless.count()).toBeLessThan(left)
  }
  await expect(none).toBeVisible()
  await expectSound(page)
})

test('a plan is given by one, agreed to by another, and ended; a plan that is paid for is left alone', async ({
  page,
  browser,
  baseURL,
}) => {
  const [admin, other] = [await newPerson(page.request), await newPerson(page.request)]
  for (const each of [admin, other]) await makeAdmin(each)
  const person = await newPerson(page.request)
  await signIn(page.context(), admin, baseURL!)
  await page.goto('/admin/people', { waitUntil: 'networkidle' })
  await page.getByRole('searchbox', { name: 'Email or id' }).fill(person.email)
  const open = page.getByRole('button', { name: `Give ${person.email} a plan` })
  await open.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Give a plan' })
  await expect(dialog.getByText(`${person.email}, now on Free`)).toBeVisible()
  await expect(dialog.getByLabel('Plan')).toBeFocused()
  await dialog.getByLabel('Plan').selectOption('Free')
  await expect(dialog.getByRole('button', { name: 'End the plan' })).toBeDisabled()
  await dialog.getByLabel('Plan').selectOption('Pro')
  await dialog.getByLabel('For').selectOption('A year')
  await expectSound(page)
  await dialog.getByLabel('Reason').fill('A contest')
  await dialog.getByRole('button', { name: 'Give', exact: true }).dblclick()
  await expect(page.getByText('A second administrator has to agree to this plan.')).toHaveCount(1)
  await expect(dialog).toBeHidden()

  const context = await browser.newContext({ baseURL: baseURL! })
  await signIn(context, other, baseURL!)
  const second = await context.newPage()
  await second.goto('/admin/adjustments', { waitUntil: 'networkidle' })
  const waiting = second.locator('tr', { hasText: person.email })
  await expect(waiting).toHaveCount(1)
  await expect(waiting).toContainText('Pro, yearly: +300,000')
  await waiting.getByRole('button', { name: 'Agree' }).click()
  await expect(waiting).toContainText('Done')
  await expectSound(second)

  // The list was read before: what it shows is no longer so, which the server says.
  await open.click()
  await dialog.getByLabel('Plan').selectOption('Basic')
  await dialog.getByLabel('Reason').fill('A prize')
  await dialog.getByRole('button', { name: 'Give', exact: true }).click()
  await expect(page.getByText('The plan has changed meanwhile. Look at it again.')).toBeVisible()
  await expect(dialog.getByText(`${person.email}, now on Pro, yearly`)).toBeVisible()
  await expectSound(page)
  await dialog.getByRole('button', { name: 'Keep as it is' }).click()
  const row = page.locator('tr', { hasText: person.email })
  await expect(row).toContainText('Pro, yearly')
  await open.click()
  await expect(dialog.getByLabel('Plan')).toHaveValue('free')
  await dialog.getByLabel('Reason').fill('The contest is over')
  await dialog.getByRole('button', { name: 'End the plan' }).click()
  await expect(page.getByText(`${person.email} is on Free now.`)).toBeVisible()
  await expect(row).toContainText('Free')

  await second.goto('/admin/log')
  for (const act of [/asked to give .+ plan/, /gave .+ plan/]) {
    await expect(second.getByRole('table', { name: 'Log' }).getByText(act).first()).toBeVisible()
  }
  await context.close()

  await payStarter(page.request, person)
  await expect(async () => {
    await page.reload()
    await page.getByRole('searchbox', { name: 'Email or id' }).fill(person.email)
    await expect(row).toContainText('Starter, monthly', { timeout: 3000 })
  }).toPass({ timeout: 30_000 })
  await expect(open).toHaveCount(0)
})

test('money goes back with a reason, as much as the unspent share', async ({ page, baseURL }) => {
  const admin = await newPerson(page.request)
  await makeAdmin(admin)
  const buyer = await newPerson(page.request)
  const bought = await page.request.get('/api/users/checkout/?quantity=1000', {
    headers: { authorization: `Token ${buyer.token}` },
  })
  const { url } = (await bought.json()) as { url: string }
  await page.request.post(`${new URL(url).pathname}/pay/`, { data: { card: '4242' } })

  await signIn(page.context(), admin, baseURL!)
  await page.goto('/admin/payments', { waitUntil: 'networkidle' })
  await page.getByRole('searchbox', { name: 'Email or id' }).fill(buyer.email)
  await expect(page.locator('tr', { hasText: buyer.email })).toHaveCount(1)
  await expect(page.locator('tbody tr')).toHaveCount(1)
  await expectSound(page)
  await page.getByRole('button', { name: /^Give back money of / }).click()
  const dialog = page.getByRole('dialog', { name: 'Give money back' })
  await expect(dialog.getByLabel('Amount (USD)')).toHaveValue('9.99')
  await expectSound(page)
  await dialog.getByLabel('Amount (USD)').fill('4')
  await dialog.getByLabel('Reason').fill('A lost week')
  await dialog.getByRole('button', { name: 'Give back' }).click()
  await expect(page.getByText('$4.00 given back.')).toBeVisible()
  await expect(page.getByText('$4.00 went back')).toBeVisible()
})
