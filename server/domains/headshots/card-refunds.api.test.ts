import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { api } from '#contract/index.ts'
import { read, refusal, remove } from '#server/domains/studios/testing/studio-app.ts'
import { EngineError } from '#server/engines/spec/index.ts'
import { setClock } from '#tests/support/books.ts'
import { finishAll, hang, scriptedFace } from '#tests/support/doubles/scripted-engine.ts'
import { trainToTheEnd, trainUntil } from '#tests/support/doubles/scripted-training.ts'
import { balanceOf } from '#tests/support/generation.ts'
import { mailsTo } from '#tests/support/inbox.ts'
import {
  PRICE,
  START,
  ada,
  changeRun,
  engine,
  failFirst,
  hours,
  order,
  paidRun,
  pay,
  readRun,
  refunds,
  shop,
  studio,
  sweep,
  until,
  withCardShop,
} from './testing/card-shop.ts'

withCardShop()
test('three quarters are enough: the payment stays, and a failed shot is redone for nothing', async () => {
  failFirst(1)
  const done = await until(await paidRun(), 'done')
  expect(done.payment).toMatchObject({ passed: 3, verdict: 'kept' })
  const failed = done.shots.find(({ status }) => status === 'failed')!
  const redo = () =>
    ada.call(api.headshotRuns.redo, { params: { id: done.id, shot: failed.id }, body: {} })
  const answers = await Promise.allSettled([redo(), redo(), redo()])
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  await expect
    .poll(
      async () => {
        await sweep()
        return (await readRun(done)).shots.filter(({ status }) => status === 'ready').length
      },
      { timeout: 20_000 },
    )
    .toBe(4)
  expect((await readRun(done)).redo.left).toBe(9)
  await changeRun(done, 'redone = 10')
  expect(await refusal(redo())).toMatchObject({ status: 409 })
  await changeRun(done, `redone = 0, paid_at = money_now() - interval '31 days'`)
  expect(await refusal(redo())).toMatchObject({ status: 409 })
  expect(await balanceOf(ada)).toEqual({ credits: 0, credits_held: 0 })
  expect(await refunds()).toEqual([])
})

test('fewer than three quarters: all of it goes back, once, whoever asks how often; then nothing is redone', async () => {
  failFirst(2)
  const run = await paidRun()
  await until(run, 'done')
  const { billing } = shop.app.context
  await Promise.all([sweep(), billing.sweep(), billing.returnOwed(), billing.returnOwed(), sweep()])
  await shop.settle()
  await shop.replay()
  await billing.returnOwed()
  const done = await readRun(run)
  expect(done.payment).toMatchObject({ passed: 2, verdict: 'returned', refunded: PRICE })
  expect(await refunds()).toEqual([PRICE])
  expect((await shop.state(ada)).invoices).toMatchObject([{ status: 'refunded' }])
  const [mail, ...others] = await mailsTo(shop.app, ada.email)
  expect(mail!.subject).toBe('$29.00 refunded')
  expect(mail!.text).toContain('Fewer than three quarters')
  expect(others.map(({ subject }) => subject)).not.toContain(mail!.subject)
  const ready = done.shots.find(({ status }) => status === 'ready')!
  const redo = ada.call(api.headshotRuns.redo, {
    params: { id: run.id, shot: ready.id },
    body: {},
  })
  expect(await refusal(redo)).toMatchObject({ status: 409 })
})

test('shots that are not like the person do not pass', async () => {
  const run = await paidRun()
  engine.script = async (work) => {
    engine.faces = [{ ...scriptedFace({ size: 300 }), identity: [0, 1] }]
    await finishAll(work)
  }
  const done = await until(run, 'done')
  expect(done.payment).toMatchObject({ passed: 0, verdict: 'returned', refunded: PRICE })
})

