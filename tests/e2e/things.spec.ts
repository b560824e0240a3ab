import { expect, type Page, test } from '@playwright/test'
import { openCreatePage } from './creating.ts'
import { expectSoundInBothWidths } from './sound.ts'

const browser = (page: Page) => page.getByRole('dialog', { name: 'What do you want to see?' })

test(
  'what is drawn is picked by its picture, and becomes the prompt',
  { tag: '@once' },
  async ({ page, baseURL }, info) => {
    await openCreatePage(page, baseURL!)
    await page.getByRole('button', { name: 'Choose from the collection' }).click()
    const things = browser(page).getByRole('group', { name: 'Things in the collection' })
    await expect(things.getByRole('button').first()).toBeVisible()
    await expectSoundInBothWidths(page)
    await page.screenshot({ path: info.outputPath('things.png') })
    await things.getByRole('button').first().focus()
    await page.keyboard.press('ArrowRight')
    await expect(things.getByRole('button').nth(1)).toBeFocused()
    await page.keyboard.press('ArrowLeft')
    await expect(things.getByRole('button').first()).toBeFocused()

    await browser(page).getByRole('searchbox', { name: 'Search' }).fill('pingüino')
    await things.getByRole('button', { name: 'penguin' }).click()
    await browser(page).getByRole('button', { name: 'One more: penguin' }).click()
    await browser(page).getByRole('searchbox', { name: 'Search' }).fill('owl')
    const owl = things.getByRole('button', { name: 'owl', exact: true })
    await owl.focus()
    await page.keyboard.press('Enter')
    await expect(owl).toHaveAttribute('aria-pressed', 'true')
    await browser(page).getByLabel('Scene').selectOption('In the snow')
    await browser(page).getByRole('button', { name: 'One more: owl' }).click()
    // Four are drawn at most.
    await expect(browser(page).getByRole('button', { name: 'One more: owl' })).toBeDisabled()
    await expectSoundInBothWidths(page)
    await page.screenshot({ path: info.outputPath('picked.png') })
    await browser(page).getByRole('button', { name: 'Use this' }).click()
    await expect(page.getByLabel('Prompt', { exact: true })).toHaveValue(
      'two penguins and two owls in the snow',
    )
    await expect(
      page.getByRole('group', { name: 'What this model understands' }).getByRole('listitem'),
    ).toHaveText(['2 x penguin - in the snow', '2 x owl'])

    await page.getByRole('button', { name: 'Choose from the collection' }).click()
    await browser(page).getByRole('searchbox', { name: 'Search' }).fill('zorblax')
    await expect(browser(page).getByText('nothing for “zorblax”')).toBeVisible()
  },
)
