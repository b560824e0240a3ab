import { afterEach, describe, expect, it } from 'vitest'
import { api } from '#contract/index.ts'
import { TOOL_PRICE_NAMES } from '#server/config/price-settings.ts'
import { setClock } from '#tests/support/books.ts'
import { newAdmin, type TestPerson } from '#tests/support/people.ts'
import { upgradeCredits } from './proration.ts'
import type { PaymentsApp } from './testing/payments-app.ts'
import { withShop } from './testing/with-shop.ts'

let shop: PaymentsApp
let buyer: TestPerson

withShop((...now) => ([shop, buyer] = now))

const MONTHLY = { period: 'monthly' } as const
const pick = ({ proration_date, seen }: { proration_date: number | null; seen: string }) => ({
  proration_date,
  seen,
})
const NAMES = ['TOOL_PRICES', 'PACK_PRICES', 'PLAN_PRICES', 'FREE_CREDITS']

async function change(body: Record<string, string | null>) {
  const admin = await newAdmin(shop.app)
  return admin.call(api.adminSettings.change, { body })
}
afterEach(async () => {
  await change(Object.fromEntries(NAMES.map((name) => [name, null])))
})

const offers = () => shop.app.call(api.plans.list, {})
const trainingCost = async () => (await offers()).training_cost
const findings = async () => (await shop.app.context.admin.findDifferences(3000)).findings

describe('a price of a tool', () => {
  it('changes at once, and a quote that was given keeps its own', async () => {
    const body = { prompt: 'a red fox', num_images: 1 }
    const person = await shop.newBuyer()
    await shop.buyPack(person)
    await shop.settle()
    const before = await person.call(api.quotes.create, { body })
    await change({ TOOL_PRICES: 'image_1mp=3,training=1200' })
    const after = await person.call(api.quotes.create, { body })
    expect(after.cost).toBe(before.cost * 3)
    expect(await trainingCost()).toBe(1200)
    const job = await person.call(api.inferenceJobs.create, {
      body: { ...body, quote: before.id },
    })
    expect(job.cost.quoted).toBe(before.cost)
  })

  it('is there for each name', async () => {
    const numbers = TOOL_PRICE_NAMES.map((_name, index) => 500 + index)
    const list = TOOL_PRICE_NAMES.map((name, index) => `${name}=${numbers[index]}`).join(',')
    await change({ TOOL_PRICES: list })
    const { prices, training_cost: training } = await offers()
    const { image, upscale, video, ...others } = prices
    const shown = [
      ...image.map(({ credits }) => credits),
      ...Object.values({ ...others, ...upscale, ...video, training }),
    ]
    expect(shown.toSorted((a, b) => a - b)).toEqual(numbers)
  })

  it.each([
    ['TOOL_PRICES', 'training=0'],
    ['TOOL_PRICES', 'no_such=3'],
    ['PACK_PRICES', '1000=49'],
    ['PLAN_PRICES', 'basic_monthly=1200,basic_monthly=1300'],
    ['FREE_CREDITS', '0'],
  ])('of %s %s is refused', async (name, value) => {
    await expect(change({ [name]: value })).rejects.toMatchObject({ status: 400 })
  })
})

