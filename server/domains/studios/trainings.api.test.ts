import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { api } from '#contract/index.ts'
import type { LoraTraining } from '#contract/lora-trainings.ts'
import { EngineError } from '#server/engines/spec/index.ts'
import {
  SCRIPTED_STEPS,
  trainToTheEnd,
  trainUntil,
} from '#tests/support/doubles/scripted-training.ts'
import { openEventStream } from '#tests/support/event-stream.ts'
import { submit, waitForEnd } from '#tests/support/generation.ts'
import { newPerson } from '#tests/support/people.ts'
import {
  addPhoto,
  cancel,
  photo,
  read,
  ready,
  refusal,
  remove,
  start,
  until,
  untilStatus,
  studiosForFile,
} from './testing/studio-app.ts'

const studios = studiosForFile()
afterEach(() => vi.restoreAllMocks())

describe('a training', () => {
  test('runs to its end, is paid once and can be used by its owner alone', async () => {
    const ada = await studios.owner()
    const training = await ready(ada)
    const started = await start(ada, training)
    expect(started.status).toBe('Pending')
    const done = await untilStatus(ada, training, 'Successful')
    expect(done).toMatchObject({
      downloaded: true,
      cost: 1000,
      checkpoint: SCRIPTED_STEPS,
      progress: { step: SCRIPTED_STEPS, steps: SCRIPTED_STEPS },
      error: null,
    })
    expect(done.created_model_version).toMatch(/^ada-of-the-hills-[0-9a-f]{10}$/)
    expect(done.samples).toHaveLength(4)
    expect((await fetch(studios.app.url + done.samples[0]!.url)).status).toBe(200)
    expect(done.curve.at(-1)).toEqual({ step: SCRIPTED_STEPS, loss: 0.6 })
    await studios.expectPaid(ada, 1000)
    const order = studios.engine.training.begun.at(-1)!.request
    expect(order.pictures.map(({ caption }) => caption)).toEqual(
      Array.from({ length: 4 }, () => 'a photo of an object'),
    )

    const file = await fetch(`${studios.app.url}/api/lora_trainings/${training.id}/download/`, {
      headers: { authorization: `Token ${ada.token}` },
    })
    expect(await file.text()).toBe(`lora of ${SCRIPTED_STEPS} steps`)
    expect(file.headers.get('content-disposition')).toContain(
      `${done.created_model_version}.safetensors`,
    )

    const name = done.created_model_version!
    const drawn = await waitForEnd(ada, await submit(ada, { prompt: `a cup <lora:${name}:0.5>` }))
    expect(drawn.status).toBe('S')
    expect(studios.engine.starts.at(-1)!.loras).toEqual([
      {
        model: name,
        weight: 0.5,
        file: Buffer.from(`lora of ${SCRIPTED_STEPS} steps`),
        learned: { name: 'Ada of the Hills', kind: 'object' },
      },
    ])
    await waitForEnd(ada, await submit(ada, { loras: [{ model: name, weight: 1.3 }] }))
    expect(studios.engine.starts.at(-1)!.loras).toMatchObject([{ model: name, weight: 1.3 }])
    const eve = await studios.owner()
    for (const body of [
      { loras: [{ model: name, weight: 1 }] },
      { prompt: `a cup <lora:${name}:1>` },
    ])
      expect(await refusal(submit(eve, body))).toMatchObject({ status: 400 })

    await remove(ada, training)
    expect(await refusal(submit(ada, { loras: [{ model: name, weight: 1 }] }))).toMatchObject({
      status: 400,
    })
  })

  test('started twice at once is started once', async () => {
    const ada = await studios.owner()
    const training = await ready(ada)
    const begun = studios.engine.training.begun.length
    const starts = await Promise.allSettled([start(ada, training), start(ada, training)])
    expect(starts.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(await refusal(start(ada, training))).toMatchObject({ status: 409 })
    await untilStatus(ada, training, 'Successful')
    expect(await refusal(start(ada, training))).toMatchObject({ status: 409 })
    expect(studios.engine.training.begun.length - begun).toBe(1)
    await studios.expectPaid(ada, 1000)
  })

  test('needs the plan, the credits and one of the month’s places', async () => {
    const free = await newPerson(studios.app, { credits: 3000 })
    expect(await refusal(start(free, await ready(free)))).toMatchObject({
      status: 403,
      code: 'plan_required',
    })
    const basic = await studios.owner({ plan: 'basic' })
    expect(await refusal(start(basic, await ready(basic)))).toMatchObject({ code: 'plan_required' })
    const poor = await studios.owner({ credits: 999 })
    const unpaid = await ready(poor)
    expect(await refusal(start(poor, unpaid))).toMatchObject({ status: 402 })
    expect((await read(poor, unpaid)).status).toBe('Not Started')

    const ada = await studios.owner({ credits: 9000 })
    const three = [await ready(ada), await ready(ada), await ready(ada)]
    const results = await Promise.allSettled(three.map((one) => start(ada, one)))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
    const { allowance } = await ada.call(api.loraTrainings.options, {})
    expect(allowance).toEqual({ models: 2, used: 2 })
    const started = three.filter((_, at) => results[at]!.status === 'fulfilled')
    for (const one of started) await untilStatus(ada, one, 'Successful')
    await remove(ada, started[0]!)
    const left = three.find((_, at) => results[at]!.status === 'rejected')!
    // Deleting gives no place back.
    expect(await refusal(start(ada, left))).toMatchObject({ status: 403, code: 'plan_required' })
    await studios.expectPaid(ada, 2000, 9000)
  })

  test('that fails gives all back, and its place in the month', async () => {
    const ada = await studios.owner()
    studios.engine.training.script = async () => {
      throw new EngineError('unsupported', 'no', {
        retryable: false,
        userMessage: 'These images cannot be read.',
      })
    }
    const training = await ready(ada)
    await start(ada, training)
    const failed = await untilStatus(ada, training, 'Failed')
    expect(failed).toMatchObject({
      cost: 0,
      error: { code: 'unsupported', message: 'These images cannot be read.' },
    })
    await studios.expectPaid(ada, 0)
    const { allowance } = await ada.call(api.loraTrainings.options, {})
    expect(allowance.used).toBe(0)
    studios.engine.training.script = trainToTheEnd
    await start(ada, training)
    await untilStatus(ada, training, 'Successful')
    await studios.expectPaid(ada, 1000)
  })

  test('stopped before a checkpoint is not paid', async () => {
    const ada = await studios.owner()
    studios.engine.training.script = trainUntil(50, false)
    const training = await ready(ada)
    expect(await refusal(cancel(ada, training))).toMatchObject({ status: 409 })
    await start(ada, training)
    await until(ada, training, ({ progress }) => progress?.step === 50)
    const cancels = studios.engine.training.cancels.length
    const error = { code: 'stopped', message: 'Your training was stopped.' }
    expect(await cancel(ada, training)).toMatchObject({ status: 'Failed', error })
    const row = studios.app.db.kysely.selectFrom('lora_trainings').select('error')
    expect(await row.where('id', '=', training.id).executeTakeFirst()).toEqual({
      error: { ...error, text: { key: 'studios.stopped' } },
    })
    await studios.expectPaid(ada, 0)
    await expect.poll(() => studios.engine.training.cancels.length).toBe(cancels + 1)
    expect(await cancel(ada, training)).toMatchObject({ status: 'Failed' })
    // A stop keeps the place in the month.
    const { allowance } = await ada.call(api.loraTrainings.options, {})
    expect(allowance.used).toBe(1)
  })

  test('stopped before it has begun in the engine is not left running there', async () => {
    const ada = await studios.owner()
    studios.engine.training.script = trainUntil(50, false)
    const begin = studios.engine.training.start
    const reached = Promise.withResolvers<void>()
    const go = Promise.withResolvers<void>()
    studios.engine.training.start = async (...order) => {
      reached.resolve()
      await go.promise
      return begin(...order)
    }
    const training = await ready(ada)
    await start(ada, training)
    await reached.promise
    const cancels = studios.engine.training.cancels.length
    expect(await cancel(ada, training)).toMatchObject({ status: 'Failed' })
    // The worker has heard of it, and has nothing to stop yet.
    await sleep(2500)
    go.resolve()
    await expect.poll(() => studios.engine.training.cancels.length).toBe(cancels + 1)
    studios.engine.training.start = begin
    await studios.expectPaid(ada, 0)
  })

  test('stopped after a checkpoint is paid by its steps and delivers it', async () => {
    const ada = await studios.owner()
    studios.engine.training.script = trainUntil(133)
    const training = await ready(ada)
    await start(ada, training)
    await until(ada, training, ({ checkpoint }) => checkpoint === 133)
    // Of two at once one stops it; the other does so once more, or hears that it is being finalized.
    const both = await Promise.allSettled([cancel(ada, training), cancel(ada, training)])
    expect(both.map(({ status }) => status)).toContain('fulfilled')
    const refused = both.filter((each) => each.status === 'rejected')
    expect(refused).toEqual(
      refused.map(() =>
        expect.objectContaining({ reason: expect.objectContaining({ status: 409 }) }),
      ),
    )
    const done = await untilStatus(ada, training, 'Successful')
    // 1000 x 133 / 400, rounded down.
    expect(done.cost).toBe(332)
    await studios.expectPaid(ada, 332)
    const file = await fetch(`${studios.app.url}/api/lora_trainings/${training.id}/download/`, {
      headers: { authorization: `Token ${ada.token}` },
    })
    expect(await file.text()).toBe('lora of 133 steps')
  })

  test('whose worker was killed goes on in another attempt of the same work', async () => {
    const ada = await studios.owner()
    studios.engine.training.script = trainUntil(200)
    const training = await ready(ada)
    await start(ada, training)
    await until(ada, training, ({ checkpoint }) => checkpoint === 200)
    const first = studios.engine.training.begun.at(-1)!
    studios.engine.training.script = trainToTheEnd
    // As if that worker were gone: its row is silent, and its message has ended.
    await sql`update lora_trainings set attempt = attempt + 1, heartbeat_at = now() - interval '1 minute'
      where id = ${training.id}`.execute(studios.app.db.kysely)
    const done = await untilStatus(ada, training, 'Successful')
    expect(done.samples.map(({ step }) => step)).toEqual([200, 200, 400, 400])
    const second = studios.engine.training.begun.at(-1)!
    expect(second).not.toBe(first)
    expect(second.beginning).toMatchObject({ key: first.beginning!.key })
    expect(second.request).toEqual(first.request)
    await studios.expectPaid(ada, 1000)
  })

  /** As if its worker were gone; so long without a sign of life. */
  const loseWorker = ({ id }: { id: string }, seconds: number) =>
    sql`update lora_trainings set attempt = attempt + 1, heartbeat_at = now() - make_interval(secs => ${seconds})
      where id = ${id}`.execute(studios.app.db.kysely)

  test('that lost its worker says that it waits', async () => {
    const ada = await studios.owner()
    studios.engine.training.script = trainUntil(200)
    const training = await ready(ada)
    await start(ada, training)
    await until(ada, training, ({ checkpoint }) => checkpoint === 200)
    studios.engine.training.script = trainToTheEnd
    const stream = await openEventStream(studios.app, { token: ada.token })
    await loseWorker(training, 60)
    // The next worker may take it up at once: what is read by calls may have missed that it waited.
    const { data } = await stream.waitFor(
      ({ event, data: now }) => event === 'training' && (now as LoraTraining).status === 'Pending',
    )
    expect(data).toMatchObject({ id: training.id, progress: { step: 200, eta: null } })
    stream.close()
    await untilStatus(ada, training, 'Successful')
    await studios.expectPaid(ada, 1000)
  })

  test('that lost its worker goes before later ones', async () => {
    const ada = await studios.owner({ credits: 9000 })
    studios.engine.training.script = trainUntil(200)
    const first = await ready(ada)
    await start(ada, first)
    await until(ada, first, ({ checkpoint }) => checkpoint === 200)
    studios.engine.training.script = trainToTheEnd
    const later = await ready(ada)
    // Nobody can tell at first.
    await loseWorker(first, 7)
    const begun = studios.engine.training.begun.length
    await start(ada, later)
    await untilStatus(ada, first, 'Successful')
    await untilStatus(ada, later, 'Successful')
    const order = studios.engine.training.begun.slice(begun).map(({ beginning }) => beginning!.key)
    expect(order).toEqual([`${first.id}:1`, `${later.id}:1`])
    await studios.expectPaid(ada, 2000, 9000)
  })

  test('that an engine does elsewhere is followed again after a failure, not ordered again', async () => {
    const ada = await studios.owner()
    const training = await ready(ada)
    let looks = 0
    studios.engine.training.script = async (work) => {
      looks += 1
      if (looks === 1) {
        throw new EngineError('engine_unreachable', 'away', {
          retryable: true,
          userMessage: 'The engine is away.',
        })
      }
      await trainToTheEnd(work)
    }
    const begun = studios.engine.training.begun.length
    vi.spyOn(studios.engine.training, 'stopsAtOnce', 'get').mockReturnValue(false)
    await start(ada, training)
    await untilStatus(ada, training, 'Successful')
    expect(looks).toBe(2)
    expect(studios.engine.training.begun.length - begun).toBe(1)
    await studios.expectPaid(ada, 1000)
  })

  test('that an engine no longer knows is ordered again', async () => {
    const ada = await studios.owner()
    const training = await ready(ada)
    studios.engine.training.script = trainUntil(200)
    vi.spyOn(studios.engine.training, 'stopsAtOnce', 'get').mockReturnValue(false)
    await start(ada, training)
    await until(ada, training, ({ checkpoint }) => checkpoint === 200)
    studios.engine.training.script = trainToTheEnd
    const begun = studios.engine.training.begun.length
    // As if that worker were gone, and the engine had forgotten.
    await sql`update lora_trainings set attempt = attempt + 1, heartbeat_at = now() - interval '1 minute',
      operation = jsonb_set(operation, '{id}', '"forgotten"') where id = ${training.id}`.execute(
      studios.app.db.kysely,
    )
    await untilStatus(ada, training, 'Successful')
    expect(studios.engine.training.begun.length - begun).toBe(1)
    await studios.expectPaid(ada, 1000)
  })

  test('deleted while it runs gives all back, and its photos cannot be changed meanwhile', async () => {
    const ada = await studios.owner()
    studios.engine.training.script = trainUntil(200)
    const training = await ready(ada)
    await start(ada, training)
    const { lora_training_images: photos, samples } = await until(
      ada,
      training,
      ({ checkpoint }) => checkpoint === 200,
    )
    const image = { id: training.id, image: photos[0]!.id }
    const file = await photo(5)
    const all = await Promise.all(
      [
        addPhoto(ada, training, file),
        ada.call(api.loraTrainings.removePhoto, { params: image }),
        ada.call(api.loraTrainings.changePhoto, { params: image, body: { caption: 'x' } }),
        ada.call(api.loraTrainings.download, { params: { id: training.id } }),
      ].map(refusal),
    )
    for (const refused of all) expect(refused).toMatchObject({ status: 409 })
    expect(
      await refusal(ada.call(api.loraTrainings.receipt, { params: { id: training.id } })),
    ).toMatchObject({ status: 404 })
    await remove(ada, training)
    await studios.expectPaid(ada, 0)
    expect(await refusal(read(ada, training))).toMatchObject({ status: 404 })
    const params = { id: training.id }
    expect(await ada.call(api.loraTrainings.receipt, { params })).toMatchObject({
      id: training.id,
      photos: 4,
      samples: 2,
      model: null,
      released: 1000,
      completed_at: expect.any(String) as string,
    })
    for (const url of [photos[0]!.image, samples[0]!.url])
      expect((await fetch(studios.app.url + url)).status).toBe(404)
    expect(await studios.app.context.media.sweepStrayFiles(new Date())).toBe(0)
  })
})
