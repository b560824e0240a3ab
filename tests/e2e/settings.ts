import type { Locator, Page } from '@playwright/test'

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

/** One picture instead of four, where it is not about how many. */
export async function askForOne(page: Page): Promise<void> {
  await inSettings(page, (settings) => settings.getByText('1', { exact: true }).click())
}
