import { describe, expect, it } from 'vitest'
import { api } from '#contract/index.ts'
import type { PaymentsApp } from '#server/domains/billing/testing/payments-app.ts'
import { withShop } from '#server/domains/billing/testing/with-shop.ts'
import { transact } from '#server/platform/db/index.ts'
import { setClock } from '#tests/support/books.ts'
import { CookieJar } from '#tests/support/fetch-transport.ts'
import { mailsTo } from '#tests/support/inbox.ts'
import { newAdmin, newPerson, PASSWORD, type TestPerson } from '#tests/support/people.ts'
import { followReferral, register } from '#tests/support/visitors.ts'
import { createReferrals } from './create-referrals.ts'
import { AFTER, readReferral, REFERRAL_SHOP, referralSteps } from './testing/referral-steps.ts'

let shop: PaymentsApp
let inviter: TestPerson

withShop((...now) => ([shop, inviter] = now), REFERRAL_SHOP)
const { invite, buy, sweep, outcome, intentOf, dispute, close } = referralSteps(() => ({
  shop,
  inviter,
}))

describe('the link of a person', () => {
  it('keeps its code in the browser and leads to where an account is opened', async () => {
    const { code, url } = await readReferral(inviter)
    expect(await readReferral(inviter)).toEqual({
      code,
      url: `${shop.app.config.publicUrl}/r/${code}`,
      invited: 0,
      waiting: 0,
      earned: 0,
      counted: 0,
      joined: null,
    })
    expect(url).toContain(code)
    const cookies = new CookieJar()
    expect(await followReferral(shop.app, code, cookies)).toBe(`/register?ref=${code}`)
    expect(cookies.get('referral')).toBe(code)
    const strange = new CookieJar()
    expect(await followReferral(shop.app, 'nobodys22x', strange)).toBe('/register')
    expect(await followReferral(shop.app, '%00', strange)).toBe('/register')
    expect(strange.get('referral')).toBeUndefined()
  })

  it('is kept by the page it leads to as well, which promises nothing for a code of nobody', async () => {
    const { code } = await readReferral(inviter)
    const open = (path: string) =>
      shop.app.context.http!.inject({ url: path, headers: { accept: 'text/html' } })
    const own = await open(`/es/register?nextUrl=%2Fpricing&ref=${code.toUpperCase()}`)
    expect(own.cookies.find(({ name }) => name === 'referral')).toMatchObject({
      value: code,
      httpOnly: true,
    })
    expect(own.headers.location).toBeUndefined()
    for (const ref of ['nobodys22x', '%00', '']) {
      const strange = await open(`/register?ref=${ref}&nextUrl=%2Fpricing`)
      expect([strange.statusCode, strange.headers.location]).toEqual([
        302,
        '/register?nextUrl=%2Fpricing',
      ])
      expect(strange.cookies.map(({ name }) => name)).not.toContain('referral')
    }
    expect((await open('/register?ref=nobodys22x')).headers.location).toBe('/register')
  })

  it('makes one code, also when it is looked at twice at once', async () => {
    const codes = await Promise.all([
      readReferral(inviter),
      readReferral(inviter),
      readReferral(inviter),
    ])
    expect(new Set(codes.map(({ code }) => code)).size).toBe(1)
  })

  it('is not followed by accounts that were there, nor by a code that is none', async () => {
    const { code } = await readReferral(inviter)
    const before = await newPerson(shop.app)
    const cookies = new CookieJar()
    await followReferral(shop.app, code, cookies)
    const body = {
      first_name: 'Ada',
      email: before.email,
      password1: PASSWORD,
      password2: PASSWORD,
    }
    await shop.app.browser(cookies)(api.accounts.register, { body })
    const forged = new CookieJar()
    forged.set('referral', 'aaaaaaaaaa')
    await register(shop.app, { cookies: forged })
    expect(await readReferral(inviter)).toMatchObject({ invited: 0 })
    expect(await readReferral(before)).toMatchObject({ joined: null })
  })
})

