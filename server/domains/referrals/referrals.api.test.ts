import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { api } from '#contract/index.ts'
import type { ReferralState } from '#contract/referrals.ts'
import { transact } from '#server/platform/db/index.ts'
import { CookieJar } from '#tests/support/fetch-transport.ts'
import { setClock } from '#tests/support/books.ts'
import { mailsTo } from '#tests/support/inbox.ts'
import { newPerson, PASSWORD, type TestPerson } from '#tests/support/people.ts'
import { followReferral, register, type VisitorOptions } from '#tests/support/visitors.ts'
import type { PaymentsApp } from '#server/domains/billing/testing/payments-app.ts'
import { withShop } from '#server/domains/billing/testing/with-shop.ts'
import { createReferrals } from './create-referrals.ts'

let shop: PaymentsApp
let inviter: TestPerson

withShop((...now) => ([shop, inviter] = now), {
  app: { env: { TRUSTED_PROXIES: '127.0.0.1', LANGUAGES: 'en,es' } },
})

/** A week after what was bought on the first day. */
const AFTER = '2026-11-08T00:01:00Z'

const read = (person: TestPerson) => person.call(api.referrals.read, {})

async function invite(options: VisitorOptions = {}): Promise<TestPerson> {
  const { code } = await read(inviter)
  return register(shop.app, { code, ...options })
}

async function buy(person: TestPerson): Promise<void> {
  await shop.buyPack(person)
  await shop.settle()
  await shop.app.context.billing.readCharges()
}

const sweep = () => shop.app.context.referrals.sweep()

/** What comes of the referral of an account, as its owner and its inviter see it. */
async function outcome(
  invited: TestPerson,
): Promise<{ state: ReferralState; reason: string | null }> {
  return shop.app.db.kysely
    .selectFrom('referrals')
    .select(['state', 'reason'])
    .where('invited_id', '=', invited.id)
    .executeTakeFirstOrThrow()
}

const intentOf = async (person: TestPerson) =>
  (await shop.paymentsOf(person))[0]!.payment_intent ?? ''

async function dispute(person: TestPerson): Promise<string> {
  const id = await shop.test.controls.openDispute(await intentOf(person))
  await shop.settle()
  return id
}

async function close(id: string, end: 'won' | 'lost'): Promise<void> {
  await shop.test.controls.closeDispute(id, end)
  await shop.settle()
}

/** An invited account whose purchase is a week old, and what both got for it. */
async function rewarded(): Promise<TestPerson> {
  const invited = await invite()
  await buy(invited)
  await shop.goTo(AFTER)
  await sweep()
  expect(await outcome(invited)).toMatchObject({ state: 'granted' })
  return invited
}

