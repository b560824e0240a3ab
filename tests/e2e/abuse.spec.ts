import { expect, type Page, test } from '@playwright/test'
import { makeAdmin, newPerson, type Person, signIn } from './people.ts'
import { expectSoundInBothWidths } from './sound.ts'

const clusterOf = (page: Page, { email }: Person) =>
  page.getByRole('list', { name: 'Linked accounts' }).locator('> li').filter({ hasText: email })

test('an administrator sees which accounts belong together, and answers a dispute with what is known', async ({
  page,
  browser,
  baseURL,
}, info) => {
  const admin = await newPerson(page.request)
  await makeAdmin(admin)
  const customer = await browser.newContext({ baseURL: baseURL! })
  const person = await newPerson(customer.request)
  const second = await newPerson(customer.request)
  const headers = { authorization: `Token ${person.token}` }
  const bought = await customer.request.get('/api/users/checkout/?quantity=1000', { headers })
  const { url } = (await bought.json()) as { url: string }
  await customer.request.post(`${new URL(url).pathname}/pay/`, { data: { card: '0259' } })

  await signIn(page.context(), admin, baseURL!)
  await expect(async () => {
    await page.goto('/admin/disputes')
    await expect(page.getByRole('row').filter({ hasText: person.email })).toContainText('Open', {
      timeout: 2000,
    })
  }).toPass({ timeout: 60_000 })
  await expectSoundInBothWidths(page)
  await page.screenshot({ path: info.outputPath('disputes.png'), fullPage: true })
  const row = page.getByRole('row').filter({ hasText: person.email })
  await row.getByRole('button', { name: /^Evidence for/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Evidence for the bank' })
  await expect(dialog).toContainText('the account was opened with the email address')
  await dialog.getByLabel('Add in your own words').fill('winning_evidence')
  await expectSoundInBothWidths(page)
  await page.screenshot({ path: info.outputPath('evidence.png') })
  await dialog.getByRole('button', { name: 'Send to the bank' }).click()
  await expect(row).toContainText('Sent')
  await expect(async () => {
    await page.reload()
    await expect(row).toContainText('Won', { timeout: 2000 })
  }).toPass({ timeout: 60_000 })

  await page.goto('/admin/clusters')
  const cluster = clusterOf(page, person)
  // One line, until it is opened with the keyboard.
  const link = cluster.getByRole('link', { name: person.email })
  await expect(cluster).toContainText('Same browser')
  await expect(cluster).toContainText('2 accounts')
  await expect(link).toBeHidden()
  await expectSoundInBothWidths(page)
  await cluster.locator('summary').press('Enter')
  await expect(link).toBeVisible()
  await expect(cluster).toContainText(second.email)
  await expect(cluster).toContainText('Same browser, 2 accounts')
  await expectSoundInBothWidths(page)
  await page.screenshot({ path: info.outputPath('clusters.png'), fullPage: true })
  await link.click()
  const risk = page.getByRole('region', { name: 'Risk' })
  await expect(risk).toContainText('disputes: 0 open, 1 won, 0 lost')
  await expect(risk).toContainText(second.email)
  await expect(page.getByRole('region', { name: 'Referrals' })).toContainText('Nobody was invited.')
  await expectSoundInBothWidths(page)
  await risk.scrollIntoViewIfNeeded()
  await page.screenshot({ path: info.outputPath('risk.png') })
  await customer.close()
})

test('an administrator limits all accounts of one browser by one press, and takes it back', async ({
  page,
  browser,
  baseURL,
}, info) => {
  const admin = await newPerson(page.request)
  await makeAdmin(admin)
  const customer = await browser.newContext({ baseURL: baseURL! })
  const person = await newPerson(customer.request)
  const second = await newPerson(customer.request)
  await customer.close()
  await signIn(page.context(), admin, baseURL!)
  await page.goto('/admin/clusters')
  const cluster = clusterOf(page, person)
  await cluster.locator('summary').click()
  await cluster.getByRole('button', { name: /^Limit all/ }).click()
  const question = page.getByRole('dialog', { name: 'Limit all of these accounts' })
  await expect(question.getByRole('list', { name: 'Accounts' })).toContainText(second.email)
  await question.getByRole('textbox', { name: 'Reason' }).fill('Many accounts of one person')
  await expectSoundInBothWidths(page)
  await page.screenshot({ path: info.outputPath('limit-all.png') })
  await question.getByRole('button', { name: 'Limit all' }).click()
  await expect(cluster).toContainText('(limited)')
  await expect(cluster).toContainText('Many accounts of one person')
  await expectSoundInBothWidths(page)
  await page.screenshot({ path: info.outputPath('limited.png'), fullPage: true })
  await cluster.getByRole('button', { name: /^Undo/ }).click()
  const back = page.getByRole('dialog', { name: 'Undo the decision' })
  await back.getByRole('textbox', { name: 'Reason' }).fill('They wrote to us')
  await back.getByRole('button', { name: 'Undo' }).click()
  await expect(cluster).not.toContainText('(limited)')
  await cluster.getByRole('button', { name: /^Mark as fine/ }).click()
  const fine = page.getByRole('dialog', { name: 'Mark these accounts as fine' })
  await fine.getByRole('textbox', { name: 'Reason' }).fill('A family')
  await fine.getByRole('button', { name: 'Mark as fine' }).click()
  await expect(cluster).toContainText('Marked as fine')
  await expect(cluster).toContainText('A family')
})