test('what comes after 24 hours comes too late, what was drawn before counts whenever it is seen', async () => {
  engine.script = hang
  const late = await paidRun()
  await until(late, 'drawing')
  await setClock(shop.app.db, hours(23))
  await sweep()
  expect((await readRun(late)).payment?.verdict).toBeNull()
  await setClock(shop.app.db, hours(25))
  await sweep()
  expect((await readRun(late)).payment).toMatchObject({ verdict: 'returned', refunded: PRICE })
  await ada.call(api.headshotRuns.remove, { params: { id: late.id } })

  await setClock(shop.app.db, START)
  engine.training.script = trainUntil(10, false)
  const untrained = await paidRun()
  await until(untrained, 'training')
  await setClock(shop.app.db, hours(25))
  await sweep()
  await sweep()
  expect(await readRun(untrained)).toMatchObject({
    status: 'failed',
    error: { code: 'too_late', message: expect.stringContaining('refunded in full') },
    payment: { verdict: 'returned', refunded: PRICE },
  })
  await remove(ada, { id: untrained.lora_training })

  await setClock(shop.app.db, START)
  engine.training.script = trainToTheEnd
  engine.script = finishAll
  const seenLate = await paidRun()
  await until(seenLate, 'drawing')
  const drawn = async () =>
    (await ada.call(api.inferenceJobs.batch, { params: { id: seenLate.id } })).results
  await expect
    .poll(async () => (await drawn()).every(({ status }) => status === 'S'), { timeout: 20_000 })
    .toBe(true)
  // As if nobody had looked for two days.
  await sql`update inference_jobs set finished_at = finished_at - interval '48 hours' where batch_id = ${seenLate.id}`.execute(
    shop.app.db.kysely,
  )
  await setClock(shop.app.db, hours(48))
  await sweep()
  expect((await readRun(seenLate)).payment).toMatchObject({ passed: 4, verdict: 'kept' })
  expect(await refunds()).toEqual([PRICE, PRICE])
})

test('cut off between the decision and the refund, the money goes back by the next sweep', async () => {
  failFirst(4)
  const run = await paidRun()
  await until(run, 'drawing')
  // What the deciding transaction leaves behind.
  await sql`update payments set return_reason = 'few_passed' where reference = ${run.id}`.execute(
    shop.app.db.kysely,
  )
  await changeRun(run, `verdict = 'returned'`)
  expect(await refunds()).toEqual([])
  await shop.app.context.billing.sweep()
  await shop.app.context.billing.sweep()
  expect(await refunds()).toEqual([PRICE])
  await until(run, 'done')
  expect(await refunds()).toEqual([PRICE])
})

test('cut off between the refund and its entry here, it is found and not asked for again', async () => {
  engine.script = hang
  const run = await paidRun()
  await until(run, 'drawing')
  await sql`update payments set return_reason = 'few_passed' where reference = ${run.id}`.execute(
    shop.app.db.kysely,
  )
  await changeRun(run, `verdict = 'returned'`)
  const [payment] = await shop.paymentsOf(ada)
  await shop.provider.refund(payment!.payment_intent!, `return:${payment!.id}`)
  expect((await readRun(run)).payment?.refunded).toBe(0)
  await Promise.all([1, 2].map(() => shop.app.context.billing.returnOwed()))
  expect((await readRun(run)).payment?.refunded).toBe(PRICE)
  expect(await refunds()).toEqual([PRICE])
  await ada.call(api.headshotRuns.remove, { params: { id: run.id } })
  expect(await refunds()).toEqual([PRICE])
})

test('a refund that its bank declines is left to the operator', async () => {
  failFirst(4)
  const run = await order(await studio())
  await shop.pay(run.payment?.url ?? '', '5126')
  await shop.settle()
  await until(run, 'done')
  expect((await readRun(run)).payment).toMatchObject({ verdict: 'returned', refunded: PRICE })
  await shop.goTo(hours(30))
  await shop.app.context.billing.sweep()
  expect(await refunds()).toEqual([PRICE])
  expect((await readRun(run)).payment).toMatchObject({ verdict: 'returned', refunded: 0 })
  const [mail] = await mailsTo(shop.app, ada.email)
  expect(mail!.subject).toContain('go through')
  const kinds = await sql<{ kind: string }>`
    select kind from billing_cases where user_id = ${ada.id}`.execute(shop.app.db.kysely)
  expect(kinds.rows).toEqual([{ kind: 'refund_failed' }])
})

test('what an operator gave back in part is not given twice', async () => {
  failFirst(4)
  const run = await paidRun()
  const [payment] = await shop.paymentsOf(ada)
  await shop.app.context.billing.refundPayment({ paymentId: payment!.id, amount: 900, key: 'one' })
  await until(run, 'done')
  await shop.settle()
  expect((await refunds()).toSorted((a, b) => b - a)).toEqual([2000, 900])
  expect((await readRun(run)).payment).toMatchObject({ verdict: 'returned', refunded: PRICE })
})

