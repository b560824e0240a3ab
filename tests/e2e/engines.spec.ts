import { expect, test } from '@playwright/test'
import { signedInAdmin } from './people.ts'
import { expectSound } from './sound.ts'

/** Nobody listens there: other tests of this app never get work from it. */
const AWAY = 'http://127.0.0.1:9'

test('an administrator adds an engine, tests, pauses, limits and removes it; everybody sees the status', async ({
  page,
  browser,
  baseURL,
}, { project }) => {
  await signedInAdmin(page, baseURL!)
  await page.goto('/admin/engines', { waitUntil: 'networkidle' })
  const builtin = page.locator('tr', { hasText: 'Built-in engine' })
  await expect(builtin).toContainText('tools')
  await expectSound(page)

  const name = `Old box ${project.name}`
  const address = `${AWAY}/${project.name}`
  await page.getByRole('button', { name: 'Add an engine' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add an engine' })
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByLabel('Address').fill('http://user:secret@127.0.0.1:9')
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(
    dialog.getByText('Enter the user name and the password as credentials.'),
  ).toBeVisible()
  await expectSound(page)
  await dialog.getByLabel('Address').fill(address)
  await dialog.getByLabel('Credentials').fill('operator:secret')
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(dialog.getByText('It cannot be reached.')).toBeVisible()
  await dialog.getByLabel('Add it all the same').check()
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(dialog).toBeHidden()

  const row = page.locator('tr', { hasText: name })
  await expect(row).toContainText('Away')
  await page.getByRole('button', { name: `Test ${name}` }).click()
  await expect(row.getByRole('status')).toContainText('It cannot be reached.')
  await page.getByRole('button', { name: `Pause ${name}` }).click()
  await expect(row).toContainText('Paused')
  await page.getByRole('button', { name: `Resume ${name}` }).click()
  await expect(row).toContainText('Away')
  await page.getByRole('button', { name: `Limits of ${name}` }).click()
  const limits = page.getByRole('dialog', { name: `Limits of ${name}` })
  await limits.getByLabel('Cost a day (USD)').fill('5')
  await expectSound(page)
  await limits.getByRole('button', { name: 'Save' }).click()
  await expect(row).toContainText('of $5.00')
  await expectSound(page)

  const stranger = await browser.newContext({ baseURL: baseURL!, viewport: page.viewportSize() })
  const open = await stranger.newPage()
  await open.goto('/faq')
  await open.getByRole('contentinfo').getByRole('link', { name: 'Status' }).click()
  await expect(open.getByRole('heading', { level: 1, name: 'Status' })).toBeVisible()
  await expect(open.getByRole('heading', { name: 'This site’s own server' })).toBeVisible()
  // An address that never answered is no outage.
  await expect(open.getByRole('heading', { name: /^Image server \d/ })).toHaveCount(0)
  await expect(open.getByRole('img', { name: /^No incidents since / })).toBeVisible()
  await expect(open.getByText(/127\.0\.0\.1|Old box/)).toHaveCount(0)
  await expectSound(open)
  await open.evaluate(() =>
    document.documentElement.setAttribute('data-mantine-color-scheme', 'light'),
  )
  await expectSound(open)
  await stranger.close()

  await page.getByRole('button', { name: `Remove ${name}` }).click()
  const removal = page.getByRole('dialog', { name: `Remove ${name}` })
  await removal.getByRole('button', { name: 'Remove' }).click()
  await expect(row).toHaveCount(0)
  await page.getByRole('link', { name: 'Log', exact: true }).click()
  for (const act of [/added the engine/, /changed the engine/, /removed the engine/])
    await expect(page.getByRole('table', { name: 'Log' }).getByText(act).first()).toBeVisible()
  await page.getByRole('link', { name: 'Jobs', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Jobs' })).toBeVisible()
  await expectSound(page)
})
