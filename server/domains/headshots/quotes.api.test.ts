import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { api } from '#contract/index.ts'
import type { HeadshotOrder } from '#contract/headshot-runs.ts'
import { read, refusal, remove, untilStatus } from '#server/domains/studios/testing/studio-app.ts'
import { trainUntil } from '#tests/support/doubles/scripted-training.ts'
import { balanceOf } from '#tests/support/generation.ts'
import { newPerson } from '#tests/support/people.ts'
import {
  ada,
  app,
  engine,
  expectPaid,
  features,
  HAD,
  ORDER,
  order,
  quote,
  setsOf,
  studio,
  TRAINING,
  until,
  withSetApp,
} from './testing/set-app.ts'

withSetApp()

/** As if the price list had said so when the quote was given. */
const changeQuote = ({ id }: { id: string }, lines: Record<string, number>) =>
  app.db.kysely
    .updateTable('quotes')
    .set({
      lines: JSON.stringify(Object.entries(lines).map(([label, amount]) => ({ label, amount }))),
      cost: Object.values(lines).reduce((sum, amount) => sum + amount, 0),
    })
    .where('id', '=', id)
    .execute()

async function expectNothingBegun(training: { id: string }): Promise<void> {
  expect((await read(ada, training)).status).toBe('Not Started')
  expect(await setsOf()).toEqual([])
  await expectPaid(0)
}

test('a quote names the price of the whole set, and the order that names it pays exactly that', async () => {
  const training = await studio()
  const price = await quote(training)
  expect(price).toMatchObject({
    cost: TRAINING + 16,
    lines: [
      { label: 'Training', amount: TRAINING },
      { label: '8 headshots', amount: 16 },
    ],
    money: null,
    enough: true,
    balance: HAD,
  })
  expect(Date.parse(price.expires_at)).toBeGreaterThan(Date.now() + 9 * 60_000)
  await expectNothingBegun(training)
  await until(await order(training, { quote: price.id }), 'done')
  await expectPaid(TRAINING + 16)
  const again = await quote(training, { shots: 4 })
  expect(again).toMatchObject({ cost: 8, lines: [{ label: '4 headshots', amount: 8 }] })
  await until(await order(training, { shots: 4, quote: again.id }), 'done')
  await expectPaid(TRAINING + 16 + 8)
})

test('a quote takes the name of the call, with the studio in the body', async () => {
  const training = await studio()
  for (const call of ['payment_headshot', 'payment_headshot/'] as const) {
    const body = { call, body: { training: training.id, ...ORDER } }
    expect(await ada.call(api.quotes.create, { body })).toMatchObject({ cost: TRAINING + 16 })
  }
  const { id } = await ada.call(api.quotes.create, {
    body: { call: 'payment_headshot', body: { training: training.id, ...ORDER } },
  })
  for (const unknown of ['none', ada.id]) {
    const body = { call: 'payment_headshot', body: { training: unknown, ...ORDER } } as const
    expect(await refusal(ada.call(api.quotes.create, { body }))).toMatchObject({ status: 404 })
  }
  await expectNothingBegun(training)
  await until(await order(training, { quote: id }), 'done')
  await expectPaid(TRAINING + 16)
})

test('the same quote twice is the same set, however often and whenever it is sent', async () => {
  const training = await studio()
  const { id } = await quote(training)
  const answers = await Promise.all(Array.from({ length: 5 }, () => order(training, { quote: id })))
  expect(new Set(answers.map((run) => run.id)).size).toBe(1)
  const run = await until(answers[0]!, 'done')
  expect(await order(training, { quote: id })).toMatchObject({ id: run.id, status: 'done' })
  expect(await setsOf()).toHaveLength(1)
  await expectPaid(TRAINING + 16)
})