describe('a referral', () => {
  it('brings both 100 credits for 90 days, once, when the first payment is seven days old', async () => {
    const invited = await invite()
    expect(await readReferral(inviter)).toMatchObject({ invited: 1, waiting: 1, earned: 0 })
    expect(await readReferral(invited)).toMatchObject({
      joined: { state: 'waiting', due_at: null },
    })
    await buy(invited)
    const [payment] = await shop.paymentsOf(invited)
    const due = new Date(payment!.paid_at!.getTime() + 7 * 86_400_000)
    expect((await readReferral(invited)).joined).toEqual({
      state: 'waiting',
      due_at: due.toISOString(),
      credits: 0,
    })
    await setClock(shop.app.db, '2026-11-07T23:50:00Z')
    await sweep()
    expect(await shop.lines(inviter)).toEqual([])

    await setClock(shop.app.db, '2026-11-20T00:00:00Z')
    await Promise.all([sweep(), sweep(), sweep(), sweep()])
    await shop.replay()
    await sweep()
    expect(await shop.lines(inviter)).toEqual(['grant 100'])
    expect(await shop.lines(invited)).toEqual(['grant 1000', 'grant 100'])
    for (const person of [inviter, invited]) {
      const { lots, results } = await person.call(api.credits.statement, { query: {} })
      expect(lots.find(({ kind }) => kind === 'bonus')).toMatchObject({
        remaining: 100,
        expires_at: new Date(due.getTime() + 90 * 86_400_000).toISOString(),
      })
      const line = results.find(({ text }) => text.startsWith('Invitation:'))
      expect(line).toMatchObject({ amount: 100, created_at: due.toISOString() })
      const mails = await mailsTo(shop.app, person.email)
      expect(
        mails.filter(({ subject }) => subject === '100 credits for an invitation'),
      ).toHaveLength(1)
    }
    expect(await readReferral(inviter)).toMatchObject({
      invited: 1,
      waiting: 0,
      earned: 100,
      counted: 1,
    })
    expect((await readReferral(invited)).joined).toMatchObject({ state: 'granted', credits: 100 })
    const { findings } = await shop.app.context.admin.findDifferences(null)
    expect(findings).toEqual([])
  })

  it('is mailed and stands in the statement in Spanish for who reads it', async () => {
    const invited = await invite()
    await invited.call(api.account.setLanguage, { body: { language: 'es' } })
    await buy(invited)
    await setClock(shop.app.db, AFTER)
    await sweep()
    const mails = await mailsTo(shop.app, invited.email)
    const mail = mails.find(({ subject }) => subject === '100 créditos por una invitación')
    expect(mail!.text).toContain('Te uniste por una invitación')
    const response = await fetch(`${shop.app.url}/api/credits/`, {
      headers: { authorization: `Token ${invited.token}`, 'accept-language': 'es' },
    })
    const { results } = (await response.json()) as { results: { text: string }[] }
    expect(results[0]!.text).toBe('Invitación: te uniste por un enlace y pagaste por primera vez')
  })

  it('is granted whole or not at all when it is cut off, and once after that', async () => {
    const invited = await invite()
    await buy(invited)
    await setClock(shop.app.db, AFTER)
    const { db, context, config } = shop.app
    let sent = 0
    const cut = createReferrals({
      db,
      credits: context.credits,
      clusters: context.clusters,
      // Both have their credits, and the process is gone before the second mail is written.
      mailer: {
        send: async () => {
          sent += 1
          if (sent > 1) throw new Error('cut off')
        },
      },
      siteOfUser: () => ({ name: 'Atelier', origin: config.publicUrl, language: 'en' }),
      originOf: () => config.publicUrl,
      log: { error: () => {} } as never,
    })
    await cut.sweep()
    expect(sent).toBe(2)
    expect(await shop.lines(inviter)).toEqual([])
    expect(await outcome(invited)).toMatchObject({ state: 'waiting' })
    await sweep()
    await sweep()
    expect(await shop.lines(inviter)).toEqual(['grant 100'])
    expect(await shop.lines(invited)).toEqual(['grant 1000', 'grant 100'])
  })

  it('counts the first payment alone', async () => {
    const invited = await invite()
    await buy(invited)
    await shop.goTo('2026-11-03T00:00:00Z')
    await shop.stripe.refunds.create({ payment_intent: await intentOf(invited) })
    await buy(invited)
    await shop.goTo('2026-11-25T00:00:00Z')
    await sweep()
    expect(await outcome(invited)).toEqual({ state: 'refused', reason: 'refunded' })
    expect(await shop.lines(inviter)).toEqual([])
  })

  it('of which the money is disputed waits for the end of that', async () => {
    const [lucky, other] = [await invite(), await invite()]
    await buy(lucky)
    await buy(other)
    const [won, lost] = [await dispute(lucky), await dispute(other)]
    await setClock(shop.app.db, AFTER)
    await sweep()
    expect(await readReferral(inviter)).toMatchObject({ waiting: 2 })
    await close(won, 'won')
    await close(lost, 'lost')
    await sweep()
    expect(await outcome(lucky)).toEqual({ state: 'granted', reason: null })
    expect(await outcome(other)).toEqual({ state: 'refused', reason: 'disputed' })
    expect(await shop.lines(inviter)).toEqual(['grant 100'])
  })

  it('waits while one of the two is limited, or not confirmed', async () => {
    const invited = await invite()
    await buy(invited)
    const { accounts } = shop.app.context
    const reason = 'Under review'
    await transact(shop.app.db, (tx) => accounts.limit(tx, { userIds: [inviter.id], reason }))
    await setClock(shop.app.db, AFTER)
    await sweep()
    expect(await outcome(invited)).toMatchObject({ state: 'waiting' })
    await transact(shop.app.db, (tx) => accounts.unlimit(tx, inviter.id))
    await sweep()
    expect(await outcome(invited)).toMatchObject({ state: 'granted' })
  })

  it('gives nothing to a person who has spent credits of a refunded payment', async () => {
    const invited = await invite()
    await buy(invited)
    await shop.buyPack(inviter, 1000, '3220')
    await shop.settle()
    await shop.app.context.billing.readCharges()
    await shop.spend(inviter, 500)
    await shop.stripe.refunds.create({ payment_intent: await intentOf(inviter) })
    await shop.settle()
    await setClock(shop.app.db, AFTER)
    await sweep()
    expect(await readReferral(inviter)).toMatchObject({ earned: 0, counted: 1 })
    expect((await readReferral(invited)).joined).toMatchObject({ state: 'granted', credits: 100 })
  })
})

