import { expect, test } from '@playwright/test'

test('the API reference shows the calls, and asks no other server for anything', async ({
  page,
  baseURL,
}) => {
  const elsewhere: string[] = []
  const complaints: string[] = []
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url())
    if (protocol.startsWith('http') && origin !== baseURL) elsewhere.push(request.url())
  })
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(error.message))
  await page.goto('/api/docs/', { waitUntil: 'networkidle' })
  await expect(page.getByRole('heading', { name: 'Atelier API' })).toBeVisible()
  await expect(page.getByText('/api/dj-rest-auth/login/').first()).toBeVisible()
  expect(elsewhere).toEqual([])
  expect(complaints).toEqual([])
})
