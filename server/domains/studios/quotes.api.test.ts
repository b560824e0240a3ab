import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { api } from '#contract/index.ts'
import type { ScriptedEngine } from '#tests/support/doubles/scripted-engine.ts'
import { trainUntil } from '#tests/support/doubles/scripted-training.ts'
import { balanceOf } from '#tests/support/generation.ts'
import type { TestPerson } from '#tests/support/people.ts'
import type { TestApp } from '#tests/support/test-app.ts'
import {
  cancel,
  quoteOf,
  read,
  ready,
  refusal,
  remove,
  resetEngine,
  start,
  startStudios,
  untilStatus,
} from './testing/studio-app.ts'

const HAD = 2500
const PRICE = 1000

let studios: Awaited<ReturnType<typeof startStudios>>
let app: TestApp
let engine: ScriptedEngine
let ada: TestPerson

beforeAll(async () => {
  studios = await startStudios()
  ;({ app, engine } = studios)
})
afterAll(() => app.dispose())
beforeEach(async () => {
  resetEngine(engine)
  ada = await studios.owner()
})

const quote = (training: { id: string }, person = ada) => quoteOf(training, person)

/** As if the price list had said so when the quote was given. */
const changeQuote = ({ id }: { id: string }, cost: number) =>
  app.db.kysely.updateTable('quotes').set({ cost }).where('id', '=', id).execute()

const expire = ({ id }: { id: string }) =>
  sql`update quotes set expires_at = money_now() - interval '1 second' where id = ${id}`.execute(
    app.db.kysely,
  )

async function expectMoney(credits: number, held = 0): Promise<void> {
  expect(await balanceOf(ada)).toEqual({ credits, credits_held: held })
  expect(await app.context.credits.reconcile()).toEqual([])
}

test('a start pays what its quote says', async () => {
  const training = await ready(ada)
  const price = await quote(training)
  expect(price).toMatchObject({
    cost: PRICE,
    lines: [{ label: 'Training', amount: PRICE }],
    money: null,
    balance: HAD,
    enough: true,
  })
  expect(Date.parse(price.expires_at)).toBeGreaterThan(Date.now() + 9 * 60_000)
  await expectMoney(HAD)
  await start(ada, training, { quote: price.id })
  await untilStatus(ada, training, 'Successful')
  await expectMoney(HAD - PRICE)
})

test('the same quote starts one training, however often and whenever it is sent', async () => {
  engine.training.script = trainUntil(10, false)
  const training = await ready(ada)
  const { id } = await quote(training)
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => start(ada, training, { quote: id })),
  )
  expect(new Set(answers.map((one) => one.id))).toEqual(new Set([training.id]))
  await untilStatus(ada, training, 'Running')
  await expire({ id })
  expect(await start(ada, training, { quote: id })).toMatchObject({ status: 'Running' })
  await expectMoney(HAD - PRICE, PRICE)
  // Without it, it is another start.
  expect(await refusal(start(ada, training))).toMatchObject({ status: 409, code: 'conflict' })
  expect(await refusal(quote(training))).toMatchObject({ status: 409, code: 'conflict' })
  // It failed since: what was paid back is not started again by an old answer.
  await cancel(ada, training)
  await untilStatus(ada, training, 'Failed')
  expect(await start(ada, training, { quote: id })).toMatchObject({ status: 'Failed' })
  await expectMoney(HAD)
  await remove(ada, training)
  expect(await refusal(start(ada, training, { quote: id }))).toMatchObject({ status: 404 })
})

test('a quote takes the name of the call, with the studio in the body', async () => {
  const training = await ready(ada)
  for (const call of ['start_training', 'start_training/'] as const) {
    const body = { call, body: { training: training.id, waive: [] } }
    expect(await ada.call(api.quotes.create, { body })).toMatchObject({ cost: PRICE })
  }
  const { id } = await ada.call(api.quotes.create, {
    body: { call: 'start_training', body: { training: training.id } },
  })
  expect(await start(ada, training, { quote: id })).toMatchObject({ id: training.id })
  const none = { call: 'start_training', body: { training: crypto.randomUUID() } } as const
  expect(await refusal(ada.call(api.quotes.create, { body: none }))).toMatchObject({ status: 404 })
  await cancel(ada, training)
  await untilStatus(ada, training, 'Failed')
})

test('a quote of another training, of somebody else, of something else or that is over starts nothing', async () => {
  const training = await ready(ada)
  const other = await ready(ada)
  const eve = await studios.owner()
  const evil = await ready(eve)
  const drawing = await ada.call(api.quotes.create, { body: { prompt: 'a fox' } })
  const { id } = await quote(training)
  const wrong = [
    () => start(ada, other, { quote: id }),
    () => start(eve, evil, { quote: id }),
    () => start(ada, training, { quote: drawing.id }),
    () => start(ada, training, { quote: training.id }),
    () => start(ada, training, { quote: 'none' }),
  ]
  for (const act of wrong) {
    expect(await refusal(act())).toMatchObject({ status: 409, code: 'quote_mismatch' })
  }
  expect(await refusal(start(eve, training, { quote: id }))).toMatchObject({ status: 404 })
  expect(await refusal(quote(training, eve))).toMatchObject({ status: 404 })
  await expire({ id })
  expect(await refusal(start(ada, training, { quote: id }))).toMatchObject({
    status: 409,
    code: 'quote_expired',
  })
  for (const one of [training, other]) expect((await read(ada, one)).status).toBe('Not Started')
  await expectMoney(HAD)
})

test('a price that rose in between is not paid, one that fell is', async () => {
  const [first, second] = [await ready(ada), await ready(ada)]
  const cheap = await quote(first)
  await changeQuote(cheap, PRICE - 100)
  await start(ada, first, { quote: cheap.id })
  expect((await untilStatus(ada, first, 'Successful')).cost).toBe(PRICE - 100)
  await expectMoney(HAD - PRICE + 100)
  const dear = await quote(second)
  await changeQuote(dear, PRICE + 500)
  await start(ada, second, { quote: dear.id })
  await untilStatus(ada, second, 'Successful')
  await expectMoney(HAD - 2 * PRICE + 100)
})

test('a start that is killed after its hold holds nothing, and its quote is still good', async () => {
  const training = await ready(ada)
  const { id } = await quote(training)
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const { promise: locked, resolve: lock } = Promise.withResolvers<void>()
  const blocker = app.db.kysely.transaction().execute(async (tx) => {
    await sql`lock table pgboss.job in share mode`.execute(tx)
    lock()
    await released
  })
  await locked
  const killed = refusal(start(ada, training, { quote: id }))
  const kill = async () =>
    (
      await sql<{ killed: boolean }>`
        select pg_terminate_backend(pid) as killed from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and query ilike '%insert into%job%'
          and application_name not like 'atelier-queue%'`.execute(app.db.kysely)
    ).rows.length
  await expect.poll(kill, { timeout: 10_000 }).toBeGreaterThan(0)
  expect(await killed).toMatchObject({ status: 503 })
  release()
  await blocker
  expect((await read(ada, training)).status).toBe('Not Started')
  await expectMoney(HAD)
  await start(ada, training, { quote: id })
  await untilStatus(ada, training, 'Successful')
  await expectMoney(HAD - PRICE)
})