describe('a price from a date on', () => {
  it('holds from that time, is in the history, and is undone by one step', async () => {
    const admin = await newAdmin(shop.app)
    const planned = await admin.call(api.adminSettings.plan, {
      body: { starts_at: '2026-11-10T00:00:00Z', changes: { TOOL_PRICES: 'training=1500' } },
    })
    expect(planned.state).toBe('planned')
    expect(await trainingCost()).toBe(1000)
    await setClock(shop.app.db, '2026-11-09T23:59:00Z')
    await shop.app.context.installation.applyDueChanges()
    expect(await trainingCost()).toBe(1000)
    await setClock(shop.app.db, '2026-11-10T00:00:00Z')
    await shop.app.context.installation.applyDueChanges()
    await shop.app.context.installation.applyDueChanges()
    expect(await trainingCost()).toBe(1500)
    const { results } = await admin.call(api.adminSettings.changes, { query: {} })
    expect(results[0]).toMatchObject({
      id: planned.id,
      state: 'applied',
      changes: { TOOL_PRICES: 'training=1500' },
      previous: { TOOL_PRICES: null },
    })
    await admin.call(api.adminSettings.undo, { params: { id: planned.id }, body: {} })
    expect(await trainingCost()).toBe(1000)
    await expect(
      admin.call(api.adminSettings.undo, { params: { id: planned.id }, body: {} }),
    ).rejects.toMatchObject({ status: 409 })
    const log = await admin.call(api.admin.audit, { query: { action: 'setting_changed' } })
    expect(log.results[0]).toMatchObject({ data: { from: 'training=1500', to: null } })
  })

  it('leaves as they are what was changed since it was planned', async () => {
    const admin = await newAdmin(shop.app)
    await change({ TOOL_PRICES: 'training=1100,face_swap=2' })
    const plan = (starts_at: string, TOOL_PRICES: string) =>
      admin.call(api.adminSettings.plan, { body: { starts_at, changes: { TOOL_PRICES } } })
    await plan('2026-11-10T00:00:00Z', 'training=1500,face_swap=2')
    await plan('2026-11-11T00:00:00Z', 'training=1100,face_swap=2,pro_upscale=7')
    await change({ TOOL_PRICES: 'training=1100,face_swap=3' })
    const shown = async () => {
      const { prices, training_cost } = await offers()
      return [training_cost, prices.face_swap, prices.pro_upscale]
    }
    await setClock(shop.app.db, '2026-11-12T00:00:00Z')
    // Each process follows by itself, and what cron stores is the same.
    await shop.app.context.installation.applyDueChanges()
    expect(await shown()).toEqual([1500, 3, 7])
    const { results } = await admin.call(api.adminSettings.changes, { query: {} })
    expect(results[1]).toMatchObject({
      changes: { TOOL_PRICES: 'training=1500,face_swap=3,pro_upscale=7' },
      previous: { TOOL_PRICES: 'training=1500,face_swap=3' },
    })
    await admin.call(api.adminSettings.undo, { params: { id: results[1]!.id }, body: {} })
    expect(await shown()).toEqual([1500, 3, 4])
  })

  it('holds at its time by itself, and not once it was canceled', async () => {
    const admin = await newAdmin(shop.app)
    const { rows } = await shop.app.db.pool.query<{ now: Date }>('select money_now() as now')
    const soon = new Date(rows[0]!.now.getTime() + 1500).toISOString()
    const plan = (training: number) =>
      admin.call(api.adminSettings.plan, {
        body: { starts_at: soon, changes: { TOOL_PRICES: `training=${training}` } },
      })
    const canceled = await plan(1700)
    await plan(1600)
    await admin.call(api.adminSettings.cancelPlan, { params: { id: canceled.id } })
    await expect(
      admin.call(api.adminSettings.cancelPlan, { params: { id: canceled.id } }),
    ).rejects.toMatchObject({ status: 409 })
    expect(await trainingCost()).toBe(1000)
    await expect.poll(trainingCost, { timeout: 10_000 }).toBe(1600)
    await shop.app.context.installation.applyDueChanges()
    expect(await trainingCost()).toBe(1600)
  })

  it('is refused in the past, for a secret, and for what holds from the next start on', async () => {
    const admin = await newAdmin(shop.app)
    const plan = (starts_at: string, changes: Record<string, string>) =>
      admin.call(api.adminSettings.plan, { body: { starts_at, changes } })
    await expect(plan('2026-10-01T00:00:00Z', { FREE_CREDITS: '50' })).rejects.toMatchObject({
      status: 400,
    })
    const wrong: Record<string, string>[] = [
      { STRIPE_SECRET_KEY: 'sk_test_1' },
      { UPLOAD_DAYS: '3' },
      {},
    ]
    for (const changes of wrong) {
      await expect(plan('2027-01-01T00:00:00Z', changes)).rejects.toMatchObject({ status: 400 })
    }
  })
})

describe('what is given away', () => {
  it('is told to the pages as it is set', async () => {
    const told = async () => (await shop.app.call(api.site.configuration, {})).freeCredits
    expect(await told()).toBe(40)
    await change({ FREE_CREDITS: '55' })
    expect(await told()).toBe(55)
  })
})

describe('a price of a pack', () => {
  it('is asked of who opens a page from then on; an open page keeps its own', async () => {
    const query = { quantity: '1000' }
    const open = await buyer.call(api.billing.checkout, { query })
    await change({ PACK_PRICES: '1000=1299' })
    expect((await offers()).packs[0]).toMatchObject({ quantity: 1000, price: 1299 })
    await shop.pay(open.url)
    await shop.settle()
    const other = await shop.newBuyer()
    await shop.buyPack(other)
    await shop.settle()
    expect((await shop.paymentsOf(buyer))[0]).toMatchObject({ amount: 999, credits: 1000 })
    expect((await shop.paymentsOf(other))[0]).toMatchObject({ amount: 1299, credits: 1000 })
    expect(await findings()).toEqual([])
  })
})

