import { expect, it } from 'vitest'
import { api } from '#contract/index.ts'
import { createBillingMails } from '#server/domains/billing/index.ts'
import { transact } from '#server/platform/db/index.ts'
import type { Mail } from '#server/platform/mail/index.ts'
import { setClock } from '#tests/support/books.ts'
import { mailsTo } from '#tests/support/inbox.ts'
import { newAdmin, type TestPerson } from '#tests/support/people.ts'
import type { PaymentsApp } from '../testing/payments-app.ts'
import { withShop } from '../testing/with-shop.ts'

let shop: PaymentsApp
let buyer: TestPerson

withShop((...now) => ([shop, buyer] = now))

/** Subjects, oldest first, without those of registering. */
const subjects = async () =>
  (await mailsTo(shop.app, buyer.email))
    .map(({ subject }) => subject)
    .filter((subject) => subject !== 'Confirm your email address')
    .toReversed()

/** What the cron sends now. */
async function remind(): Promise<Mail[]> {
  const sent: Mail[] = []
  const mails = createBillingMails({
    mailer: {
      send: async (_tx, mail) => void sent.push(mail),
      deliver: async () => {},
      sendNow: async () => 'inbox' as const,
      close: () => {},
    },
    siteOfUser: ({ brand, language }) => ({
      name: brand ?? 'none',
      origin: 'https://atelier.test',
      language: language ?? 'en',
    }),
  })
  await mails.remindOfRenewals(shop.app.db)
  await mails.remindOfCredits(shop.app.db)
  return sent.filter(({ to }) => to === buyer.email)
}

it('a receipt for each payment, once, however often it is told', async () => {
  const session = await shop.buyPack(buyer)
  await shop.settle()
  await buyer.call(api.billing.checkoutSuccess, { query: { session_id: session } })
  await shop.subscribe(buyer, { plan: 'starter', period: 'monthly' })
  await shop.settle()
  expect(await subjects()).toEqual([
    'Receipt: 1,000 credits, $9.99',
    'Receipt: Starter, monthly, $29.00',
  ])
  const [mail] = await mailsTo(shop.app, buyer.email)
  expect(mail!.text).toContain('5,000 credits for this month are yours')
})

it.each([
  ['atelier', 'Atelier', '127.0.0.1'],
  ['easel', 'Easel', 'easel.localhost'],
])('mails about money to people of %s come from %s', async (brand, name, host) => {
  await shop.app.db.pool.query('update users set brand = $2 where id = $1', [buyer.id, brand])
  await shop.subscribe(buyer, { plan: 'basic', period: 'monthly' })
  await buyer.call(api.billing.cancel, { body: {} })
  await shop.settle()
  const [ends] = await mailsTo(shop.app, buyer.email)
  expect(ends!.subject).toBe('Your Basic plan ends on Dec 1, 2026')
  expect(ends!.sender).toBe(name)
  expect(ends!.text.trim().endsWith(name)).toBe(true)
  expect(new URL(ends!.links[0]!).hostname).toBe(host)
})

it('a failed renewal is told with the next try, the end with its reason', async () => {
  await shop.subscribe(buyer, { plan: 'basic', period: 'monthly' }, '0341')
  await shop.goTo('2026-12-01T01:00:00Z')
  expect(await subjects()).toEqual([
    'Receipt: Basic, monthly, $12.00',
    'A payment failed: Basic, monthly',
  ])
  const [failed] = await mailsTo(shop.app, buyer.email)
  expect(failed!.text).toMatch(/We will try again on Dec \d+, 2026/)
  expect(failed!.text).toContain('If the payment cannot be collected, your plan ends.')
  for (const day of ['04', '08']) await shop.goTo(`2026-12-${day}T06:00:00Z`)
  const [last] = await mailsTo(shop.app, buyer.email)
  expect(last!.text).toMatch(/We will try again on Dec 15, 2026\. If the payment/)
  await shop.goTo('2026-12-15T06:00:00Z')
  expect((await subjects()).at(-1)).toBe('Your Basic plan has ended')
  const [ended] = await mailsTo(shop.app, buyer.email)
  expect(ended!.text).toContain('Its payment could not be collected.')
})

it('a cancelled plan is told with its last day, once, and again when that has come', async () => {
  await shop.subscribe(buyer, { plan: 'basic', period: 'monthly' })
  await buyer.call(api.billing.cancel, { body: {} })
  await shop.settle()
  await shop.app.context.billing.sweep()
  expect((await subjects()).slice(1)).toEqual(['Your Basic plan ends on Dec 1, 2026'])
  // Whoever looks first ends it; that must not swallow the mail.
  await setClock(shop.app.db, '2026-12-01T00:10:00Z')
  expect((await shop.state(buyer)).plan).toBe('free')
  await shop.goTo('2026-12-01T01:00:00Z')
  await shop.goTo('2026-12-02T00:00:00Z')
  expect((await subjects()).slice(2)).toEqual(['Your Basic plan has ended'])
  const [mail] = await mailsTo(shop.app, buyer.email)
  expect(mail!.text).toContain('You canceled it, and the time you paid for is over.')
})

