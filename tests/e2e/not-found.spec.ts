import { expect, test } from '@playwright/test'
import { expectSoundInBothWidths } from './sound.ts'

test('an address with a slip leads to the page that was meant', async ({ page }) => {
  const answer = await page.goto('/pricng')
  expect(answer?.status()).toBe(404)
  await expect(page).toHaveTitle(/^Page not found/)
  await expectSoundInBothWidths(page)
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Pricing/ })
    .click()
  await expect(page).toHaveURL(/\/pricing$/)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})

for (const javaScriptEnabled of [true, false]) {
  test.describe(`${javaScriptEnabled ? 'with' : 'without'} JavaScript`, () => {
    test.use({ javaScriptEnabled })

    test('a page is searched for where one was not found', async ({ page }) => {
      await page.goto('/nowhere/at-all')
      const main = page.getByRole('main')
      const search = main.getByRole('searchbox', { name: 'Search the pages of this site' })
      await search.fill('zeppelin')
      await search.press('Enter')
      await expect(page).toHaveURL(/\/nowhere\/at-all\?q=zeppelin$/)
      await expect(main.getByText('No page here has all of these words.')).toBeVisible()
      await expect(search).toHaveValue('zeppelin')
      if (javaScriptEnabled) await expectSoundInBothWidths(page)
      await search.fill('image editor')
      await main.getByRole('button', { name: 'Search', exact: true }).click()
      await expect(main.getByRole('heading', { name: /pages? found$/ })).toBeVisible()
      if (javaScriptEnabled) await expectSoundInBothWidths(page)
      await main.getByRole('link', { name: /^Image editor/ }).click()
      await expect(page).toHaveURL(/\/tools\/img-editor$/)
    })
  })
}
