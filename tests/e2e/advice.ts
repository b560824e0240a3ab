import { expect, type Page } from '@playwright/test'

/** Accepts what the coach advises, one by one. */
export async function acceptAdvice(page: Page): Promise<void> {
  const advice = page.getByRole('group', { name: 'Warnings to ignore' }).getByRole('checkbox')
  // `all` does not wait.
  await expect(advice.first()).toBeVisible()
  for (const one of await advice.all()) await one.check()
}
