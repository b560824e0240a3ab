import { describe, expect, it } from 'vitest'
import type { PlanChoice } from '#contract/billing.ts'
import { api } from '#contract/index.ts'
import type { TestPerson } from '#tests/support/people.ts'
import { readMoneyTime } from '#server/platform/db/index.ts'
import type { PaymentsApp } from './testing/payments-app.ts'
import { withShop } from './testing/with-shop.ts'

let shop: PaymentsApp
let buyer: TestPerson

withShop((...now) => ([shop, buyer] = now))

const MONTHLY = { period: 'monthly' } as const
const change = (body: PlanChoice) => buyer.call(api.billing.change, { body })
const resume = () => buyer.call(api.billing.resume, { body: {} })
const decline = async () =>
  shop.test.controls.decideNextCharges(await shop.customerOf(buyer), ['declined'])

/** Hobby with Basic set for its end, and an upgrade to Pro whose card has failed. */
async function failedUpgrade(to: PlanChoice = { plan: 'pro', ...MONTHLY }) {
  await shop.subscribe(buyer, { plan: 'hobby', ...MONTHLY })
  const { billing } = await change({ plan: 'basic', ...MONTHLY })
  await decline()
  const done = await change(to)
  expect(done.status).toBe('payment_pending')
  return { scheduled: billing.scheduled!, done: done.billing }
}

/** A minute after the period's end. */
async function nextPeriod(at: string): Promise<void> {
  await shop.goTo(new Date(Date.parse(at) + 60_000))
  await shop.replay()
}

async function expectChanged(at: string): Promise<void> {
  await nextPeriod(at)
  expect(await shop.state(buyer)).toMatchObject({ plan: 'basic', scheduled: null })
  expect((await shop.state(buyer)).invoices[0]).toMatchObject({ amount: 1200, status: 'paid' })
  expect(await shop.lines(buyer)).toEqual(['grant 10000', 'expire -10000', 'grant 2000'])
}

describe('a downgrade that was set, when an upgrade is not paid', () => {
  it('stays set while the upgrade waits, and takes place when its time to be paid is over', async () => {
    const { scheduled, done } = await failedUpgrade()
    expect(done).toMatchObject({ plan: 'hobby', scheduled, due_invoice: { is_change: true } })
    await shop.replay()
    expect((await shop.state(buyer)).scheduled).toEqual(scheduled)
    // Far beyond the upgrade's end, so that nobody here did anything in between.
    await expectChanged(scheduled.at)
  })

  it('takes place when the upgrade is abandoned, and is taken back after that by itself', async () => {
    const { scheduled } = await failedUpgrade()
    const shown = await buyer.call(api.billing.previewResume, { body: {} })
    expect(shown).toMatchObject({
      drops: { scheduled: null, unpaid: { amount: expect.any(Number) } },
      scheduled,
      next_charge: { amount: 1200, at: scheduled.at },
    })
    expect(await resume()).toMatchObject({ plan: 'hobby', payment_due: false, scheduled })
    await shop.replay()
    expect(await shop.state(buyer)).toMatchObject({ plan: 'hobby', scheduled })
    expect(await resume()).toMatchObject({ plan: 'hobby', scheduled: null })
    await change({ plan: 'basic', ...MONTHLY })
    await expectChanged(scheduled.at)
  })

  it('takes place after several abandoned upgrades, to a year, too', async () => {
    const { scheduled } = await failedUpgrade({ plan: 'pro', period: 'yearly' })
    await resume()
    await decline()
    expect((await change({ plan: 'pro', ...MONTHLY })).billing).toMatchObject({ scheduled })
    await Promise.allSettled([resume(), resume(), shop.replay()])
    await shop.settle()
    expect((await shop.state(buyer)).scheduled).toEqual(scheduled)
    await expectChanged(scheduled.at)
  })

  it('is gone once the upgrade is paid after all', async () => {
    const { scheduled, done } = await failedUpgrade()
    const [invoice] = done.invoices
    const row = (await shop.paymentsOf(buyer)).find(({ id }) => id === invoice?.id)
    await shop.stripe.invoices.pay(row?.external_id ?? '')
    await shop.replay()
    expect(await shop.state(buyer)).toMatchObject({ plan: 'pro', scheduled: null })
    await nextPeriod(scheduled.at)
    expect((await shop.state(buyer)).invoices[0]).toMatchObject({ amount: 9900, status: 'paid' })
  })

  it('is gone once the plan is cancelled', async () => {
    const { scheduled } = await failedUpgrade()
    const state = await buyer.call(api.billing.cancel, { body: {} })
    expect(state).toMatchObject({ cancel_at: scheduled.at, scheduled: null, payment_due: false })
    await nextPeriod(scheduled.at)
    expect(await shop.state(buyer)).toMatchObject({ plan: 'free' })
  })

  it('is set again by the sweep where a process died in the middle of the change', async () => {
    await shop.subscribe(buyer, { plan: 'hobby', ...MONTHLY })
    const { billing } = await change({ plan: 'basic', ...MONTHLY })
    const scheduled = billing.scheduled!
    const row = await shop.app.db.kysely
      .updateTable('subscriptions')
      .set({ keeps_scheduled: true, changing_until: new Date(Date.now() + 3_600_000) })
      .where('user_id', '=', buyer.id)
      .returningAll()
      .executeTakeFirstOrThrow()
    // What is read before the schedule goes does not say that it need not be kept.
    await shop.app.context.billing.sweep()
    await shop.stripe.subscriptionSchedules.release(row.schedule_id ?? '')
    await shop.settle()
    // While the change may still run, nobody else touches it.
    expect((await shop.provider.readSubscription(row.external_id ?? ''))?.scheduled).toBeNull()
    expect((await shop.state(buyer)).scheduled).toEqual(scheduled)
    await shop.app.db.kysely
      .updateTable('subscriptions')
      .set({ changing_until: new Date((await readMoneyTime(shop.app.db.kysely)).getTime() - 1e12) })
      .where('id', '=', row.id)
      .execute()
    await Promise.all([1, 2, 3].map(() => shop.app.context.billing.sweep()))
    await expectChanged(scheduled.at)
  })
})
