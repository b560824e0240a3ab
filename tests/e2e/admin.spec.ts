import { expect, test } from '@playwright/test'
import { makeAdmin, newPerson, signIn } from './people.ts'
import { expectSound } from './sound.ts'

test('the books are checked, credits adjusted with a reason, and all of it noted', async ({
  page,
  baseURL,
}) => {
  const admin = await newPerson(page.request)
  await makeAdmin(admin)
  const person = await newPerson(page.request)
  await signIn(page.context(), admin, baseURL!)

  await page.goto('/admin/reconciliation')
  await expect(page.getByRole('status').filter({ hasText: '0 differences' })).toBeVisible()
  await expectSound(page)

  await page.getByRole('link', { name: 'People', exact: true }).click()
  await page.getByRole('searchbox', { name: 'E-mail or id' }).fill(person.email)
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
  await expect(page.getByText('Refused an adjustment').first()).toBeVisible()
  await expectSound(page)
  await page.getByRole('link', { name: 'Pictures to review' }).click()
  await expect(page.getByText('No picture waits for a look.')).toBeVisible()
  await expectSound(page)
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
  await page.getByRole('searchbox', { name: 'E-mail or id' }).fill(buyer.email)
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

test('to others these pages are not there', async ({ page, baseURL }) => {
  await signIn(page.context(), await newPerson(page.request), baseURL!)
  for (const path of ['reconciliation', 'people', 'payments', 'adjustments', 'log', 'reviews']) {
    expect((await page.goto(`/admin/${path}`))?.status()).toBe(404)
  }
})
