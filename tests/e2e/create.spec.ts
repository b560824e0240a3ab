import AxeBuilder from '@axe-core/playwright'
import { expect, type Page, test } from '@playwright/test'
import { newPerson, signIn } from './people.ts'

async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze()
  expect(
    violations.map(({ id, nodes }) => [
      id,
      nodes.map(({ html, failureSummary }) => [html, failureSummary]),
    ]),
  ).toEqual([])
}

async function openCreatePage(page: Page, baseURL: string, search = ''): Promise<void> {
  await signIn(page.context(), await newPerson(page.request), baseURL)
  await page.goto(`/text-to-image${search}`)
}

/** Fills in a number of the settings, which on a phone are in a sheet. */
async function changeSetting(page: Page, label: string, value: string): Promise<void> {
  const sheet = page.getByRole('button', { name: /^Settings/ })
  const isPhone = await sheet.isVisible()
  if (isPhone) await sheet.click()
  const field = page.getByRole('textbox', { name: label, exact: true })
  await field.fill(value)
  await field.blur()
  if (isPhone) await page.getByRole('button', { name: 'Done' }).click()
}

const stage = (page: Page) => page.getByRole('region', { name: 'Pictures' })

test('a prompt becomes a picture that was paid for with a credit', async ({ page, baseURL }) => {
  await openCreatePage(page, baseURL!, '?prompt=a%20red%20fox%20in%20the%20snow')
  await expect(page.getByLabel('Prompt', { exact: true })).toHaveValue('a red fox in the snow')
  await expect(page).toHaveURL(/\/text-to-image$/)
  // Four pictures cost four credits; the price is on the button before it is pressed.
  const generate = page.getByRole('button', { name: 'Generate - 4 credits' })
  await expect(generate).toBeEnabled()
  await expectAccessible(page)

  await generate.click()
  // The engine may be busy with another test's job first.
  await expect(stage(page).getByText(/step \d+ of 20/)).toBeVisible({ timeout: 40_000 })
  await expectAccessible(page)
  const pictures = stage(page).getByRole('button', { name: /^Open picture/ })
  await expect(pictures).toHaveCount(4, { timeout: 60_000 })
  const { credits } = (await (await page.request.get('/api/users/me/')).json()) as {
    credits: number
  }
  // 40 free credits, 10 of the login bonus, less four pictures.
  expect(credits).toBe(46)

  await page.reload()
  await expect(pictures).toHaveCount(4)
  await pictures.first().click()
  const viewer = page.getByRole('dialog')
  await expect(viewer.getByText('a red fox in the snow')).toBeVisible()
  await expect(viewer.getByText('Euler a')).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Delete')
  await expect(page.getByText('Picture deleted.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(pictures).toHaveCount(3)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(pictures).toHaveCount(4)
})

test('cancelling gives back what was not delivered', async ({ page, baseURL }) => {
  await openCreatePage(page, baseURL!, '?selected_mode=advanced&prompt=a%20castle')
  // Long enough to be caught in the middle.
  await changeSetting(page, 'Steps', '100')
  await page.getByLabel('Prompt', { exact: true }).press('Control+Enter')
  await stage(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(stage(page).getByText(/Cancelled\./)).toBeVisible()
  await expect(async () => {
    const me = (await (await page.request.get('/api/users/me/')).json()) as {
      credits: number
      credits_held: number
    }
    expect(me.credits_held).toBe(0)
    const pictures = await stage(page)
      .getByRole('button', { name: /^Open picture/ })
      .count()
    expect(me.credits).toBe(50 - pictures)
  }).toPass()
})

test('a link to a LoRA that is not there says so and costs nothing', async ({ page, baseURL }) => {
  await openCreatePage(page, baseURL!, '?prompt=a%20cat&lora_models=missing&lora_weights=1.3')
  await expect(page.getByText('missing 1.3')).toBeVisible()
  await expect(page.getByText('This engine has no LoRA of that name.')).toBeVisible()
  await page.getByRole('button', { name: /^Generate/ }).click()
  await expect(stage(page).getByRole('article')).toHaveCount(0)
  await page.getByRole('button', { name: 'Remove missing' }).click()
  await expect(page.getByText('This engine has no LoRA of that name.')).toBeHidden()
})

test('a blank prompt is refused at the field', async ({ page, baseURL }) => {
  await openCreatePage(page, baseURL!)
  await page.getByRole('button', { name: /^Generate/ }).click()
  await expect(page.getByText('This field may not be blank.')).toBeVisible()
  await expect(page.getByLabel('Prompt', { exact: true })).toBeFocused()
})

test('signed out, the page shows what it does and the way in', async ({ page }) => {
  await page.goto('/text-to-image')
  await expect(page.getByRole('heading', { name: 'Your pictures appear here' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Sign in to generate' })).toHaveAttribute(
    'href',
    '/login?nextUrl=%2Ftext-to-image',
  )
  await expectAccessible(page)
})
