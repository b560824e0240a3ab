import { readFile } from 'node:fs/promises'
import { expect, test } from '@playwright/test'
import { mailTo, newPerson, signIn } from './people.ts'
import { expectSound } from './sound.ts'

test('a person takes a copy of the data along, and deletes the account', async ({
  page,
  baseURL,
}) => {
  const person = await newPerson(page.request)
  await signIn(page.context(), person, baseURL!)
  // As the links of mails do.
  await page.goto('/user/account#mails', { waitUntil: 'networkidle' })
  await expect(page.getByRole('heading', { name: 'Emails' })).toBeInViewport()
  const section = page.getByRole('region', { name: 'Your data' })
  const download = page.waitForEvent('download')
  await section.getByRole('link', { name: 'Download a copy' }).click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/^atelier-data-[\d-]+\.json$/)
  const data = JSON.parse(await readFile(await file.path(), 'utf8')) as {
    profile: { email: string }
    statement: unknown[]
  }
  expect(data.profile.email).toBe(person.email)
  expect(data.statement.length).toBeGreaterThan(0)

  await section.getByRole('button', { name: 'Delete account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' })
  await expect(dialog).toContainText(/You lose \d+ credits/)
  await expect(dialog.getByRole('link', { name: 'Withdraw from contract here' })).toHaveAttribute(
    'href',
    '/withdraw',
  )
  await expect(dialog.getByLabel('Your password')).toBeFocused()
  await expectSound(page)
  await dialog.getByLabel('Your password').fill('not this one')
  await dialog.getByRole('button', { name: 'Delete permanently' }).click()
  await expect(dialog).toContainText('Your password was entered incorrectly.')
  await expectSound(page)
  await dialog.getByLabel('Your password').fill(person.password)
  await dialog.getByRole('button', { name: 'Delete permanently' }).click()

  await expect(page.getByText('Your account has been deleted')).toBeVisible()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('link', { name: 'Sign Up' }).first()).toBeAttached()
  await page.goto('/user/dashboard')
  await expect(page).toHaveURL(/\/login/)
  await expect(async () => {
    const mail = await mailTo(page.request, person.email)
    expect(JSON.stringify(mail)).toContain('Your account is deleted')
  }).toPass()
})
