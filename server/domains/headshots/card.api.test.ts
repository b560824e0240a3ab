import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { api } from '#contract/index.ts'
import { create, read, refusal } from '#server/domains/studios/testing/studio-app.ts'
import { balanceOf } from '#tests/support/generation.ts'
import { mailsTo } from '#tests/support/inbox.ts'
import {
  PRICE,
  ada,
  changeRun,
  engine,
  hours,
  order,
  paidRun,
  pay,
  portrait,
  quote,
  readRun,
  refunds,
  shop,
  studio,
  sweep,
  until,
  withCardShop,
} from './testing/card-shop.ts'

withCardShop()

test('a set waits for its payment, then it is trained and drawn on the free plan, and no credits move', async () => {
  const training = await studio()
  const price = await quote(training)
  expect(price).toMatchObject({ cost: 0, lines: [], money: { amount: PRICE, currency: 'usd' } })
  const run = await order(training, { quote: price.id })
  expect(run).toMatchObject({
    status: 'unpaid',
    payment: { amount: PRICE, currency: 'usd', verdict: null, judged_at: null },
  })
  await sweep()
  expect((await read(ada, training)).status).toBe('Not Started')
  await pay(run, '0002')
  await shop.settle()
  expect((await readRun(run)).status).toBe('unpaid')
  await pay(run)
  await shop.settle()
  expect(await readRun(run)).toMatchObject({
    status: 'paid',
    payment: { url: null, judged_at: expect.any(String) },
  })
  const done = await until(run, 'done')
  expect(done.payment).toMatchObject({ passed: 4, verdict: 'kept', refunded: 0 })
  expect(await balanceOf(ada)).toEqual({ credits: 0, credits_held: 0 })
  expect(await refunds()).toEqual([])
  const { invoices } = await shop.state(ada)
  expect(invoices).toMatchObject([
    { kind: 'headshots', text: 'A set of headshots', amount: PRICE, status: 'paid' },
  ])
  expect(invoices[0]?.url).toContain('http')
  expect((await mailsTo(shop.app, ada.email))[0]!.subject).toBe(
    'Receipt: a set of headshots, $29.00',
  )
  expect((await read(ada, training)).cost).toBe(0)
})

test('a set by card is sold at its own brand alone, at its price, of forty shots at most', async () => {
  const training = await studio()
  expect(await refusal(order(training, {}, ada.call))).toMatchObject({ status: 409 })
  expect(await refusal(order(training, { shots: 41 }))).toMatchObject({ status: 400 })
  expect(await refusal(quote(training, {}, ada.call))).toMatchObject({ status: 409 })
  expect(await refusal(quote(training, { shots: 41 }))).toMatchObject({ status: 400 })
  const offers = await Promise.all([ada.call, portrait].map((call) => call(api.plans.list, {})))
  expect(offers.map((one) => one.headshot_set_price)).toEqual([null, PRICE])
  const empty = await create(ada, {
    object_type: 'person',
    training_type: 'Professional Headshots',
    consent: { subject: 'self' },
  })
  expect(await refusal(order(empty))).toMatchObject({ status: 400 })
  expect((await ada.call(api.headshotRuns.list, { query: {} })).results).toEqual([])
})

test('the same order finds the same page, another takes its place, and of many at once one is there', async () => {
  const training = await studio()
  const answers = await Promise.all([1, 2, 3, 4].map(() => order(training)))
  expect(new Set(answers.map(({ id }) => id)).size).toBe(1)
  const [first] = answers
  const other = await order(training, { gender: 'Man' })
  expect(other.id).not.toBe(first!.id)
  expect((await readRun(first!)).status).toBe('expired')
  const { status } = await shop.stripe.checkout.sessions.retrieve(
    /test-checkout\/([^/?]+)/.exec(first!.payment!.url!)![1]!,
  )
  expect(status).toBe('expired')
  await pay(other)
  await shop.settle()
  expect((await readRun(other)).status).toBe('paid')
  expect(await refusal(order(training))).toMatchObject({ status: 409 })
  await until(other, 'done')
})

test('the quote of a set by card is its price, and the same quote is the same set, before it is paid and after', async () => {
  const training = await studio()
  const price = await quote(training)
  const answers = await Promise.all([1, 2, 3].map(() => order(training, { quote: price.id })))
  expect(new Set(answers.map(({ id }) => id)).size).toBe(1)
  const [run] = answers
  // Another quote of the same order finds the same page.
  const second = await quote(training)
  expect((await order(training, { quote: second.id })).id).toBe(run!.id)
  expect(await refusal(order(training, { quote: price.id, gender: 'Man' }))).toMatchObject({
    code: 'quote_mismatch',
  })
  const inCredits = { quote: price.id, pay_by: 'credits' }
  expect(await refusal(order(training, inCredits))).toMatchObject({ code: 'quote_mismatch' })
  await pay(run!)
  await shop.settle()
  for (const { id } of [price, second]) {
    expect(await order(training, { quote: id })).toMatchObject({ id: run!.id })
  }
  await until(run!, 'done')
  expect(await refunds()).toEqual([])
  expect(await shop.paymentsOf(ada)).toHaveLength(1)
})

