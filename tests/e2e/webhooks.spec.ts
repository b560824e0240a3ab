import { expect, test } from '@playwright/test'
import { signedIn } from './people.ts'
import { expectSoundInBothWidths } from './sound.ts'

test('a webhook is added by keyboard, its secret is shown once, its messages are looked at and sent again', async ({
  page,
  baseURL,
}) => {
  const { token } = await signedIn(page, baseURL!)
  await page.goto('/user/api')
  await expect(page.getByText('You have no webhooks yet.')).toBeVisible()
  await page.getByRole('button', { name: 'Add webhook' }).press('Enter')
  await expect(page.getByText('Enter the address of your server.')).toBeVisible()
  await expect(page.getByLabel('Address')).toBeFocused()
  await page.keyboard.type('http://127.0.0.1:9/hook')
  await page.keyboard.press('Enter')
  const secret = page.getByText(/^whsec_[A-Za-z0-9+/]{43}=$/)
  await expect(secret).toBeVisible()
  await expect(page.getByRole('status').filter({ has: secret })).toBeFocused()
  const first = await secret.textContent()
  await expectSoundInBothWidths(page)

  const ordered = await page.request.post('/api/inference_jobs/', {
    headers: { authorization: `Token ${token}` },
    data: { prompt: 'a red fox', width: 64, height: 64, num_images: 1 },
  })
  expect(ordered.status()).toBe(201)
  await page.reload()
  await expect(secret).toBeHidden()
  await page.getByRole('button', { name: 'Log of 127.0.0.1:9' }).press('Enter')
  const log = page.getByRole('region', { name: 'Messages to 127.0.0.1:9' })
  await expect(log).toContainText('The address is not public', { timeout: 60_000 })
  await expectSoundInBothWidths(page)
  await log.getByRole('button', { name: /^Resend job\.ended/ }).press('Enter')
  await expect(log).toContainText('2 attempts')

  await page.getByRole('button', { name: 'New secret for 127.0.0.1:9' }).press('Enter')
  await expect(secret).toBeVisible()
  expect(await secret.textContent()).not.toBe(first)
  await expectSoundInBothWidths(page)
  await page.getByRole('button', { name: 'Remove 127.0.0.1:9' }).press('Enter')
  await expect(page.getByText('You have no webhooks yet.')).toBeVisible()
})