describe('a plan that runs', () => {
  it('keeps its price and credits; who begins it later has the new ones', async () => {
    await shop.subscribe(buyer, { plan: 'basic', ...MONTHLY })
    await change({ PLAN_PRICES: 'basic_monthly=1500,basic_credits=3000' })
    const other = await shop.newBuyer()
    await shop.subscribe(other, { plan: 'basic', ...MONTHLY })
    await shop.settle()
    expect((await shop.state(buyer)).next_charge).toMatchObject({ amount: 1200 })
    expect((await shop.state(other)).next_charge).toMatchObject({ amount: 1500 })
    await shop.goTo('2026-12-01T00:01:00Z')
    expect(await shop.lines(buyer)).toEqual(['grant 2000', 'expire -2000', 'grant 2000'])
    expect(await shop.lines(other)).toEqual(['grant 3000', 'expire -3000', 'grant 3000'])
    expect((await shop.paymentsOf(buyer)).map(({ amount }) => amount)).toEqual([1200, 1200])
    expect((await shop.paymentsOf(other)).map(({ amount }) => amount)).toEqual([1500, 1500])
    expect(await findings()).toEqual([])
  })

  it('is upgraded at the price that was shown, or not at all', async () => {
    await shop.subscribe(buyer, { plan: 'basic', ...MONTHLY })
    const body = { plan: 'starter', ...MONTHLY } as const
    const { proration_date, seen } = await buyer.call(api.billing.preview, { body })
    await change({ PLAN_PRICES: 'starter_monthly=3900' })
    const press = buyer.call(api.billing.change, { body: { ...body, proration_date, seen } })
    await expect(press).rejects.toMatchObject({ status: 409 })
    await shop.settle()
    expect((await shop.paymentsOf(buyer)).map(({ amount }) => amount)).toEqual([1200])
    const fresh = await buyer.call(api.billing.preview, { body })
    await change({ PLAN_PRICES: 'starter_monthly=3900,starter_credits=4000' })
    await expect(
      buyer.call(api.billing.change, { body: { ...body, ...pick(fresh) } }),
    ).rejects.toMatchObject({ status: 409 })
    const again = await buyer.call(api.billing.preview, { body })
    const done = await buyer.call(api.billing.change, { body: { ...body, ...pick(again) } })
    expect(done.status).toBe('changed')
    expect((await shop.paymentsOf(buyer))[0]).toMatchObject({ amount: again.amount_due })
  })

  it('that is scheduled keeps the price of that day, on the pages and at the provider', async () => {
    await shop.subscribe(buyer, { plan: 'starter', ...MONTHLY })
    const body = { plan: 'basic', ...MONTHLY } as const
    const shown = await buyer.call(api.billing.preview, { body })
    await change({ PLAN_PRICES: 'basic_monthly=1500' })
    const stale = buyer.call(api.billing.change, { body: { ...body, ...pick(shown) } })
    await expect(stale).rejects.toMatchObject({ status: 409 })
    await change({ PLAN_PRICES: null })
    await buyer.call(api.billing.change, { body: { ...body, ...pick(shown) } })
    await change({ PLAN_PRICES: 'basic_monthly=1500' })
    expect((await shop.state(buyer)).next_charge).toMatchObject({ amount: 1200 })
    // An upgrade that is not paid takes it off, and it is put on again as it was.
    await shop.test.controls.decideNextCharges(await shop.customerOf(buyer), ['declined'])
    const pro = { plan: 'pro', ...MONTHLY } as const
    const { status } = await buyer.call(api.billing.change, { body: pro })
    expect(status).toBe('payment_pending')
    const outlook = await buyer.call(api.billing.previewResume, { body: {} })
    expect(outlook.next_charge).toMatchObject({ amount: 1200 })
    await buyer.call(api.billing.resume, { body: {} })
    expect((await shop.state(buyer)).next_charge).toMatchObject({ amount: 1200 })
    await shop.goTo('2026-12-01T00:01:00Z')
    expect((await shop.paymentsOf(buyer))[0]).toMatchObject({ amount: 1200, plan: 'basic' })
    expect((await shop.state(buyer)).next_charge).toMatchObject({ amount: 1200 })
    expect(await findings()).toEqual([])
  })

  it('is upgraded by its own credits to those of the new plan', async () => {
    await shop.subscribe(buyer, { plan: 'basic', ...MONTHLY })
    await change({ PLAN_PRICES: 'basic_credits=4000,starter_credits=6000,starter_monthly=3900' })
    const { anchor, renews_at: end } = await shop.app.db.kysely
      .selectFrom('subscriptions')
      .select(['anchor', 'renews_at'])
      .where('user_id', '=', buyer.id)
      .executeTakeFirstOrThrow()
    await setClock(shop.app.db, '2026-11-16T00:00:00Z')
    const body = { plan: 'starter', ...MONTHLY } as const
    const shown = await buyer.call(api.billing.preview, { body })
    const at = new Date((shown.proration_date ?? 0) * 1000)
    const granted = upgradeCredits({ old: 2000, new: 6000, at, start: anchor, end })
    expect(shown).toMatchObject({ credits_now: granted, credits_monthly: 6000, amount_due: 1350 })
    const { proration_date } = shown
    await buyer.call(api.billing.change, { body: { ...body, proration_date } })
    await shop.settle()
    expect(await shop.lines(buyer)).toEqual(['grant 2000', `grant ${granted}`])
    await shop.goTo('2026-12-01T00:01:00Z')
    expect((await shop.lines(buyer)).at(-1)).toBe('grant 6000')
    expect(await findings()).toEqual([])
  })
})