test('a training that fails, a studio or photos that are gone: all of it goes back', async () => {
  engine.training.script = async () => {
    throw new EngineError('out_of_memory', 'scripted', { retryable: false, userMessage: 'No.' })
  }
  expect(await until(await paidRun(), 'failed')).toMatchObject({
    error: { code: 'not_trained', message: expect.stringContaining('refunded in full') },
    payment: { verdict: 'returned', refunded: PRICE },
  })
  const gone = await paidRun()
  await remove(ada, { id: gone.lora_training })
  expect((await until(gone, 'failed')).payment).toMatchObject({ refunded: PRICE })
  const bare = await paidRun()
  const { lora_training_images: images } = await read(ada, { id: bare.lora_training })
  for (const { id: image } of images) {
    await ada.call(api.loraTrainings.removePhoto, { params: { id: bare.lora_training, image } })
  }
  expect((await until(bare, 'failed')).payment).toMatchObject({ refunded: PRICE })
  expect(await refunds()).toEqual([PRICE, PRICE, PRICE])
})

test('a set that its owner deletes is given back unless it has delivered', async () => {
  const removeRun = ({ id }: { id: string }) =>
    ada.call(api.headshotRuns.remove, { params: { id } })
  const unpaid = await order(await studio())
  await removeRun(unpaid)
  await pay(unpaid)
  const paid = await paidRun()
  await removeRun(paid)
  expect(await refunds()).toEqual([PRICE])
  const [mail] = await mailsTo(shop.app, ada.email)
  expect(mail!.text).toContain('You canceled the set before any of it was made')

  let drawn = 0
  engine.script = (work) => (++drawn > 1 ? hang(work) : finishAll(work))
  const drawing = await paidRun()
  await until(drawing, 'drawing')
  await expect
    .poll(
      async () => {
        await sweep()
        return (await readRun(drawing)).payment?.passed
      },
      { timeout: 20_000 },
    )
    .toBe(1)
  await removeRun(drawing)
  expect(await refunds()).toEqual([PRICE])
})

test.each(['cancels the drawings', 'deletes the model'])(
  'who %s after the first images is not given the money back',
  async (act) => {
    const { promise: fails, resolve: failNow } = Promise.withResolvers<void>()
    let drawn = 0
    engine.script = async (work) => {
      if (++drawn <= 2) return finishAll(work)
      if (act === 'cancels the drawings') return hang(work)
      await fails
      throw new EngineError('unsupported', 'scripted', { retryable: false, userMessage: 'No.' })
    }
    const run = await paidRun()
    await until(run, 'drawing')
    await expect
      .poll(
        async () => {
          await sweep()
          return (await readRun(run)).payment?.passed
        },
        { timeout: 20_000 },
      )
      .toBe(2)
    if (act === 'deletes the model') {
      await remove(ada, { id: run.lora_training })
      failNow()
    } else {
      const { results } = await ada.call(api.inferenceJobs.batch, { params: { id: run.id } })
      for (const { id, status } of results) {
        if (status !== 'S') await ada.call(api.inferenceJobs.cancel, { params: { id }, body: {} })
      }
    }
    expect((await until(run, 'done')).payment).toMatchObject({ passed: 2, verdict: 'kept' })
    expect(await refunds()).toEqual([])
  },
)

test('a disputed payment holds the set; lost, it ends it and nothing is refunded besides; won, it goes on', async () => {
  for (const outcome of ['lost', 'won'] as const) {
    const run = await paidRun()
    const [payment] = await shop.paymentsOf(ada)
    const dispute = await shop.test.controls.openDispute(payment!.payment_intent!)
    await shop.settle()
    await sweep()
    expect((await readRun(run)).status).toBe('paid')
    await shop.test.controls.closeDispute(dispute, outcome)
    await shop.settle()
    const ended = await until(run, outcome === 'lost' ? 'failed' : 'done')
    expect(ended.error?.code).toBe(outcome === 'lost' ? 'payment_returned' : undefined)
    expect(ended.payment?.verdict).toBe(outcome === 'lost' ? 'returned' : 'kept')
  }
  expect(await refunds()).toEqual([])
})

test('an account that is deleted while its set is trained is given the money back', async () => {
  engine.training.script = trainUntil(10, false)
  const run = await paidRun()
  await until(run, 'training')
  const unpaid = await order(await studio())
  await shop.app.context.headshots.forget(ada.id)
  await shop.app.context.headshots.forget(ada.id)
  expect(await refusal(readRun(run))).toMatchObject({ status: 404 })
  await pay(unpaid)
  expect(await refunds()).toEqual([PRICE])
  await shop.app.context.studios.forget(ada.id)
})