describe('the operator and the person', () => {
  it('see who invited whom, and why it brought nothing', async () => {
    const admin = await newAdmin(shop.app)
    const invited = await invite()
    const { id } = inviter
    const seen = await admin.call(api.referrals.ofPerson, { params: { id } })
    expect(seen).toMatchObject({
      code: (await readReferral(inviter)).code,
      invited_by: null,
      invited: [{ user: invited.id, email: invited.email, state: 'waiting', reason: null }],
    })
    expect(await admin.call(api.referrals.ofPerson, { params: { id: invited.id } })).toMatchObject({
      code: null,
      invited_by: { user: id, email: inviter.email, credits: 0 },
      invited: [],
    })
    await expect(
      admin.call(api.referrals.ofPerson, { params: { id: 'none' } }),
    ).rejects.toMatchObject({ status: 404 })
  })

  it('have them in the copy of their data, and lose the code with the account', async () => {
    const invited = await invite({ ip: '203.0.113.44' })
    const { referrals, network_addresses: addresses } = await invited.call(api.account.export, {})
    expect(referrals).toEqual({
      code: null,
      joined: { state: 'waiting', due_at: null, credits: 0 },
      invited: [],
    })
    expect(addresses).toHaveLength(1)
    const { code } = await readReferral(inviter)
    await inviter.call(api.account.remove, { body: { password: PASSWORD } })
    await shop.app.context.privacy.sweep()
    expect(await outcome(invited)).toEqual({ state: 'refused', reason: 'account_closed' })
    expect(await followReferral(shop.app, code, new CookieJar())).toBe('/register')
    await invited.call(api.account.remove, { body: { password: PASSWORD } })
    await shop.app.context.privacy.sweep()
    const rows = await shop.app.db.kysely
      .selectFrom('account_addresses')
      .select('user_id')
      .where('user_id', '=', invited.id)
      .execute()
    expect(rows).toEqual([])
  })
})
