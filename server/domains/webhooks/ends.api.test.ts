import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { api } from '#contract/index.ts'
import { WEBHOOK_EVENTS } from '#contract/values/webhooks.ts'
import type { ScriptedEngine } from '#tests/support/doubles/scripted-engine.ts'
import { trainToTheEnd } from '#tests/support/doubles/scripted-training.ts'
import { startReceiver, type WebhookReceiver } from '#tests/support/doubles/webhook-receiver.ts'
import { PACK } from '#tests/support/bodies.ts'
import { startGenerationApp, submit, waitForEnd } from '#tests/support/generation.ts'
import { newPerson, type TestPerson } from '#tests/support/people.ts'
import { makePng } from '#tests/support/pictures.ts'
import type { TestApp } from '#tests/support/test-app.ts'
import { upload, uploadForm } from '#tests/support/uploads.ts'

let app: TestApp
let engine: ScriptedEngine
let receiver: WebhookReceiver
let person: TestPerson
beforeAll(async () => {
  receiver = await startReceiver()
  ;({ app, engine } = await startGenerationApp(
    {},
    { env: { WEBHOOK_HOSTS: receiver.host }, takesSteps: true },
  ))
  engine.training.script = trainToTheEnd
  person = await newPerson(app, { plan: 'pro', credits: 5000 })
  await person.call(api.webhookEndpoints.create, {
    body: { url: receiver.url, events: [...WEBHOOK_EVENTS] },
  })
})
afterAll(async () => {
  await app.dispose()
  await receiver.close()
})
beforeEach(() => {
  receiver.messages.length = 0
})

/** The messages of a kind, oldest first. */
const told = (type: string) =>
  receiver.messages.flatMap(({ event }) => (event.type === type ? [event.data] : []))

test('a video ends as a job and as a video', async () => {
  const image = (await upload(person, await makePng(64, 64))).id
  const video = await person.call(api.videoInferenceJobs.create, { body: { image, duration: 2 } })
  await waitForEnd(person, video)
  await expect.poll(() => receiver.messages.length).toBe(2)
  expect(told('job.ended')).toMatchObject([{ id: video.id, type: 'VID', status: 'S' }])
  expect(told('video.ended')).toMatchObject([
    { id: video.id, type: 'video', status: 'S', video: { id: expect.any(String) } },
  ])
})

test('a job that moderation refuses has ended, too', async () => {
  const job = await submit(person, { prompt: 'a nude child' })
  await expect
    .poll(() => told('job.ended'))
    .toMatchObject([{ id: job.id, status: 'B', images: [] }])
})

test('a run of a pack is told of once, when all of it has ended', async () => {
  const staff = await newPerson(app)
  await app.context.accounts.setUser({ email: staff.email, staff: true })
  const pack = await staff.call(api.photoPacks.create, {
    body: { ...PACK, shots: [...PACK.shots] },
  })
  await staff.call(api.photoPacks.publish, { params: { id: pack.id }, body: {} })
  const run = await person.call(api.photoPacks.run, {
    params: { id: pack.id },
    body: { training: null },
  })
  await expect.poll(() => told('run.ended').length, { timeout: 50_000 }).toBe(1)
  expect(told('run.ended')).toMatchObject([
    { id: run.id, status: 'S', counts: { shots: 10, delivered: 10, open: 0 } },
  ])
  await expect.poll(() => told('job.ended').length).toBe(10)
})

test('a training is told of with its model, or with why there is none', async () => {
  const create = async () => {
    const training = await person.call(api.loraTrainings.create, {
      body: { project_name: 'Cup', object_type: 'object', consent: { subject: 'none' } },
    })
    for (let count = 0; count < 4; count += 1) {
      const form = uploadForm(await makePng(560 + count, 560))
      form.append('lora_training', training.id)
      await person.call(api.loraTrainings.upload, { body: form })
    }
    return training
  }
  const start = ({ id }: { id: string }) =>
    person.call(api.loraTrainings.start, { params: { id }, body: {} })
  const done = await create()
  await start(done)
  await expect.poll(() => told('training.ended').length, { timeout: 40_000 }).toBe(1)
  expect(told('training.ended')).toMatchObject([{ id: done.id, status: 'Successful', cost: 1000 }])
  engine.training.script = () => new Promise(() => undefined)
  const stopped = await create()
  await start(stopped)
  await person.call(api.loraTrainings.cancel, { params: { id: stopped.id }, body: {} })
  await expect.poll(() => told('training.ended').length).toBe(2)
  expect(told('training.ended')[1]).toMatchObject({ id: stopped.id, status: 'Failed' })
})
