import { randomUUID } from 'node:crypto'
import { expect, test } from '@playwright/test'
import { EXAMPLE_PROMPTS } from '#brands/shared.ts'
import { mailTo } from './people.ts'
import { expectSoundInBothWidths } from './sound.ts'

test('a prompt of the home page is there after registering and confirming, here and on another device', async ({
  page,
  request,
  browser,
}) => {
  const prompt = EXAMPLE_PROMPTS[1]!
  const email = `${randomUUID()}@example.org`
  const password = `pass-${randomUUID()}`
  await page.goto('/')
  await page.getByRole('link', { name: prompt, exact: true }).click()
  const main = page.getByRole('main')
  await main.getByLabel('First name').fill('Ada')
  await main.getByLabel('Email').fill(email)
  await main.getByLabel(/^Password/).fill(password)
  await main.getByLabel('Confirm password').fill(password)
  await main.getByRole('button', { name: 'Register', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Thank you for registering' })).toBeVisible()

  const [link = ''] = (await mailTo(request, email)).links
  const { pathname, search } = new URL(link)
  const elsewhere = await browser.newContext()
  const phone = await elsewhere.newPage()
  await phone.goto(new URL(`${pathname}${search}`, page.url()).href)
  await phone.getByLabel(/^Your password/).fill(password)
  await phone.getByRole('button', { name: 'Confirm address' }).click()
  for (const one of [phone, page]) {
    await expect(one.getByRole('textbox', { name: 'Prompt', exact: true })).toHaveValue(prompt)
    expect(new URL(one.url()).pathname).toBe('/text-to-image')
  }
  await expectSoundInBothWidths(page)
  await elsewhere.close()
})
