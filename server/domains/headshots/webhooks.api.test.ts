import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { api } from '#contract/index.ts'
import { cancel } from '#server/domains/studios/testing/studio-app.ts'
import { startReceiver, type WebhookReceiver } from '#tests/support/doubles/webhook-receiver.ts'
import { trainUntil } from '#tests/support/doubles/scripted-training.ts'
import { ada, engine, order, studio, until, withSetApp } from './testing/set-app.ts'

let receiver: WebhookReceiver
beforeAll(async () => {
  receiver = await startReceiver()
})
withSetApp(() => ({ WEBHOOK_HOSTS: receiver.host }))
afterAll(() => receiver.close())
beforeEach(async () => {
  receiver.messages.length = 0
  await ada.call(api.webhookEndpoints.create, {
    body: { url: receiver.url, events: ['run.ended'] },
  })
})

const told = () => receiver.messages.map(({ event }) => event.data)

test('a set is told of once, when all of its shots have ended', async () => {
  const run = await order(await studio())
  await until(run, 'done')
  await expect.poll(() => told().length, { timeout: 20_000 }).toBe(1)
  expect(told()).toMatchObject([{ id: run.id, status: 'done', shots: { length: 8 } }])
})

test('one that comes to nothing is told of with why', async () => {
  engine.training.script = trainUntil(10, false)
  const training = await studio()
  const run = await order(training)
  await cancel(ada, training)
  await until(run, 'failed')
  await expect.poll(() => told().length, { timeout: 20_000 }).toBe(1)
  expect(told()).toMatchObject([{ id: run.id, status: 'failed', error: { code: 'not_trained' } }])
})