test('a price by card that rose in between is not asked for, and a quote that is over opens no page', async () => {
  const training = await studio()
  const changeQuote = ({ id }: { id: string }, change: string) =>
    sql.raw(`update quotes set ${change} where id = '${id}'`).execute(shop.app.db.kysely)
  const late = await quote(training)
  await changeQuote(late, 'expires_at = money_now()')
  expect(await refusal(order(training, { quote: late.id }))).toMatchObject({
    code: 'quote_expired',
  })
  const dear = await quote(training)
  const waiting = await order(training, { quote: dear.id })
  expect(waiting.payment?.amount).toBe(PRICE)
  const cheap = await quote(training)
  await changeQuote(cheap, `cents = ${PRICE - 500}`)
  // The page that is open asks for more than it said.
  expect(await refusal(order(training, { quote: cheap.id }))).toMatchObject({
    code: 'quote_mismatch',
  })
  await ada.call(api.headshotRuns.remove, { params: { id: waiting.id } })
  const other = await studio()
  const cheaper = await quote(other)
  await changeQuote(cheaper, `cents = ${PRICE - 500}`)
  const run = await order(other, { quote: cheaper.id })
  expect(run.payment?.amount).toBe(PRICE - 500)
  await pay(run)
  await shop.settle()
  expect((await shop.paymentsOf(ada)).map(({ amount }) => amount)).toEqual([PRICE - 500])
  await until(run, 'done')
})

test('another checkout takes the place of the page; the same order opens it again', async () => {
  const training = await studio()
  const run = await order(training)
  await ada.call(api.billing.checkout, { query: { quantity: '1000' } })
  expect((await readRun(run)).payment?.url).toBeNull()
  await pay(run)
  await shop.settle()
  expect((await readRun(run)).status).toBe('unpaid')
  const again = await order(training)
  expect(again.id).toBe(run.id)
  await pay(again)
  await shop.settle()
  expect((await readRun(run)).status).toBe('paid')
  await until(run, 'done')
  expect(await shop.paymentsOf(ada)).toHaveLength(1)
})

test('however often and in whatever order the payment is told, it starts one training', async () => {
  const run = await order(await studio())
  const session = await pay(run)
  const begun = engine.training.begun.length
  const ask = () => ada.call(api.billing.checkoutSuccess, { query: { session_id: session } })
  await Promise.all([ask(), ask(), shop.settle(), sweep(), shop.app.context.billing.sweep()])
  await shop.replay()
  await Promise.all([1, 2, 3].map(sweep))
  await until(run, 'done')
  await shop.replay()
  expect(engine.training.begun.length).toBe(begun + 1)
  expect(await shop.paymentsOf(ada)).toHaveLength(1)
  expect((await readRun(run)).payment).toMatchObject({ verdict: 'kept', refunded: 0 })
})

test('cut off between payment and start, it is started later, once', async () => {
  const training = await studio()
  const run = await order(training)
  await pay(run)
  // No event comes: whoever sweeps finds it at the provider.
  await sql`update checkouts set created_at = created_at - interval '11 minutes'`.execute(
    shop.app.db.kysely,
  )
  await shop.app.context.billing.sweep()
  expect((await readRun(run)).status).toBe('paid')
  await sql`alter table lora_trainings add constraint broken check (status <> 'Pending') not valid`.execute(
    shop.app.db.kysely,
  )
  await sweep()
  expect((await readRun(run)).status).toBe('paid')
  await sql`alter table lora_trainings drop constraint broken`.execute(shop.app.db.kysely)
  const begun = engine.training.begun.length
  await until(run, 'done')
  expect(engine.training.begun.length).toBe(begun + 1)
  await shop.settle()
})

test('nobody pays: the page is over after a day, and the photos are free for another order', async () => {
  const training = await studio()
  const run = await order(training)
  await changeRun(run, `created_at = now() - interval '25 hours'`)
  await sweep()
  expect((await readRun(run)).status).toBe('unpaid')
  await shop.goTo(hours(25))
  await sweep()
  expect(await readRun(run)).toMatchObject({ status: 'expired', payment: { url: null } })
  expect((await read(ada, training)).lora_training_images).toHaveLength(4)
  const again = await order(training)
  expect(again.id).not.toBe(run.id)
  await ada.call(api.headshotRuns.remove, { params: { id: again.id } })
})

test('what is paid when the set no longer waits goes back in full, once, and starts nothing', async () => {
  const training = await studio()
  const run = await order(training)
  await changeRun(run, `status = 'expired'`)
  await pay(run)
  await shop.settle()
  await shop.replay()
  await shop.app.context.billing.sweep()
  await sweep()
  expect(await refunds()).toEqual([PRICE])
  expect((await readRun(run)).status).toBe('expired')
  expect((await read(ada, training)).status).toBe('Not Started')
  const [mail] = await mailsTo(shop.app, ada.email)
  expect(mail!.subject).toBe('We are refunding your payment')
  expect(mail!.text).toContain('the order was no longer open')
})

test('books that do not agree about a set by card are told', async () => {
  const run = await paidRun()
  const done = await until(run, 'done')
  const { kysely } = shop.app.db
  const found = async () => {
    const { findings } = await shop.app.context.admin.findDifferences(null)
    return findings.map(({ check }) => check)
  }
  const owe = (reason: string) =>
    sql
      .raw(`update payments set return_reason = ${reason} where reference = '${run.id}'`)
      .execute(kysely)
  expect(done.payment?.verdict).toBe('kept')
  await owe(`'few_passed'`)
  expect(await found()).toEqual(['money goes back for a set that was not kept'])
  await owe('null')
  await changeRun(run, `verdict = 'returned'`)
  expect(await found()).toEqual(['money goes back for a set that was not kept'])
  await changeRun(run, `verdict = null, paid_at = paid_at - interval '27 hours'`)
  expect(await found()).toEqual(['a set by card is judged within a day'])
  await changeRun(run, `verdict = 'kept', payment_id = gen_random_uuid()`)
  expect((await found()).toSorted((a, b) => a.localeCompare(b))).toEqual([
    'a card payment is of its set',
    'a set that is made by card has its payment',
  ])
  const [payment] = await shop.paymentsOf(ada)
  await changeRun(run, `payment_id = '${payment!.id}'`)
})
