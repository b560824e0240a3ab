import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  REPLICATE_TOKEN,
  type ReplicateDouble,
  startReplicateDouble,
} from '#tests/support/doubles/replicate-server.ts'
import { TRAINED_FILE } from '#tests/support/doubles/trained-file.ts'
import { FAILURES } from '#tests/support/failure-matrix.ts'
import { followImages, SMALL_REQUEST } from '#tests/support/follow-images.ts'
import { followTraining, trainingOrder } from '#tests/support/follow-training.ts'
import { makePng } from '#tests/support/pictures.ts'
import { readZip } from '#tests/support/read-zip.ts'
import type { Patience } from '../remote/service/wait-for-call.ts'
import type { Beginning, Engine, LoraReference } from '../spec/index.ts'
import { createReplicateEngine } from './index.ts'

const MODEL = 'flux-dev-lora'
const LONG_MS = 60_000

let double: ReplicateDouble
let engine: Engine
let engines: Engine[]

function create(patience: Partial<Patience> = {}, webhookUrl: string | null = null): Engine {
  const made = createReplicateEngine({
    token: REPLICATE_TOKEN,
    baseUrl: `${double.url}/v1`,
    modelsFile: null,
    webhookUrl,
    patience: { pollMs: 15, pollBesideWebhookMs: 15, awayMs: 300, ...patience },
  })
  engines.push(made)
  return made
}
beforeEach(async () => {
  engines = []
  double = await startReplicateDouble()
  double.trainings.log = [
    'Fetching 23 files:  43%|####      | 10/23 [00:04<00:05,  2.50it/s]',
    'flux_train_replicate:  10%|#         | 100/1000 [00:53<07:30, 2.00it/s, lr: 4.0e-04 loss: 5.500e-01]',
    'flux_train_replicate:  40%|####      | 400/1000 [03:20<05:00, 2.00it/s, lr: 4.0e-04 loss: 3.250e-01]',
  ].join('\r')
  engine = create()
})
afterEach(async () => {
  for (const one of engines) await end(one)
  await double.close()
})

async function end(one: Engine): Promise<void> {
  engines = engines.filter((other) => other !== one)
  await one.dispose()
}

const order = () => trainingOrder({ model: MODEL })
const train = async (beginning?: Beginning) => engine.training!.start(await order(), beginning)

test('the photos go there with captions, and a LoRA comes back out of a tar', async () => {
  const { models, result } = await followTraining(engine, await train())
  const [begun] = double.trainings.begun
  expect(begun).toMatchObject({
    destination: 'me/atelier-trainings',
    input: {
      input_images: expect.stringMatching(/\/v1\/files\/[\w-]+$/) as string,
      trigger_word: 'TOK',
      autocaption: false,
      steps: 1000,
    },
  })
  expect(begun!.trainer).toMatch(/^ostris\/flux-dev-lora-trainer:[0-9a-f]{64}$/)
  expect(double.trainings.models.get('atelier-trainings')).toBe('private')
  expect(readZip(double.trainings.contents[0]!)[1]!.data.toString()).toBe(
    'TOK person, a photo of a person',
  )
  // 1200 seconds at 0.001525 dollars.
  expect(result).toMatchObject({ outcome: 'succeeded', costMicros: 1_830_000 })
  expect(models).toEqual([
    {
      step: 1000,
      data: TRAINED_FILE,
      curve: [
        { step: 100, loss: 0.55 },
        { step: 400, loss: 0.325 },
      ],
      samples: [],
      keptAs: `me/atelier-trainings:${begun!.id.replaceAll('-', '').repeat(2)}`,
    },
  ])
  // The photos do not stay there.
  await expect.poll(() => double.trainings.files.size).toBe(0)
})

test('steps and losses are read from its log; while it waits nothing has begun', async () => {
  double.drawMs = 150
  double.trainings.startingLooks = 2
  const { progress } = await followTraining(engine, await train())
  expect(progress[0]).toEqual({ step: 0, steps: 1000, fraction: 0, previews: [] })
  expect(progress.at(-1)).toMatchObject({
    step: 400,
    steps: 1000,
    fraction: 0.4,
    begun: true,
    curve: [
      { step: 100, loss: 0.55 },
      { step: 400, loss: 0.325 },
    ],
  })
})

test('the destination is made once, and a public one is refused', async () => {
  await Promise.all([train(), train()])
  await train()
  const made = double.calls.filter((call) => call === 'POST /v1/models')
  expect(made).toHaveLength(1)
  double.trainings.models.set('atelier-trainings', 'public')
  engine = create()
  await expect(train()).rejects.toMatchObject({ code: 'unsupported', retryable: false })
})

