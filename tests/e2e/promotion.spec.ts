import { expect, test } from '@playwright/test'
import { credits, packCard, pay, planCard } from './buying.ts'
import { makeAdmin, newPerson, signedIn, signIn } from './people.ts'
import { expectSoundInBothWidths } from './sound.ts'

test('an administrator makes a promotion, and a customer buys with it by its link and by its code', async ({
  page,
  baseURL,
  browser,
}, info) => {
  test.slow()
  const shot = (name: string) => ({ path: info.outputPath(`${name}.png`), fullPage: true })
  const code = `SPRING-${Date.now() % 1_000_000}`
  const desk = await browser.newContext({ baseURL: baseURL!, viewport: page.viewportSize()! })
  const admin = await newPerson(page.request)
  await makeAdmin(admin)
  await signIn(desk, admin, baseURL!)
  const console_ = await desk.newPage()
  await console_.goto('/admin/promotions', { waitUntil: 'networkidle' })
  await console_.getByLabel('Code').fill(code)
  await console_.getByLabel('Percent', { exact: true }).fill('20')
  await console_.getByRole('button', { name: 'Make the promotion' }).click()
  const link = await console_.getByLabel(`${code} works now`).inputValue()
  expect(link).toContain(`/pricing?promotion=${code}`)
  const row = console_.getByRole('row').filter({ hasText: code })
  await expect(row.getByText('Works', { exact: true })).toBeVisible()
  await expectSoundInBothWidths(console_)
  await console_.screenshot(shot('console'))

  await signedIn(page, baseURL!)
  await page.goto(new URL(link).pathname + new URL(link).search, { waitUntil: 'networkidle' })
  await expect(page.getByText(`${code}: 20% off`)).toBeVisible()
  const basic = planCard(page, 'Basic')
  await expect(basic.getByText(`With ${code}: $63.36 for the first year`)).toBeVisible()
  const pack = packCard(page, '1,000')
  await expect(pack.getByText(`With ${code}: $7.99 instead of $9.99`)).toBeVisible()
  await expectSoundInBothWidths(page)
  await page.screenshot(shot('pricing'))
  await page.goto(`/es/pricing?promotion=${code}`, { waitUntil: 'networkidle' })
  await expect(page.getByText(`${code}: 20% de descuento`)).toBeVisible()
  await page.screenshot(shot('pricing-es'))
  await page.goto(`/pricing?promotion=${code}`, { waitUntil: 'networkidle' })
  await pack.getByRole('button').click()
  await page.waitForURL(/test-checkout/)
  await expect(page.getByText(`Discount (${code})`)).toBeVisible()
  await page.screenshot(shot('checkout'))
  await pay(page, '4242')
  await expect(page.getByRole('heading', { name: 'Payment received' })).toBeVisible()
  await page.goto('/user/billing', { waitUntil: 'networkidle' })
  await expect(page.getByText('$2.00 off by promotion')).toBeVisible()
  await page.screenshot(shot('billing'))

  // Once an account; typed by hand it is refused in its place.
  await page.goto('/pricing', { waitUntil: 'networkidle' })
  await page.getByRole('button', { name: 'I have a promotion code' }).click()
  await expect(page.getByLabel('Promotion code')).toBeFocused()
  await page.getByLabel('Promotion code').fill(code.toLowerCase())
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(page.getByText('You have used this code already.')).toBeVisible()
  await expectSoundInBothWidths(page)
  await page.screenshot(shot('refused'))

  await console_.reload({ waitUntil: 'networkidle' })
  await expect(row).toContainText('$7.99')
  await row.getByRole('button', { name: `End ${code}` }).click()
  await expect(row.getByText('Ended', { exact: true })).toBeVisible()
  await desk.close()
  await expect(credits(page)).toBeVisible()
})
