import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { api } from '#contract/index.ts'
import type { PaymentsApp } from '#server/domains/billing/testing/payments-app.ts'
import { withShop } from '#server/domains/billing/testing/with-shop.ts'
import { transact } from '#server/platform/db/index.ts'
import { mailsTo } from '#tests/support/inbox.ts'
import { newAdmin, newPerson, type TestPerson } from '#tests/support/people.ts'
import { AFTER, readReferral, REFERRAL_SHOP, referralSteps } from './testing/referral-steps.ts'

let shop: PaymentsApp
let inviter: TestPerson

withShop((...now) => ([shop, inviter] = now), REFERRAL_SHOP)
const { invite, buy, sweep, outcome, intentOf, dispute, close, rewarded } = referralSteps(() => ({
  shop,
  inviter,
}))

/** Withdraws from the only purchase, and waits until it is paid back. */
async function withdraw(person: TestPerson): Promise<void> {
  const { payments } = await person.call(api.withdrawals.list, {})
  const { payment } = payments[0]!
  const { id } = await person.call(api.withdrawals.start, { body: { payment } })
  await person.call(api.withdrawals.confirm, { params: { id }, body: {} })
  await shop.app.context.billing.sweep()
  await shop.settle()
}

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
    const { credits } = shop.app.context
    expect(await credits.unrecovered(shop.app.db, inviter.id)).toBe(30)
    expect(await shop.app.context.admin.findDifferences(null)).toMatchObject({ findings: [] })
    const mails = await mailsTo(shop.app, inviter.email)
    const mail = mails.find(({ subject }) => subject === '70 credits from an invitation taken back')
    expect(mail!.text).toContain('30 of them were already spent')
    expect(await readReferral(inviter)).toMatchObject({ invited: 1, earned: 0 })
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
    await withdraw(invited)
    await sweep()
    expect(await outcome(invited)).toEqual({ state: 'taken_back', reason: 'refunded' })
    expect(await shop.credits(inviter)).toBe(0)
  })

  it('leaves what was spent unrecovered on both sides, who get nothing for free any more', async () => {
    const invited = await rewarded()
    // Those of a pack never expire, so all others are spent before: the pack stays whole and is paid back whole.
    await shop.spend(inviter, 100)
    await shop.spend(invited, (await shop.credits(invited)) - 1000)
    await withdraw(invited)
    expect((await shop.paymentsOf(invited))[0]).toMatchObject({ amount: 999, refunded: 999 })
    await Promise.all([sweep(), sweep(), sweep()])
    expect(await outcome(invited)).toEqual({ state: 'taken_back', reason: 'refunded' })
    const admin = await newAdmin(shop.app)
    for (const { id, email, call } of [inviter, invited]) {
      expect(await shop.app.context.credits.unrecovered(shop.app.db, id)).toBe(100)
      await expect(call(api.credits.claimLoginBonus, { body: {} })).rejects.toMatchObject({
        code: 'permission_denied',
      })
      const record = await admin.call(api.adminPersonRecord.read, { params: { id } })
      expect(record.unrecovered).toBe(100)
      const mails = await mailsTo(shop.app, email)
      expect(mails.map(({ subject }) => subject)).toContain('An invitation no longer counts')
    }
    const second = await invite()
    await buy(second)
    await shop.goTo('2026-11-20T00:00:00Z')
    await sweep()
    expect(await outcome(second)).toMatchObject({ state: 'granted' })
    expect(await shop.credits(inviter)).toBe(0)
    expect((await readReferral(second)).joined).toMatchObject({ credits: 100 })
  })

  it('and is forgiven once, by a second administrator where it is much', async () => {
    const invited = await rewarded()
    await shop.spend(inviter, 100)
    await close(await dispute(invited), 'lost')
    await sweep()
    await sweep()
    const { app } = shop
    const missing = () => app.context.credits.unrecovered(app.db, inviter.id)
    expect(await missing()).toBe(100)
    const admins = await Promise.all([newPerson(app), newPerson(app)])
    for (const { email } of admins) await app.context.accounts.setUser({ email, admin: true })
    const [first, second] = admins
    const params = { id: inviter.id }
    const forgive = (by: TestPerson, key: string = randomUUID(), reason = 'No fault of theirs') =>
      by.call(api.admin.forgive, { params, body: { key, reason } })
    const limit = (ADJUSTMENT_LIMIT: string | null) =>
      first.call(api.adminSettings.change, { body: { ADJUSTMENT_LIMIT } })
    await limit('50')
    const key = randomUUID()
    const waiting = await Promise.all([forgive(first, key), forgive(first, key)])
    expect(waiting).toMatchObject([{ state: 'waiting', amount: 100, forgives: true }, {}])
    expect(waiting[0].id).toBe(waiting[1].id)
    expect(await missing()).toBe(100)
    const decide = (by: TestPerson, agree: boolean) =>
      by.call(api.admin.decide, { params: { id: waiting[0].id }, body: { agree } })
    await expect(decide(first, true)).rejects.toMatchObject({ code: 'permission_denied' })
    await limit(null)
    // Another one is quicker: what was asked for before finds nothing to forgive.
    const quick = await Promise.allSettled([forgive(second), forgive(second)])
    expect(quick.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(await missing()).toBe(0)
    await expect(decide(second, true)).rejects.toMatchObject({ code: 'conflict' })
    expect(await decide(second, false)).toMatchObject({ state: 'refused' })
    await expect(forgive(second)).rejects.toMatchObject({ code: 'conflict' })
    // The same key again tells what became of it.
    expect(await forgive(first, key)).toMatchObject({ id: waiting[0].id, state: 'refused' })
    await expect(forgive(first, key, 'Another reason')).rejects.toMatchObject({
      code: 'idempotency_mismatch',
    })
    expect(await shop.credits(inviter)).toBe(0)
    await inviter.call(api.credits.claimLoginBonus, { body: {} })
    expect(await shop.credits(inviter)).toBe(10)
    const { results } = await first.call(api.admin.audit, { query: { user: inviter.id } })
    expect(results.map(({ action }) => action)).toEqual([
      'forgiving_refused',
      'debt_forgiven',
      'forgiving_requested',
    ])
    expect(await app.context.admin.findDifferences(null)).toMatchObject({ findings: [] })
  })

  it('is known after the credits have expired, too', async () => {
    const invited = await rewarded()
    await shop.spend(inviter, 40)
    await shop.goTo('2027-03-01T00:00:00Z')
    await close(await dispute(invited), 'lost')
    await sweep()
    await sweep()
    expect(await outcome(invited)).toEqual({ state: 'taken_back', reason: 'disputed' })
    expect(await shop.app.context.credits.unrecovered(shop.app.db, inviter.id)).toBe(40)
    // Nothing was spent of these, and what expired unspent is not missed.
    expect(await shop.app.context.credits.unrecovered(shop.app.db, invited.id)).toBe(0)
  })

  it('and comes back, because the refund failed, gives everything back', async () => {
    const invited = await invite()
    await shop.buyPack(invited, 1000, '5126')
    await shop.settle()
    await shop.app.context.billing.readCharges()
    await shop.goTo(AFTER)
    await sweep()
    await shop.spend(inviter, 30)
    await shop.stripe.refunds.create({ payment_intent: await intentOf(invited) })
    await shop.settle()
    await sweep()
    expect(await outcome(invited)).toEqual({ state: 'taken_back', reason: 'refunded' })
    expect(await shop.app.context.credits.unrecovered(shop.app.db, inviter.id)).toBe(30)
    await shop.goTo('2026-11-10T00:00:00Z')
    await Promise.all([sweep(), sweep()])
    await sweep()
    expect(await outcome(invited)).toEqual({ state: 'granted', reason: null })
    expect(await shop.app.context.credits.unrecovered(shop.app.db, inviter.id)).toBe(0)
    expect(await shop.credits(inviter)).toBe(70)
    expect(await shop.app.context.admin.findDifferences(null)).toMatchObject({ findings: [] })
  })

  it('in part takes nothing: a goodwill refund is the operator’s affair', async () => {
    const invited = await rewarded()
    await shop.stripe.refunds.create({ payment_intent: await intentOf(invited), amount: 100 })
    await shop.settle()
    await sweep()
    expect(await outcome(invited)).toMatchObject({ state: 'granted' })
  })
})
