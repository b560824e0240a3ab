import { expect, test } from '@playwright/test'
import { startOwnApp } from './own-app.ts'
import { bar, fail, settle, told } from './telling.ts'

test('services elsewhere hear nothing before a yes, and are let through after it', async ({
  page,
}) => {
  test.setTimeout(240_000)
  const shop = await startOwnApp({
    PLAUSIBLE_URL: 'https://stats.example',
    SENTRY_DSN: 'https://key@errors.example/7',
    CHAT_URL: 'https://chat.example/embed',
  })
  const sent = told(page)
  const refused: string[] = []
  page.on('console', (message) => {
    if (/Content.Security.Policy/i.test(message.text())) refused.push(message.text())
  })
  const bodies: string[] = []
  await page.route('https://*.example/**', async (route) => {
    bodies.push(route.request().postData() ?? '')
    await route.fulfill({
      status: 200,
      body: '{}',
      headers: { 'access-control-allow-origin': '*' },
    })
  })
  await page.goto(`${shop.url}/consent/secret-key`)
  await expect(bar(page)).toContainText('stats.example, errors.example')
  await settle(page)
  expect(sent).toEqual([])
  await bar(page).getByRole('button', { name: 'Accept all' }).click()
  const hosts = () => new Set(sent.map((url) => new URL(url).host))
  await expect.poll(hosts).toEqual(new Set(['stats.example', 'errors.example']))
  await fail(page, 'told elsewhere')
  await expect.poll(() => bodies.some((body) => body.includes('told elsewhere'))).toBe(true)
  expect(bodies.join('\n')).not.toContain('secret-key')
  expect(refused).toEqual([])
  await shop.dispose()
})
