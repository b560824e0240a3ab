import { type APIRequestContext, expect, type Page, request, test } from '@playwright/test'
import { putModelFile } from '../support/model-file.ts'
import { type OwnApp, startOwnApp } from './own-app.ts'
import { newPerson, type Person, signIn } from './people.ts'
import { expectSound } from './sound.ts'

test.setTimeout(120_000)

let app: OwnApp | undefined
let http: APIRequestContext
test.afterEach(async () => {
  if (!app) return
  await http.dispose()
  await app.dispose()
  app = undefined
})

/** A model, as if it had been trained a while ago. */
const train = (own: OwnApp, { email }: Person) =>
  own.sql(`insert into lora_trainings (user_id, project_name, training_type, object_type, original_model_version,
      engine, consent_subject, consent_text, status, seed, created_model_version, lora_hash, checkpoint_key)
    select id, 'Blue Cup', 'General', 'object', 'scripted-model', 'scripted', 'none', '', 'Successful', 1,
      'blue-cup-0123456789', 'abc', '${putModelFile(own.dataDir)}'
    from users where email = '${email}'`)

const openStudio = async (page: Page, url: string) => {
  await page.goto(`${url}/train/loras/all`)
  await page.getByRole('link', { name: /^Open/ }).click()
  await expect(page.getByRole('heading', { name: 'Sharing' })).toBeVisible()
}

test('a model is offered, accepted, used and taken back by two accounts', async ({
  page,
  browser,
}) => {
  const own = await startOwnApp({}, 'tests/support/scripted-program.ts')
  app = own
  http = await request.newContext({ baseURL: own.url })
  const [ada, ben] = [await newPerson(http), await newPerson(http)]
  await train(own, ada)
  await signIn(page.context(), ada, own.url)
  await openStudio(page, own.url)
  await expect(page.getByText('Not shared with anyone.')).toBeVisible()
  await page.getByRole('button', { name: 'Share model' }).click()
  const dialog = page.getByRole('dialog', { name: 'Share Blue Cup' })
  await dialog.getByLabel('Email address of the account').fill(ada.email)
  await dialog.getByRole('button', { name: 'Send offer' }).click()
  await expect(dialog.getByText('This is your own address.')).toBeVisible()
  await dialog.getByLabel('Email address of the account').fill(ben.email)
  await expectSound(page)
  await dialog.getByRole('button', { name: 'Send offer' }).click()
  await expect(dialog).toBeHidden()
  const accounts = page.getByRole('list', { name: 'Accounts' })
  await expect(accounts).toContainText('Offered, can be accepted until')

  const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
  await signIn(context, ben, own.url)
  const other = await context.newPage()
  await other.goto(`${own.url}/train/loras/all`)
  await expect(other.getByRole('heading', { name: 'Shared with me' })).toBeVisible()
  await expect(other.getByText(`Offered to you by Ada (${ada.email})`)).toBeVisible()
  await expectSound(other)
  await other.getByRole('button', { name: 'Accept Blue Cup' }).click()
  const use = other.getByRole('link', { name: 'Use Model' })
  await expect(use).toHaveAttribute(
    'href',
    /model=scripted-model&lora_models=blue-cup-0123456789&lora_weights=1\.3/,
  )
  await expectSound(other)
  // Told by an event.
  await expect(accounts).toContainText('Can use this model since')
  await use.click()
  await expect(other.getByRole('listitem').filter({ hasText: 'blue-cup-0123456789' })).toBeVisible()

  await other.goto(`${own.url}/train/loras/all`)
  await expect(use).toBeVisible()
  await page.getByRole('button', { name: /^Revoke the access of/ }).click()
  await expect(page.getByText(/will no longer be able to use this model/)).toBeVisible()
  await expectSound(page)
  await page.getByRole('button', { name: 'Revoke', exact: true }).click()
  await expect(accounts).toContainText('Revoked')
  await expect(other.getByRole('heading', { name: 'Shared with me' })).toHaveCount(0)
  await context.close()
})
