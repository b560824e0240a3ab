import { expect, test } from '@playwright/test'
import { choosePlan, credits, pay, startPlan } from './buying.ts'
import { signedIn } from './people.ts'
import { expectSound } from './sound.ts'

test('a card that fails at the upgrade changes nothing until it is paid', async ({
  page,
  baseURL,
}) => {
  test.setTimeout(180_000)
  await signedIn(page, baseURL!)
  await startPlan(page, 'Starter', '0341')

  await choosePlan(page, 'Hobby')
  await page.getByRole('button', { name: /^Pay \$\d+\.\d\d and change to Hobby$/ }).click()
  await expect(page.getByRole('heading', { name: 'Your payment needs attention' })).toBeVisible()
  await expect(credits(page)).toHaveText('5,050 credits')
  await expectSound(page)

  // Left alone, it is told wherever plans are shown, and can be abandoned.
  await page.goto('/user/billing')
  await expect(page.getByRole('alert')).toContainText('failed')
  await expect(page.getByRole('region', { name: 'Plan', exact: true })).toContainText(
    'Starter, yearly',
  )
  await expectSound(page)
  await page.goto('/user/billing/confirm?plan=pro&period=yearly')
  await expect(page.getByRole('alert')).toContainText('stay as they are until it is paid')
  await page.getByRole('link', { name: 'Cancel the upgrade' }).click()
  await expect(page.getByText(/is canceled\. You don’t have to pay it\.$/)).toBeVisible()
  await expectSound(page)
  await page.getByRole('button', { name: 'Cancel the upgrade' }).click()
  await expect(page.getByRole('heading', { name: 'Your plan continues' })).toBeFocused()

  await page.goto('/user/billing/confirm?plan=hobby&period=yearly')
  await page.getByRole('button', { name: /^Pay \$\d+\.\d\d and change to Hobby$/ }).click()
  await page.getByRole('link', { name: 'Complete the payment' }).click()
  await pay(page, '4242 4242')
  await expect(page.getByText('This invoice is paid.')).toBeVisible()
  await page.goto('/user/billing')
  await expect(page.getByRole('region', { name: 'Plan', exact: true })).toContainText(
    'Hobby, yearly',
  )
  await expect(credits(page)).toHaveText(/^10,0\d\d credits$/)
})

test('a change that was set stays when an upgrade after it is abandoned', async ({
  page,
  baseURL,
}) => {
  test.setTimeout(180_000)
  await signedIn(page, baseURL!)
  await startPlan(page, 'Hobby', '0341')
  await choosePlan(page, 'Basic')
  await page.getByRole('button', { name: /^Change on / }).click()
  await choosePlan(page, 'Pro')
  await page.getByRole('button', { name: /^Pay \$\d+\.\d\d and change to Pro$/ }).click()
  await expect(page.getByRole('heading', { name: 'Your payment needs attention' })).toBeVisible()

  const plan = page.getByRole('region', { name: 'Plan', exact: true })
  await page.goto('/user/billing')
  await expect(plan).toContainText(/Changes to Basic, yearly on /)
  await expect(plan.getByRole('link', { name: /^Keep / })).toHaveCount(0)
  await expectSound(page)
  await page.getByRole('alert').getByRole('link', { name: 'Cancel the upgrade' }).click()
  await expect(page.getByText(/Then it changes to Basic, yearly, as scheduled\.$/)).toBeVisible()
  await expect(page.getByText(/^\$79\.20 on /)).toBeVisible()
  await expectSound(page)
  await page.getByRole('button', { name: 'Cancel the upgrade' }).click()
  await expect(page.getByRole('heading', { name: 'Your plan continues' })).toBeFocused()
  await page.goto('/user/billing')
  await expect(plan).toContainText(/Changes to Basic, yearly on /)
  await expect(plan.getByRole('link', { name: 'Keep Hobby, yearly' })).toBeVisible()
})

test('a page that is out of date changes nothing and is shown as it is now; two presses are one', async ({
  page,
  baseURL,
}) => {
  test.setTimeout(120_000)
  const answers: number[] = []
  page.on('response', (response) => {
    if (response.url().endsWith('/api/billing/cancel/')) answers.push(response.status())
  })
  await signedIn(page, baseURL!)
  await startPlan(page, 'Starter', '4242 4242')
  await page.goto('/user/billing/confirm?action=cancel')
  const button = page.getByRole('button', { name: /^Cancel on / })
  await expect(button).toBeVisible()
  const other = await page.context().newPage()
  await other.goto('/user/billing/confirm?plan=basic&period=yearly')
  await other.getByRole('button', { name: /^Change on / }).click()
  await expect(other.getByRole('heading', { name: 'Your change is scheduled' })).toBeVisible()
  await other.close()

  await button.click()
  await expect(page.getByRole('alert')).toContainText('Your plan has changed since this page')
  await expect(page.getByText(/^The change to Basic, yearly on .* is canceled\.$/)).toBeVisible()
  await expectSound(page)
  await button.dblclick()
  await expect(page.getByRole('heading', { name: /^Your plan ends on / })).toBeVisible()
  expect(answers).toEqual([409, 200])
})
