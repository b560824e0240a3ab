import { expect, type Locator, type Page } from '@playwright/test'

/** The card of a plan on the pricing page or in the dialog. */
export const planCard = (page: Page, name: string): Locator =>
  page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name, exact: true, level: 3 }) })

export const packCard = (page: Page, credits: string): Locator =>
  page
    .getByRole('listitem')
    .filter({ has: page.getByRole('button', { name: `Buy ${credits} credits` }) })

/** The balance in the header. */
export const credits = (page: Page): Locator => page.getByRole('banner').getByText(/credits$/)

/** Opens the pricing page and waits until it listens. */
export async function openPricing(page: Page): Promise<void> {
  await page.goto('/pricing', { waitUntil: 'networkidle' })
}

/** Chooses a plan on the pricing page; leads to the payment page, or to the confirmation of a change. */
export async function choosePlan(page: Page, name: string): Promise<void> {
  await openPricing(page)
  await planCard(page, name).getByRole('button', { name: 'Subscribe Now' }).click()
  await page.waitForURL(/test-checkout|\/user\/billing\/confirm/)
}

/** Pays on the test payment page with a card by its last digits. */
export async function pay(page: Page, card: string): Promise<void> {
  await page.getByRole('radio', { name: card }).check()
  await page.getByRole('button', { name: /^(Subscribe and pay|Pay) \$/ }).click()
}

export async function startPlan(page: Page, name: string, card: string): Promise<void> {
  await choosePlan(page, name)
  await pay(page, card)
  await expect(page.getByRole('heading', { name: 'Payment received' })).toBeFocused()
}

export async function buyPack(page: Page, quantity: string, card: string): Promise<void> {
  await openPricing(page)
  await packCard(page, quantity).getByRole('button').click()
  await page.waitForURL(/test-checkout/)
  await pay(page, card)
  await expect(page.getByRole('heading', { name: 'Payment received' })).toBeVisible()
}

/** Has the plan end with its period, by the page that shows first what that means. */
export async function cancelPlan(page: Page): Promise<void> {
  const plan = page.getByRole('region', { name: 'Plan', exact: true })
  await plan.getByRole('link', { name: 'Cancel plan' }).click()
  await page.getByRole('button', { name: /^Cancel on / }).click()
  await expect(page.getByRole('heading', { name: /^Your plan ends on / })).toBeFocused()
  await page.getByRole('link', { name: 'Billing' }).first().click()
  await expect(plan).toContainText(/Your plan ends on /)
}

/** Takes back what was set for the plan. @param button on the page that asks */
export async function keepPlan(page: Page, link: string, button = link): Promise<void> {
  await page.getByRole('link', { name: link }).click()
  await page.getByRole('button', { name: button }).click()
  await expect(page.getByRole('heading', { name: 'Your plan continues' })).toBeFocused()
  await page.getByRole('link', { name: 'Billing' }).first().click()
}
