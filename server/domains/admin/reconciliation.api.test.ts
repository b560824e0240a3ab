import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { api } from '#contract/index.ts'
import { type PaymentsApp, startPaymentsApp } from '#server/domains/billing/testing/payments-app.ts'
import { submit, waitForEnd } from '#tests/support/generation.ts'
import { newAdmin, type TestPerson } from '#tests/support/people.ts'

let shop: PaymentsApp
let admin: TestPerson
let buyer: TestPerson

beforeAll(async () => {
  shop = await startPaymentsApp()
  admin = await newAdmin(shop.app)
  buyer = await shop.newBuyer()
})
afterAll(() => shop.dispose())

const report = () => admin.call(api.admin.reconciliation, { query: {} })
const checks = async () => (await report()).findings.map(({ check }) => check)

/** Breaks something behind the app's back, looks, and puts it back. */
async function broken(breakIt: string, mend: string): Promise<string[]> {
  const run = (statement: string) => sql.raw(statement).execute(shop.app.db.kysely)
  await run(breakIt)
  try {
    return await checks()
  } finally {
    await run(mend)
  }
}

describe('the reconciliation', () => {
  it('finds nothing where all is right, and says what was earned', async () => {
    await shop.buyPack(buyer)
    await shop.subscribe(buyer, { plan: 'basic', period: 'monthly' })
    await shop.settle()
    await waitForEnd(buyer, await submit(buyer, { num_images: 2 }))
    const found = await report()
    expect(found).toMatchObject({
      provider_checked: true,
      provider_note: null,
      findings: [],
      stuck_holds: [],
      cases: [],
      totals: { payments: 2, paid: 999 + 1200, refunded: 0, captured: 2, pictures: 2 },
    })
    // Two credits of the plan, which cost 12 dollars for 2000.
    expect(found.margins).toMatchObject([
      { type: 'TTI', jobs: 1, pictures: 2, credits: 2, revenue: 1 },
    ])
  })

  it('shows a payment that was deleted', async () => {
    expect(
      await broken(
        // With the link to withdraw that its receipt had.
        `create table kept as select * from payments where kind = 'pack';
        delete from withdrawals; delete from payments where kind = 'pack'`,
        `insert into payments select * from kept; drop table kept`,
      ),
    ).toEqual(['bought credits have their payment', 'what the provider was paid is known here'])
  })

  it('shows a payment whose amount was changed', async () => {
    expect(
      await broken(
        `update payments set amount = amount - 100 where kind = 'pack'`,
        `update payments set amount = amount + 100 where kind = 'pack'`,
      ),
    ).toEqual(['a payment has the amount of the provider'])
  })

  it('shows a refund that never arrived', async () => {
    expect(
      await broken(
        `update payments set refunded = 5 where kind = 'pack'`,
        `update payments set refunded = 0 where kind = 'pack'`,
      ),
    ).toEqual(['what the provider gave back'])
  })

  it('shows an entry that was slipped in', async () => {
    const found = await broken(
      `insert into credit_entries (user_id, kind, external_id, amount, balance_after, text, created_at)
        select user_id, 'adjust', 'slipped', 50, balance + 50, 'x', now() from credit_accounts where balance > 1000`,
      `alter table credit_entries disable trigger credit_entries_append_only;
        delete from credit_entries where external_id = 'slipped';
        alter table credit_entries enable trigger credit_entries_append_only`,
    )
    expect(found).toContain('sum of entries = balance')
  })

  it('shows an image that was taken back after it was paid, and one that nobody paid for', async () => {
    const one = `id = (select id from prediction_images where status = 'S' limit 1)`
    expect(
      await broken(
        `update prediction_images set status = 'FL' where ${one}`,
        `update prediction_images set status = 'S' where status = 'FL'`,
      ),
    ).toEqual(['only delivered pictures were paid'])
    expect(
      await broken(
        `create table kept as select id, unit_price from inference_jobs; update inference_jobs set unit_price = 3`,
        `update inference_jobs j set unit_price = k.unit_price from kept k where k.id = j.id; drop table kept`,
      ),
    ).toEqual(['a delivered picture was paid once', 'a delivered picture was paid once'])
  })

  it('shows a hold that nothing will close', async () => {
    await sql
      .raw(
        `create table kept as select id, closed_at, captured, released from credit_holds;
        update credit_holds set closed_at = null, captured = 0`,
      )
      .execute(shop.app.db.kysely)
    const found = await report()
    await sql
      .raw(
        `update credit_holds h set closed_at = k.closed_at, captured = k.captured from kept k where k.id = h.id;
        drop table kept`,
      )
      .execute(shop.app.db.kysely)
    expect(found.stuck_holds).toMatchObject([{ email: buyer.email, amount: 2 }])
    expect(found.findings.map(({ check }) => check)).toContain('the hold of an ended job is closed')
  })

  it('has nothing stuck where the bank looks at a payment; once it is done, nothing is held', async () => {
    const { payment_intent: intent } = await shop.app.db.kysely
      .selectFrom('payments')
      .select('payment_intent')
      .where('kind', '=', 'pack')
      .executeTakeFirstOrThrow()
    const dispute = await shop.test.controls.openDispute(intent ?? '')
    await shop.settle()
    expect(await report()).toMatchObject({ stuck_holds: [], findings: [], totals: { held: 1000 } })
    await shop.test.controls.closeDispute(dispute, 'won')
    await shop.settle()
    expect(await report()).toMatchObject({ stuck_holds: [], findings: [], totals: { held: 0 } })
  })

  it('leaves alone what somebody else sells at the same provider', async () => {
    const customer = await shop.stripe.customers.create({ email: 'other@example.com' })
    const { data } = await shop.stripe.prices.list({ lookup_keys: ['atelier_basic_monthly'] })
    const session = await shop.stripe.checkout.sessions.create({
      mode: 'subscription',
      customer: customer.id,
      line_items: [{ price: data[0]?.id ?? '', quantity: 1 }],
      success_url: `${shop.app.url}/`,
    })
    await shop.pay(session.url ?? '')
    await shop.settle()
    expect((await report()).findings).toEqual([])
  })

  it('is done without being asked, too: once a day a case says what does not agree', async () => {
    const domain = shop.app.context.admin
    const cases = async () => (await report()).cases.filter(({ kind }) => kind === 'differences')
    await domain.watch()
    expect(await cases()).toEqual([])
    const run = (statement: string) => sql.raw(statement).execute(shop.app.db.kysely)
    await run(`update payments set amount = amount - 100 where kind = 'pack'`)
    await domain.watch()
    await domain.watch()
    await run(`update payments set amount = amount + 100 where kind = 'pack'`)
    expect(await cases()).toMatchObject([
      { text: 'The books do not agree (1): a payment has the amount of the provider.' },
    ])
  })

  it("is the administrators' only", async () => {
    await expect(buyer.call(api.admin.reconciliation, { query: {} })).rejects.toMatchObject({
      status: 404,
    })
  })
})
