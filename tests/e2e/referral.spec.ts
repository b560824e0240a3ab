import { expect, test } from '@playwright/test'
import { mailTo, newPerson, signedIn, signIn } from './people.ts'
import { buyPack } from './buying.ts'
import { expectSoundInBothWidths } from './sound.ts'

test('somebody hands on their link, and a friend opens an account by it and reads what it will bring', async ({
  page,
  baseURL,
  browser,
}, info) => {
  await signedIn(page, baseURL!)
  await page.goto('/user/account')
  const section = page.getByRole('region', { name: 'Invite friends' })
  await expect(section.getByLabel('Your link')).toHaveValue(/\/r\/[0-9a-z]{10}$/)
  const { pathname } = new URL(await section.getByLabel('Your link').inputValue())
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await section.getByRole('button', { name: 'Copy link' }).click()
  await expect(section.getByRole('button', { name: 'Copied' })).toBeVisible()
  await expectSoundInBothWidths(page)
  await section.scrollIntoViewIfNeeded()
  await page.screenshot({ path: info.outputPath('link.png') })

  const theirs = await browser.newContext({ viewport: page.viewportSize()! })
  const friend = await theirs.newPage()
  await friend.goto(new URL(pathname, baseURL).href)
  await expect(friend).toHaveURL(/\/register\?ref=/)
  await expect(friend.getByText('You were invited by a friend')).toContainText('100 extra credits')
  await expectSoundInBothWidths(friend)
  await friend.screenshot({ path: info.outputPath('register.png'), fullPage: true })
  await friend.getByLabel('First name').fill('Eve')
  const email = `eve-${Date.now()}@example.org`
  await friend.getByLabel('Email').fill(email)
  await friend
    .getByRole('main')
    .getByLabel(/^Password/)
    .fill('correct horse battery')
  await friend.getByLabel('Confirm password').fill('correct horse battery')
  await friend.getByRole('button', { name: 'Register', exact: true }).click()
  await expect(friend.getByRole('heading', { name: /Thank you/i })).toBeVisible()

  // The mail is opened on another device, which knows nothing of the link.
  const [link = ''] = (await mailTo(page.request, email)).links
  const elsewhere = await browser.newContext({ viewport: page.viewportSize()! })
  const other = await elsewhere.newPage()
  const key = new URL(link).searchParams.get('key')
  const confirmed = await other.request.post(
    new URL('/api/dj-rest-auth/registration/verify-email/', baseURL).href,
    { data: { key, password: 'correct horse battery' } },
  )
  const { key: token } = (await confirmed.json()) as { key: string }
  await signIn(elsewhere, { email, password: '', token }, baseURL!)
  await other.goto(new URL('/user/account', baseURL).href)
  const invite = other.getByRole('region', { name: 'Invite friends' })
  await expect(invite).toContainText('you get 100 credits 7 days after your first purchase')
  await other.goto(new URL('/pricing', baseURL).href)
  await buyPack(other, '1,000', '4242')
  await other.goto(new URL('/es/user/account', baseURL).href)
  const inSpanish = other.getByRole('region', { name: 'Invita a tus amistades' })
  await expect(inSpanish).toContainText('A ti también te invitaron: recibirás 100 créditos el')
  await expectSoundInBothWidths(other)
  await inSpanish.scrollIntoViewIfNeeded()
  await other.screenshot({ path: info.outputPath('invited.png') })

  await page.reload()
  await expect(section).toContainText('1 friend has opened an account with your link.')
  await section.scrollIntoViewIfNeeded()
  await page.screenshot({ path: info.outputPath('outcome.png') })
  await theirs.close()
  await elsewhere.close()
})

test('an account that was not invited says nothing of it', async ({ page, baseURL }) => {
  const person = await newPerson(page.request)
  await signIn(page.context(), person, baseURL!)
  await page.goto('/user/account')
  const section = page.getByRole('region', { name: 'Invite friends' })
  await expect(section.getByLabel('Your link')).toBeVisible()
  await expect(section).not.toContainText('You were invited')
})
