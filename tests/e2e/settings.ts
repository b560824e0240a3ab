import { expect, type Locator, type Page } from '@playwright/test'

/** Runs what needs the settings of a generation, which on a phone are in a sheet. */
export async function inSettings(
  page: Page,
  act: (settings: Locator) => Promise<void>,
): Promise<void> {
  const sheet = page.getByRole('button', { name: /^Settings/ })
  const isPhone = await sheet.isVisible()
  if (isPhone) await sheet.click()
  await act(isPhone ? page.getByRole('dialog') : page.getByRole('form', { name: 'Generation' }))
  if (isPhone) await page.getByRole('button', { name: 'Done' }).click()
}

/** Runs it in the settings of a desk and in those of a phone; for a journey that is made once, on a desk. */
export async function inSettingsOfBothWidths(
  page: Page,
  act: (settings: Locator) => Promise<void>,
): Promise<void> {
  const sheet = page.getByRole('button', { name: /^Settings/ })
  await inSettings(page, act)
  const wide = page.viewportSize()!
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(sheet).toBeVisible()
  await inSettings(page, act)
  // The sheet has gone before the desk's settings are looked for.
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.setViewportSize(wide)
  await expect(sheet).toBeHidden()
}

/** One picture instead of four, where it is not about how many. */
export async function askForOne(page: Page): Promise<void> {
  await inSettings(page, (settings) => settings.getByText('1', { exact: true }).click())
}
