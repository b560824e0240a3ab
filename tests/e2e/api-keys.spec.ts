import { expect, test } from '@playwright/test'
import { signedIn } from './people.ts'
import { expectSoundInBothWidths } from './sound.ts'

test('a key is made by keyboard, shown once, used, looked at and revoked', async ({
  page,
  baseURL,
}) => {
  await signedIn(page, baseURL!)
  await page.goto('/user/account')
  await page.getByRole('link', { name: 'Manage API keys' }).press('Enter')
  await expect(page.getByText('You have no keys yet.')).toBeVisible()
  await page.getByRole('button', { name: 'Create key' }).click()
  await expect(page.getByText('Give the key a name.')).toBeVisible()
  await expect(page.getByLabel('Name')).toBeFocused()
  await page.keyboard.type('My program')
  await page.getByRole('checkbox', { name: 'Account' }).check()
  await page.getByLabel('Credits a day').fill('5')
  await page.keyboard.press('Enter')
  const made = page.getByText(/^sk-atl-[\w-]{43}$/)
  await expect(made).toBeVisible()
  await expectSoundInBothWidths(page)
  const key = (await made.textContent())!

  const answer = await page.request.get('/api/users/me/', {
    headers: { authorization: `Bearer ${key}` },
  })
  expect(answer.status()).toBe(200)
  await page.reload()
  await expect(made).toBeHidden()
  await expect(page.getByText('0 of 5 credits spent today')).toBeVisible()
  await page.getByRole('button', { name: 'Last calls' }).click()
  await expect(page.getByRole('cell', { name: 'GET /api/users/me/' })).toBeVisible()
  await page.getByText('TypeScript').click()
  await expect(page.getByRole('region', { name: 'TypeScript' })).toContainText(baseURL!)
  await expectSoundInBothWidths(page)

  await page.getByRole('button', { name: 'Revoke My program' }).press('Enter')
  await expect(page.getByText('You have no keys yet.')).toBeVisible()
  const refused = await page.request.get('/api/users/me/', {
    headers: { authorization: `Bearer ${key}` },
  })
  expect(refused.status()).toBe(401)
})