test('a quote of another order, of somebody else, of nothing, or of another studio is refused, and nothing is charged', async () => {
  const training = await studio()
  const other = await studio()
  const eve = await newPerson(app, { plan: 'pro', credits: HAD })
  const evil = await studio(eve)
  const drawing = await ada.call(api.quotes.create, { body: { prompt: 'a fox' } })
  const { id } = await quote(training)
  const wrong = [
    () => order(training, { quote: id, shots: 40 }),
    () => order(training, { quote: id, attire: ['suit'] }),
    () => order(training, { quote: id, gender: 'Man' }),
    () => order(other, { quote: id }),
    () => order(evil, { quote: id }, eve),
    () => order(training, { quote: drawing.id }),
    () => order(training, { quote: training.id }),
    () => order(training, { quote: 'none' }),
  ]
  for (const act of wrong) {
    expect(await refusal(act())).toMatchObject({ status: 409, code: 'quote_mismatch' })
  }
  expect(await refusal(quote(training, {}, eve))).toMatchObject({ status: 404 })
  expect(await balanceOf(eve)).toEqual({ credits: HAD, credits_held: 0 })
  await expectNothingBegun(training)
  // None of it has used it up.
  await until(await order(training, { quote: id }), 'done')
  await expectPaid(TRAINING + 16)
})

test('a quote that is over, and one whose set was deleted, is refused, and nothing is charged', async () => {
  const training = await studio()
  const late = await quote(training)
  await sql`update quotes set expires_at = money_now() - interval '1 second' where id = ${late.id}`.execute(
    app.db.kysely,
  )
  expect(await refusal(order(training, { quote: late.id }))).toMatchObject({
    status: 409,
    code: 'quote_expired',
  })
  await expectNothingBegun(training)
  const used = await quote(training)
  const run = await until(await order(training, { quote: used.id }), 'done')
  // Over or not: it was paid in time.
  await sql`update quotes set expires_at = money_now() - interval '1 second' where id = ${used.id}`.execute(
    app.db.kysely,
  )
  expect(await order(training, { quote: used.id })).toMatchObject({ id: run.id })
  const second = await quote(training, { shots: 4 })
  const kept = await until(await order(training, { shots: 4, quote: second.id }), 'done')
  await ada.call(api.headshotRuns.remove, { params: { id: run.id } })
  expect(await refusal(order(training, { quote: used.id }))).toMatchObject({
    status: 409,
    code: 'quote_used',
  })
  expect((await setsOf()).map(({ id }) => id)).toEqual([kept.id])
  await expectPaid(TRAINING + 16 + 8)
})

test('a price that rose in between is not paid, one that fell is', async () => {
  const training = await studio()
  const cheap = await quote(training)
  await changeQuote(cheap, { Training: 900, '8 headshots': 8 })
  const run = await order(training, { quote: cheap.id })
  expect(await balanceOf(ada)).toEqual({ credits: HAD - 908, credits_held: 908 })
  await until(run, 'done')
  expect((await read(ada, training)).cost).toBe(900)
  await expectPaid(908)
  const dear = await quote(training)
  await changeQuote(dear, { '8 headshots': 80 })
  await until(await order(training, { quote: dear.id }), 'done')
  await expectPaid(908 + 16)
})

test('a quote from before the training pays the shots alone, one of shots alone pays no training', async () => {
  const training = await studio()
  const early = await quote(training)
  await until(await order(training, { shots: 4 }), 'done')
  await until(await order(training, { quote: early.id }), 'done')
  await expectPaid(TRAINING + 8 + 16)

  // Its training began when it was looked at, and failed since.
  engine.training.script = trainUntil(10, false)
  const other = await studio()
  await ada.call(api.loraTrainings.start, { params: { id: other.id }, body: {} })
  await untilStatus(ada, other, 'Running')
  const shotsAlone = await quote(other)
  expect(shotsAlone.cost).toBe(16)
  await ada.call(api.loraTrainings.cancel, { params: { id: other.id }, body: {} })
  await untilStatus(ada, other, 'Failed')
  expect(await refusal(order(other, { quote: shotsAlone.id }))).toMatchObject({
    status: 409,
    code: 'quote_mismatch',
  })
  await expectPaid(TRAINING + 8 + 16)
})

