import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { api } from '#contract/index.ts'
import type { PaymentsApp } from '#server/domains/billing/testing/payments-app.ts'
import { withShop } from '#server/domains/billing/testing/with-shop.ts'
import { setClock } from '#tests/support/books.ts'
import { CookieJar } from '#tests/support/fetch-transport.ts'
import { newPerson, PASSWORD, type TestPerson } from '#tests/support/people.ts'
import { register } from '#tests/support/visitors.ts'
import { AFTER, readReferral, REFERRAL_SHOP, referralSteps } from './testing/referral-steps.ts'

let shop: PaymentsApp
let inviter: TestPerson

withShop((...now) => ([shop, inviter] = now), REFERRAL_SHOP)
const { invite, buy, sweep, outcome } = referralSteps(() => ({ shop, inviter }))

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
    expect(await readReferral(inviter)).toMatchObject({
      invited: 3,
      waiting: 0,
      earned: 0,
      counted: 0,
    })
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
    await buy(invited, '0341')
    await buy(inviter, '0341')
    await setClock(shop.app.db, AFTER)
    await sweep()
    expect(await outcome(invited)).toEqual({ state: 'refused', reason: 'card' })
    const { rows } = await sql<{ row: string }>`
      select encode(card_hash, 'escape') as row from payment_charges where card_hash is not null`.execute(
      shop.app.db.kysely,
    )
    expect(rows.some(({ row }) => row.includes('00000341'))).toBe(false)
  })
})

describe('cards that are not known yet', () => {
  it('are waited for on both sides, for two days at most', async () => {
    const invited = await invite()
    await buy(invited, '0341')
    // The inviter's own card, which has paid before and was not read.
    await shop.buyPack(inviter, 1000, '0341')
    await shop.settle()
    await setClock(shop.app.db, AFTER)
    await sweep()
    expect(await outcome(invited)).toMatchObject({ state: 'waiting' })
    await shop.app.context.billing.readCharges()
    await sweep()
    expect(await outcome(invited)).toEqual({ state: 'refused', reason: 'card' })
  })

  it('that nobody can read keep nobody waiting without end', async () => {
    const invited = await invite()
    await buy(invited)
    await shop.buyPack(inviter, 1000, '3220')
    await shop.settle()
    await setClock(shop.app.db, '2026-11-10T00:02:00Z')
    await sweep()
    expect(await outcome(invited)).toMatchObject({ state: 'granted' })
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
    expect(await readReferral(inviter)).toMatchObject({ counted: 50, earned: 100 })
    await shop.app.db.kysely.deleteFrom('referrals').where('inviter_credits', '=', 0).execute()
  })
})