describe('the link of a person', () => {
  it('keeps its code in the browser and leads to where an account is opened', async () => {
    const { code, url } = await read(inviter)
    expect(await read(inviter)).toEqual({
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

  it('makes one code, also when it is looked at twice at once', async () => {
    const codes = await Promise.all([read(inviter), read(inviter), read(inviter)])
    expect(new Set(codes.map(({ code }) => code)).size).toBe(1)
  })

  it('is not followed by accounts that were there, nor by a code that is none', async () => {
    const { code } = await read(inviter)
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
    expect(await read(inviter)).toMatchObject({ invited: 0 })
    expect(await read(before)).toMatchObject({ joined: null })
  })
})

describe('a referral', () => {
  it('brings both 100 credits for 90 days, once, when the first payment is seven days old', async () => {
    const invited = await invite()
    expect(await read(inviter)).toMatchObject({ invited: 1, waiting: 1, earned: 0 })
    expect(await read(invited)).toMatchObject({ joined: { state: 'waiting', due_at: null } })
    await buy(invited)
    const [payment] = await shop.paymentsOf(invited)
    const due = new Date(payment!.paid_at!.getTime() + 7 * 86_400_000)
    expect((await read(invited)).joined).toEqual({
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
    expect(await read(inviter)).toMatchObject({ invited: 1, waiting: 0, earned: 100, counted: 1 })
    expect((await read(invited)).joined).toMatchObject({ state: 'granted', credits: 100 })
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
    expect(await read(inviter)).toMatchObject({ waiting: 2 })
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
    await transact(shop.app.db, (tx) => accounts.limit(tx, { userId: inviter.id, reason }))
    await setClock(shop.app.db, AFTER)
    await sweep()
    expect(await outcome(invited)).toMatchObject({ state: 'waiting' })
    await transact(shop.app.db, (tx) => accounts.unlimit(tx, inviter.id))
    await sweep()
    expect(await outcome(invited)).toMatchObject({ state: 'granted' })
  })

  it('gives nothing to whoever has spent credits of a refunded payment', async () => {
    const invited = await invite()
    await buy(invited)
    await shop.buyPack(inviter, 1000, '3220')
    await shop.settle()
    await shop.spend(inviter, 500)
    await shop.stripe.refunds.create({ payment_intent: await intentOf(inviter) })
    await shop.settle()
    await setClock(shop.app.db, AFTER)
    await sweep()
    expect(await read(inviter)).toMatchObject({ earned: 0, counted: 1 })
    expect((await read(invited)).joined).toMatchObject({ state: 'granted', credits: 100 })
  })
})

describe('accounts that belong together', () => {
  it('get nothing for a shared network address, mailbox or browser', async () => {
    const cookies = new CookieJar()
    inviter = await register(shop.app, { ip: '203.0.113.20', cookies })
    const cases = {
      address: await invite({ ip: '203.0.113.20' }),
      mailbox: await invite({ email: inviter.email.replace('@', '+2@'), ip: '203.0.113.21' }),
      device: await invite({ cookies, ip: '203.0.113.22' }),
    }
    for (const [reason, invited] of Object.entries(cases)) {
      expect(await outcome(invited)).toEqual({ state: 'refused', reason })
      await buy(invited)
    }
    await setClock(shop.app.db, AFTER)
    await sweep()
    expect(await read(inviter)).toMatchObject({ invited: 3, waiting: 0, earned: 0, counted: 0 })
    expect(await shop.lines(inviter)).toEqual([])
  })

  it('are known by what turns up after they were opened', async () => {
    const cookies = new CookieJar()
    inviter = await register(shop.app, { ip: '203.0.113.30', cookies })
    const invited = await invite({ ip: '203.0.113.31' })
    expect(await outcome(invited)).toMatchObject({ state: 'waiting' })
    await buy(invited)
    // The invited account is used in the inviter's browser.
    await shop.app.browser(cookies)(api.accounts.login, {
      body: { email: invited.email, password: PASSWORD },
    })
    await setClock(shop.app.db, AFTER)
    await sweep()
    expect(await outcome(invited)).toEqual({ state: 'refused', reason: 'device' })
  })

  it('get nothing for a shared card, which is kept as a hash', async () => {
    const invited = await invite()
    await buy(invited)
    await buy(inviter)
    await setClock(shop.app.db, AFTER)
    await sweep()
    expect(await outcome(invited)).toEqual({ state: 'refused', reason: 'card' })
    const { rows } = await sql<{ row: string }>`
      select convert_from(card_hash, 'LATIN1') as row from payment_charges`.execute(
      shop.app.db.kysely,
    )
    expect(rows.some(({ row }) => row.includes('42424242'))).toBe(false)
  })
})

describe('the limit of a year', () => {
  it('counts fifty, and two at once one after the other', async () => {
    const invited = [await invite(), await invite()]
    for (const person of invited) await buy(person)
    const payments = await shop.app.db.kysely
      .selectFrom('payments')
      .select('id')
      .limit(1)
      .executeTakeFirstOrThrow()
    for (let index = 0; index < 49; index += 1) {
      const { id } = await newPerson(shop.app)
      await shop.app.db.kysely
        .insertInto('referrals')
        .values({
          inviter_id: inviter.id,
          invited_id: id,
          state: 'granted',
          reason: null,
          payment_id: payments.id,
          due_at: new Date(index === 0 ? '2025-11-08T12:00:00Z' : '2026-03-01T00:00:00Z'),
          decided_at: new Date('2026-03-01T00:00:00Z'),
        })
        .execute()
    }
    await setClock(shop.app.db, '2026-11-08T00:10:00Z')
    await Promise.all([sweep(), sweep(), sweep()])
    await sweep()
    const ends = await Promise.all(invited.map(outcome))
    expect(ends.map(({ state }) => state).toSorted()).toEqual(['granted', 'refused'])
    expect(ends.find(({ state }) => state === 'refused')!.reason).toBe('limit')
    expect(await read(inviter)).toMatchObject({ counted: 50, earned: 100 })
    await shop.app.db.kysely.deleteFrom('referrals').where('inviter_credits', '=', 0).execute()
  })
})

describe('a payment that goes back later', () => {
  it('takes what is unspent from both, once, and says so', async () => {
    const invited = await rewarded()
    await shop.spend(inviter, 30)
    await close(await dispute(invited), 'lost')
    await Promise.all([sweep(), sweep(), sweep()])
    await sweep()
    expect(await outcome(invited)).toEqual({ state: 'taken_back', reason: 'disputed' })
    expect(await shop.credits(inviter)).toBe(0)
    const revoked = (lines: string[]) => lines.filter((line) => line.startsWith('revoke'))
    expect(revoked(await shop.lines(inviter))).toEqual(['revoke -70'])
    expect(revoked(await shop.lines(invited))).toContain('revoke -100')
    // What was spent is not asked back, so it stands in the way of nothing.
    await inviter.call(api.credits.claimLoginBonus, { body: {} })
    const subjects = (await mailsTo(shop.app, inviter.email)).map(({ subject }) => subject)
    expect(subjects).toContain('70 credits from an invitation taken back')
    expect(await read(inviter)).toMatchObject({ invited: 1, earned: 0 })
  })

  it('waits for what a job holds, and nobody spends the rest meanwhile', async () => {
    const invited = await rewarded()
    const job = { userId: inviter.id, externalId: 'job', jobId: null, text: 'At work' }
    const { writer } = shop.app.context.credits
    const { holdId } = await transact(shop.app.db, (tx) => writer(tx).hold({ amount: 60, ...job }))
    await close(await dispute(invited), 'lost')
    await sweep()
    expect(await outcome(invited)).toMatchObject({ state: 'taking_back' })
    expect(await shop.credits(inviter)).toBe(0)
    await transact(shop.app.db, async (tx) => {
      await writer(tx).capture({ holdId, amount: 25, imageId: null, ...job })
      await writer(tx).release({ userId: inviter.id, holdId, cause: 'unused', text: 'Rest' })
    })
    await sweep()
    expect(await outcome(invited)).toMatchObject({ state: 'taken_back' })
    expect(await shop.lines(inviter)).toContain('revoke -75')
    expect(await shop.credits(inviter)).toBe(0)
  })

  it('by a withdrawal takes the credits back as well', async () => {
    const invited = await rewarded()
    const { payments } = await invited.call(api.withdrawals.list, {})
    const { payment } = payments[0]!
    const { id } = await invited.call(api.withdrawals.start, { body: { payment } })
    await invited.call(api.withdrawals.confirm, { params: { id }, body: {} })
    await sweep()
    expect(await outcome(invited)).toEqual({ state: 'taken_back', reason: 'refunded' })
    expect(await shop.credits(inviter)).toBe(0)
  })

  it('in part takes nothing: a goodwill refund is the operator’s affair', async () => {
    const invited = await rewarded()
    await shop.stripe.refunds.create({ payment_intent: await intentOf(invited), amount: 100 })
    await shop.settle()
    await sweep()
    expect(await outcome(invited)).toMatchObject({ state: 'granted' })
  })
})

describe('the operator and the person', () => {
  it('see who invited whom, and why it brought nothing', async () => {
    const admin = await newPerson(shop.app)
    await shop.app.context.accounts.setUser({ email: admin.email, admin: true })
    const invited = await invite()
    const { id } = inviter
    const seen = await admin.call(api.referrals.ofPerson, { params: { id } })
    expect(seen).toMatchObject({
      code: (await read(inviter)).code,
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
    const { code } = await read(inviter)
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