test('an order that is killed between its hold and its shots holds nothing, and its quote is still good', async () => {
  const training = await studio()
  const { id } = await quote(training)
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const { promise: locked, resolve: lock } = Promise.withResolvers<void>()
  const blocker = app.db.kysely.transaction().execute(async (tx) => {
    await sql`lock table headshot_shots in share mode`.execute(tx)
    lock()
    await released
  })
  await locked
  const killed = refusal(order(training, { quote: id }))
  const kill = async () =>
    (
      await sql<{ killed: boolean }>`
        select pg_terminate_backend(pid) as killed from pg_locks
        where relation = 'headshot_shots'::regclass and not granted
          and database = (select oid from pg_database where datname = current_database())`.execute(
        app.db.kysely,
      )
    ).rows.length
  await expect.poll(kill, { timeout: 10_000 }).toBe(1)
  expect(await killed).toMatchObject({ status: 503 })
  release()
  await blocker
  await expectNothingBegun(training)
  const run = await order(training, { quote: id })
  expect(await order(training, { quote: id })).toMatchObject({ id: run.id })
  await until(run, 'done')
  await expectPaid(TRAINING + 16)
})

test('a quote of a wrong order, of a studio of another kind and of one that is gone is refused with its reason', async () => {
  const training = await studio()
  for (const [wrong, field] of [
    [{ attire: [] }, 'attire'],
    [{ attire: ['suit', 'suit'] }, 'attire'],
    [{ attire: ['armour'] }, 'attire'],
    [{ backgrounds: 'office' }, 'backgrounds'],
    [{ shots: 3 }, 'shots'],
    [{ shots: 81 }, 'shots'],
    [{ shots: 4.5 }, 'shots'],
    [{ shots: '4' }, 'shots'],
    [{ gender: 'X' }, 'gender'],
    [{ gender: null }, 'gender'],
    [{ age_range: '7-9' }, 'age_range'],
    [{ pay_by: 'cash' }, 'pay_by'],
    [{ cost: 1016 }, 'cost'],
    [{ waive: ['blur'] }, 'waive'],
  ] as const) {
    const quoted = await refusal(quote(training, wrong))
    expect(quoted).toMatchObject({ status: 400 })
    expect(JSON.stringify(quoted.body)).toContain(field)
    if (field === 'waive') continue
    const ordered = await refusal(order(training, wrong))
    expect(ordered).toMatchObject({ status: 400, body: { [field]: expect.any(Array) } })
  }
  expect(await refusal(order(training, { waive: 'blur' }))).toMatchObject({ status: 400 })
  expect(await refusal(order(training, { quote: 7 }))).toMatchObject({ status: 400 })
  expect(await refusal(quote(await studio(ada, { training_type: 'General' })))).toMatchObject({
    status: 409,
  })
  for (const id of ['none', ada.id]) {
    expect(await refusal(quote({ id }))).toMatchObject({ status: 404 })
  }
  const byCard = await refusal(quote(training, { pay_by: 'card' }))
  expect(byCard).toMatchObject({ status: 409 })
  const nothing = {} as HeadshotOrder
  const empty = ada.call(api.quotes.create, {
    body: { call: `lora_trainings/${training.id}/payment_headshot/`, body: nothing },
  })
  expect(JSON.stringify((await refusal(empty)).body)).toContain('gender')
  await remove(ada, training)
  expect(await refusal(quote(training))).toMatchObject({ status: 404 })
  await expectPaid(0)
})

test('without an engine that draws people there is no price and no order', async () => {
  const training = await studio()
  features.splice(features.indexOf('photo_person'), 1)
  try {
    for (const act of [quote, order]) {
      expect(await refusal(act(training) as Promise<unknown>)).toMatchObject({
        status: 503,
        code: 'unavailable',
      })
    }
    await expectNothingBegun(training)
  } finally {
    features.push('photo_person')
  }
})