describe('is never begun twice', () => {
  const since = () => new Date(Date.now() - 1000)
  const first: Beginning = { key: 'training:1', attempt: 1, begunSince: null }

  test('when the process ended before it was noted', async () => {
    double.drawMs = 200
    await train({ ...first, key: 'another:1' })
    await train(first)
    await train({ ...first, key: 'third:1' })
    await end(engine)
    engine = create()
    const operation = await train({ ...first, attempt: 2, begunSince: since() })
    expect(double.trainings.begun).toHaveLength(3)
    expect(operation.id).toContain(double.trainings.begun[1]!.id)
    expect(double.trainings.contents).toHaveLength(3)
    expect((await followTraining(engine, operation)).models).toHaveLength(1)
  })

  test('when the photos were uploaded, and no more', async () => {
    double.faults = ['connection lost']
    await expect(train(first)).rejects.toMatchObject({ code: 'engine_unreachable' })
    expect(double.trainings.contents).toHaveLength(1)
    await train({ ...first, attempt: 2, begunSince: since() })
    expect(double.trainings.begun).toHaveLength(1)
  })

  test('when its answer was lost', async () => {
    double.faults = ['answer lost']
    const { models } = await followTraining(engine, await train(first))
    expect(models).toHaveLength(1)
    expect(double.trainings.begun).toHaveLength(1)
  })

  test('but one of another start is not taken over', async () => {
    await train(first)
    await train({ key: 'training:2', attempt: 2, begunSince: since() })
    expect(double.trainings.begun).toHaveLength(2)
  })
})

test('another process follows the same training', async () => {
  double.drawMs = 200
  const operation = await train()
  await end(engine)
  engine = create()
  expect((await followTraining(engine, operation)).models).toHaveLength(1)
  expect(double.trainings.begun).toHaveLength(1)
})

describe('cancelling', () => {
  test('ends it there, deletes the photos and costs what was done', async () => {
    double.drawMs = LONG_MS
    const operation = await train()
    const following = followTraining(engine, operation)
    await expect.poll(() => double.trainings.begun[0]!.looks).toBeGreaterThan(1)
    await engine.training!.cancel(operation)
    const { result } = await following
    expect(result.outcome).toBe('cancelled')
    expect(result.costMicros).toBeGreaterThan(0)
    expect(double.cancelled).toEqual([double.trainings.begun[0]!.id])
    await expect.poll(() => double.trainings.files.size).toBe(0)
  })

  test('of one that came to its end meanwhile has its result forgotten there', async () => {
    const operation = await train()
    await engine.training!.cancel(operation)
    expect(double.trainings.forgotten).toHaveLength(1)
  })
})

test('what takes too long is stopped there and fails for good', async () => {
  double.drawMs = LONG_MS
  engine = create({ trainingMs: 100 })
  await expect(followTraining(engine, await train())).rejects.toMatchObject({
    code: 'engine_failed',
    retryable: false,
  })
  expect(double.cancelled).toHaveLength(1)
})

describe('webhooks', () => {
  async function hear(headers: Record<string, string>, body: string) {
    return engine.webhooks!.receive({ headers, body: Buffer.from(body) })
  }
  const heard: { headers: Record<string, string>; body: string }[] = []
  let hook: { url: string; close(): Promise<void> }
  beforeEach(async () => {
    heard.length = 0
    const { listenOnLoopback, readBody } = await import('#tests/support/doubles/json-server.ts')
    hook = await listenOnLoopback(async (request, response) => {
      const body = (await readBody(request)).toString()
      heard.push({ headers: request.headers as Record<string, string>, body })
      response.end()
    })
    engine = create({ pollBesideWebhookMs: LONG_MS }, hook.url)
  })
  afterEach(() => hook.close())

  test('one that is genuine has it looked at, at once, and also twice', async () => {
    double.drawMs = 100
    const following = followTraining(engine, await train())
    const [begun] = double.trainings.begun
    await expect.poll(() => begun!.looks).toBe(1)
    await new Promise((resolve) => setTimeout(resolve, 120))
    await double.callWebhook(begun!.id)
    const [{ headers, body }] = heard as [(typeof heard)[number]]
    for (let times = 0; times < 2; times++) {
      const id = await hear(headers, body)
      expect(id).toBe(begun!.id)
      engine.webhooks!.wake(id!)
    }
    expect((await following).models).toHaveLength(1)
  })

  test.each(['forged', 'old'] as const)('one that is %s is nobody’s', async (how) => {
    await train()
    await double.callWebhook(double.trainings.begun[0]!.id, how)
    expect(await hear(heard[0]!.headers, heard[0]!.body)).toBeNull()
  })

  test('one that says what is not so changes nothing: the source is read', async () => {
    double.faults = ['fails']
    const operation = await train()
    engine.webhooks!.wake(double.trainings.begun[0]!.id)
    await expect(followTraining(engine, operation)).rejects.toMatchObject({
      code: 'picture_failed',
    })
  })
})

