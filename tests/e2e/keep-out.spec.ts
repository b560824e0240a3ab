import { randomUUID } from 'node:crypto'
import { expect, test } from '@playwright/test'
import { mailTo, makeAdmin, newPerson, signIn } from './people.ts'
import { expectSound } from './sound.ts'

test('a limited account reads why on every page and asks back, and the team lifts the limit', async ({
  page,
  browser,
  baseURL,
}) => {
  const admin = await newPerson(page.request)
  await makeAdmin(admin)
  const customer = await newPerson(page.request)
  const headers = { authorization: `Token ${customer.token}` }
  const team = await browser.newContext({ baseURL: baseURL! })
  await signIn(team, admin, baseURL!)
  const desk = await team.newPage()
  await desk.goto('/admin/people')
  await desk.getByRole('searchbox', { name: 'Email or id' }).fill(customer.email)
  await desk.getByRole('link', { name: customer.email }).click()
  await desk.getByRole('button', { name: `Limit ${customer.email}` }).click()
  const dialog = desk.getByRole('dialog', { name: 'Limit an account' })
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Five accounts with one card')
  await expectSound(desk)
  await dialog.getByRole('button', { name: 'Limit' }).click()
  await expect(desk.getByRole('list', { name: 'Limits' })).toContainText('Five accounts')
  await expectSound(desk)

  await signIn(page.context(), customer, baseURL!)
  await page.goto('/pricing')
  const notice = page.getByRole('complementary', { name: 'Your account is limited' })
  await expect(notice).toContainText('Five accounts with one card')
  // Nothing is offered that cannot be bought.
  const shell = page.getByRole('banner')
  await expect(shell.getByRole('link', { name: 'Upgrade' })).toBeHidden()
  const credits = page.getByRole('region', { name: 'Your credits' })
  await expect(credits.getByRole('button')).toHaveCount(0)
  const main = page.getByRole('main')
  const refusedButtons = main.getByRole('button', { name: 'Not available on a limited account' })
  await expect(refusedButtons.first()).toBeDisabled()
  await expect(
    main.getByRole('button', { name: /Subscribe Now|Buy/, disabled: false }),
  ).toHaveCount(0)
  await expect(refusedButtons.and(page.locator(':enabled'))).toHaveCount(0)
  await expectSound(page)
  const order = { prompt: 'a fox', num_images: 1, width: 256, height: 256, steps: 4 }
  const refused = await page.request.post('/api/inference_jobs/', { headers, data: order })
  expect([refused.status(), refused.headers()['x-error-code']]).toEqual([403, 'account_limited'])
  await notice.getByRole('button', { name: 'Ask us to look again' }).click()
  const form = page.getByRole('dialog', { name: 'Ask us to look again' })
  await form.getByRole('button', { name: 'Send' }).click()
  await expect(form.getByText('Please write a few words.')).toBeVisible()
  await expectSound(page)
  await form.getByRole('textbox', { name: 'Your message' }).fill('We are a family of five.')
  await form.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByRole('heading', { name: 'My account is limited', level: 1 })).toBeVisible()
  await expect(page.getByRole('log', { name: 'Messages' })).toContainText('a family of five')

  await desk.goto(`/admin/tickets/${new URL(page.url()).pathname.split('/').at(-1)!}`)
  await expect(desk.getByText('Asks to have the limit lifted.')).toBeVisible()
  await expectSound(desk)
  await desk.getByRole('button', { name: 'Lift the limit' }).click()
  const lift = desk.getByRole('dialog', { name: 'Lift the limit' })
  await lift.getByRole('textbox', { name: 'Reason' }).fill('They are a family')
  await lift.getByRole('button', { name: 'Lift the limit' }).click()
  await expect(desk.getByText('The limit of this account is lifted.')).toBeVisible()
  await team.close()

  await page.reload()
  await expect(page.getByRole('heading', { name: 'My account is limited', level: 1 })).toBeVisible()
  await expect(notice).toBeHidden()
  const again = await page.request.post('/api/inference_jobs/', { headers, data: order })
  expect(again.status()).toBe(201)
})

test('a proof of work is done while somebody registers, who sees nothing of it', async ({
  page,
}) => {
  const admin = await newPerson(page.request)
  await makeAdmin(admin)
  const set = async (value: string | null) => {
    const changed = await page.request.patch('/api/admin/settings/', {
      headers: { authorization: `Token ${admin.token}` },
      data: { PROOF_OF_WORK: value },
    })
    expect(changed.ok()).toBe(true)
  }
  await set('on')
  try {
    const email = `${randomUUID()}@example.org`
    const password = `pass-${randomUUID()}`
    await page.goto('/register')
    const main = page.getByRole('main')
    const asked = page.waitForResponse((response) => response.url().endsWith('/challenge/'))
    await main.getByLabel('First name').fill('Ada')
    // Asked for with the first word, long before the form is sent.
    expect(await (await asked).json()).toMatchObject({
      challenge: { signature: expect.any(String) },
    })
    await main.getByLabel('Email').fill(email)
    await main.getByLabel(/^Password/).fill(password)
    await main.getByLabel('Confirm password').fill(password)
    const sent = page.waitForRequest((request) => request.url().endsWith('/register/'))
    await main.getByRole('button', { name: 'Register', exact: true }).click()
    expect((await sent).postDataJSON()).toMatchObject({ altcha: expect.any(String) })
    await expect(page.getByRole('heading', { name: 'Thank you for registering' })).toBeVisible()
    expect((await mailTo(page.request, email)).links).not.toEqual([])
  } finally {
    await set(null)
  }
})