it('a yearly renewal is announced once, in its last 7 days; not when it is cancelled', async () => {
  await shop.subscribe(buyer, { plan: 'basic', period: 'yearly' })
  await setClock(shop.app.db, '2027-10-24T00:00:00Z')
  expect(await remind()).toEqual([])
  await setClock(shop.app.db, '2027-10-26T00:00:00Z')
  expect((await remind()).map(({ subject }) => subject)).toEqual([
    'Your Basic plan renews on Nov 1, 2027',
  ])
  expect(await remind()).toEqual([])
})

it('a year that another plan follows is announced with that plan and the price that was agreed', async () => {
  await shop.subscribe(buyer, { plan: 'pro', period: 'yearly' })
  await buyer.call(api.billing.change, { body: { plan: 'basic', period: 'monthly' } })
  await setClock(shop.app.db, '2027-10-26T00:00:00Z')
  const admin = await newAdmin(shop.app)
  const setPrice = (PLAN_PRICES: string | null) =>
    admin.call(api.adminSettings.change, { body: { PLAN_PRICES } })
  await setPrice('basic_monthly=1500')
  const [mail] = await remind()
  await setPrice(null)
  expect(mail!.subject).toBe('Your Pro plan changes to Basic, monthly on Nov 1, 2027')
  expect(mail!.text).toContain('you are charged $12.00')
  await buyer.call(api.billing.cancel, { body: {} })
  expect(await remind()).toEqual([])
})

it('few credits are told once a credit month, and not to who switched it off', async () => {
  await shop.subscribe(buyer, { plan: 'basic', period: 'monthly' })
  expect(await remind()).toEqual([])
  const { writer } = shop.app.context.credits
  const spend = (amount: number) =>
    transact(shop.app.db, async (tx) => {
      await writer(tx).adjust({ userId: buyer.id, amount, externalId: `s${amount}`, text: 'spent' })
    })
  await spend(-1801)
  await buyer.call(api.billing.chooseMails, { body: { low_credits: false } })
  expect(await buyer.call(api.billing.mails, {})).toMatchObject({ low_credits: false })
  expect(await remind()).toEqual([])
  await buyer.call(api.billing.chooseMails, { body: { low_credits: true } })
  // No new ones come where the plan ends.
  await buyer.call(api.billing.cancel, { body: {} })
  expect(await remind()).toEqual([])
  await buyer.call(api.billing.resume, { body: {} })
  const [mail] = await remind()
  expect(mail!.subject).toBe('You have 199 credits left')
  expect(mail!.text).toContain('New ones arrive on Dec 1, 2026')
  await spend(-10)
  expect(await remind()).toEqual([])
})

it('few credits are told with an address that ends it by one press, without a login', async () => {
  await shop.subscribe(buyer, { plan: 'basic', period: 'monthly' })
  const { writer } = shop.app.context.credits
  await transact(shop.app.db, async (tx) => {
    await writer(tx).adjust({ userId: buyer.id, amount: -1801, externalId: 'few', text: 'spent' })
  })
  const sent: Mail[] = []
  const mailer = { send: async (_tx: unknown, mail: Mail) => void sent.push(mail) }
  const siteOfUser = () => ({ name: 'Atelier', origin: `${shop.app.url}/es`, language: 'es' })
  await createBillingMails({ mailer, siteOfUser } as never).remindOfCredits(shop.app.db)
  const { unsubscribe } = sent.find(({ to }) => to === buyer.email)!
  expect(unsubscribe).toMatch(new RegExp(`^${shop.app.url}/unsubscribe/`))
  const press = async (url: string, method = 'POST') => {
    const response = await fetch(url, {
      method,
      redirect: 'manual',
      ...(method === 'POST' && { body: new URLSearchParams('List-Unsubscribe=One-Click') }),
    })
    return [response.status, response.headers.get('location')]
  }
  const choice = () => buyer.call(api.billing.mails, {})
  // Programs open links by themselves.
  expect(await press(unsubscribe!, 'GET')).toEqual([302, '/user/account#mails'])
  const other = await shop.newBuyer()
  const forged = unsubscribe!.replace(buyer.id, other.id)
  for (const wrong of [
    forged,
    `${unsubscribe}x`,
    unsubscribe!.slice(0, -3),
    `${shop.app.url}/unsubscribe/%00`,
  ])
    expect((await press(wrong))[0]).toBe(404)
  expect(await choice()).toMatchObject({ low_credits: true })
  expect(await press(unsubscribe!)).toEqual([204, null])
  expect(await press(unsubscribe!)).toEqual([204, null])
  expect(await choice()).toMatchObject({ low_credits: false })
  expect(await other.call(api.billing.mails, {})).toMatchObject({ low_credits: true })
})