describe('what goes wrong', () => {
  test.each(['refused', 'server error', 'connection lost', 'throttled'] as const)(
    '%s, when it is to begin',
    async (fault) => {
      double.faults = [fault]
      await expect(train()).rejects.toMatchObject(FAILURES[fault])
      expect(double.trainings.begun).toEqual([])
    },
  )

  test('throttled once: it is sent again after the time that was asked for', async () => {
    double.faults = ['throttled once']
    await train()
    expect(double.trainings.begun).toHaveLength(1)
    expect(double.trainings.contents).toHaveLength(1)
  })

  test.each([
    ['no credit', { code: 'engine_unreachable' }],
    ['wrong key', { code: 'engine_unreachable' }],
    ['content refused at once', { code: 'content_refused', retryable: false }],
  ] as const)('%s, when it is to begin', async (fault, error) => {
    double.faults = [fault]
    await expect(train()).rejects.toMatchObject(error)
  })

  test.each([
    ['fails', { code: 'picture_failed', retryable: false, costMicros: 1_830_000 }],
    ['content refused', { code: 'content_refused', retryable: false }],
    ['gone for ever', { code: 'operation_lost', retryable: true }],
    ['garbage', { code: 'engine_failed', retryable: true }],
    ['garbage result', { code: 'picture_failed', retryable: false, costMicros: 1_830_000 }],
    ['half an image', { code: 'picture_failed', retryable: false, costMicros: 1_830_000 }],
    ['result gone', { code: 'picture_failed', retryable: true, costMicros: 1_830_000 }],
    ['result elsewhere', { code: 'picture_failed', retryable: true }],
  ] as const)('%s', async (fault, error) => {
    double.faults = [fault]
    await expect(followTraining(engine, await train())).rejects.toMatchObject(error)
    expect(double.trainings.begun).toHaveLength(1)
  })

  test('what cannot be used is not kept there', async () => {
    double.faults = ['garbage result']
    await expect(followTraining(engine, await train())).rejects.toThrow('no safetensors file')
    expect(double.trainings.forgotten).toHaveLength(1)
  })

  test('away for a while: it is waited for', async () => {
    double.faults = ['away for a while']
    expect((await followTraining(engine, await train())).models).toHaveLength(1)
  })
})

describe('drawing with what was trained', () => {
  const keptAs = `me/atelier-trainings:${'a1'.repeat(32)}`
  const lora: LoraReference = {
    model: 'ada-1',
    weight: 0.8,
    file: TRAINED_FILE,
    keptAs,
    learned: { name: 'Ada', kind: 'person' },
  }
  const request = { ...SMALL_REQUEST, model: MODEL, width: 512, height: 512, loras: [lora] }

  test('goes to what it is there, by the word in place of the name', async () => {
    const prompt = 'Ada on the grass'
    const { images } = await followImages(engine, await engine.image!.start({ ...request, prompt }))
    expect(images[0]).toMatchObject({ width: 512, height: 512 })
    expect(double.begun[0]).toMatchObject({
      endpoint: `:${'a1'.repeat(32)}`,
      input: { prompt: 'TOK person on the grass', lora_scale: 0.8, width: 512, height: 512 },
    })
    expect(double.uploads).toEqual([])
  })

  test('from an image too', async () => {
    const source = { image: await makePng(512, 512), strength: 0.5 }
    await followImages(engine, await engine.image!.start({ ...request, type: 'ITI', source }))
    expect(double.begun[0]).toMatchObject({
      endpoint: `:${'a1'.repeat(32)}`,
      input: { prompt_strength: 0.5, lora_scale: 0.8 },
    })
  })

  test('without one the model is asked as others are; people can be drawn', async () => {
    await followImages(engine, await engine.image!.start({ ...request, loras: [] }))
    expect(double.begun[0]).toMatchObject({ endpoint: 'black-forest-labs/flux-dev-lora' })
    const model = (await engine.image!.models()).find(({ id }) => id === MODEL)
    expect(model!.features).toEqual(expect.arrayContaining(['loras', 'photo_person']))
    expect(await engine.training!.models()).toEqual([MODEL])
  })

  test('two at once, and one that it does not keep, are refused', async () => {
    const { keptAs: _gone, ...elsewhere } = lora
    for (const loras of [[lora, lora], [elsewhere]])
      await expect(engine.image!.start({ ...request, loras })).rejects.toMatchObject({
        code: 'unsupported',
        retryable: false,
      })
    expect(double.begun).toEqual([])
  })

  test('it is forgotten there when it is deleted here, also twice', async () => {
    await engine.training!.forget!({ key: 'training:1', keptAs })
    await engine.training!.forget!({ key: 'training:1', keptAs })
    await engine.training!.forget!({ key: 'training:1', keptAs: null })
    expect(double.trainings.forgotten).toEqual([keptAs, keptAs])
  })
})
