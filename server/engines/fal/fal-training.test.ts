import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startFalDouble } from '#tests/support/doubles/fal-server.ts'
import { TRAINED_FILE } from '#tests/support/doubles/trained-file.ts'
import type { ServiceDouble } from '#tests/support/doubles/service-files.ts'
import { falEngineAt } from '#tests/support/fal-engine.ts'
import { followImages, SMALL_REQUEST } from '#tests/support/follow-images.ts'
import { followTraining, trainingOrder } from '#tests/support/follow-training.ts'
import { makePng } from '#tests/support/pictures.ts'
import { readZip } from '#tests/support/read-zip.ts'
import type { Engine, LoraReference } from '../spec/index.ts'

let double: ServiceDouble
let engine: Engine

const create = () =>
  falEngineAt(double, { patience: { pollMs: 15, pollBesideWebhookMs: 15, awayMs: 300 } })
beforeEach(async () => {
  double = await startFalDouble()
  engine = create()
})
afterEach(async () => {
  await engine.dispose()
  await double.close()
})

test('the photos go there with a caption each that has the word, and a file comes back', async () => {
  const operation = await engine.training!.start(await trainingOrder())
  const { models, result } = await followTraining(engine, operation)
  expect(result).toMatchObject({ outcome: 'succeeded', costMicros: 2_000_000 })
  expect(models).toEqual([{ step: 1000, data: TRAINED_FILE, curve: [], samples: [] }])
  const [begun] = double.begun
  expect(begun).toMatchObject({
    endpoint: 'fal-ai/flux-lora-fast-training',
    input: {
      images_data_url: expect.stringContaining('/uploaded/') as string,
      trigger_word: 'TOK',
      steps: 1000,
      is_style: false,
    },
  })
  const files = readZip(double.uploads[0]!)
  expect(files.map(({ name }) => name)).toEqual([
    'photo-01.png',
    'photo-01.txt',
    'photo-02.png',
    'photo-02.txt',
  ])
  expect(files[1]!.data.toString()).toBe('TOK person, a photo of a person')
})

test('a style is said to be one', async () => {
  await engine.training!.start(await trainingOrder({ kind: 'style' }))
  expect(double.begun[0]!.input).toMatchObject({ is_style: true })
  expect(readZip(double.uploads[0]!)[3]!.data.toString()).toBe('in a park, in the style of TOK')
})

test('another process follows the same training, and nothing is ordered again', async () => {
  double.drawMs = 200
  const operation = await engine.training!.start(await trainingOrder())
  await engine.dispose()
  engine = create()
  const { models } = await followTraining(engine, operation)
  expect(models).toHaveLength(1)
  expect(double.begun).toHaveLength(1)
})

test('who waits in its line is told so; then it has begun, and steps are not made up', async () => {
  double.drawMs = 200
  double.ahead = 3
  const operation = await engine.training!.start(await trainingOrder())
  setTimeout(() => (double.ahead = null), 60)
  const { progress } = await followTraining(engine, operation)
  expect(progress[0]).toMatchObject({ step: 0, ahead: 3 })
  expect(progress.at(-1)).toMatchObject({ step: 0, steps: 1000, begun: true })
})

test('a training that is cancelled is cancelled there', async () => {
  double.drawMs = 60_000
  const operation = await engine.training!.start(await trainingOrder())
  const following = followTraining(engine, operation)
  await engine.training!.cancel(operation)
  expect((await following).result.outcome).toBe('cancelled')
  expect(double.cancelled).toEqual([double.begun[0]!.id])
})

describe('what goes wrong', () => {
  test.each([
    ['fails', 'picture_failed'],
    ['result gone', 'picture_failed'],
    ['garbage result', 'picture_failed'],
    ['result elsewhere', 'picture_failed'],
    ['gone for ever', 'operation_lost'],
  ] as const)('%s', async (fault, code) => {
    double.faults = [fault]
    const operation = await engine.training!.start(await trainingOrder())
    await expect(followTraining(engine, operation)).rejects.toMatchObject({ code })
    expect(double.begun).toHaveLength(1)
  })

  test.each([
    ['no credit', 'engine_unreachable'],
    ['connection lost', 'engine_unreachable'],
  ] as const)('%s, when it is to begin', async (fault, code) => {
    double.faults = [fault]
    await expect(engine.training!.start(await trainingOrder())).rejects.toMatchObject({ code })
  })

  test('a model that it does not train', async () => {
    const request = await trainingOrder({ model: 'flux-schnell' })
    await expect(engine.training!.start(request)).rejects.toMatchObject({ code: 'model_missing' })
    expect(double.uploads).toEqual([])
  })
})

describe('drawing with what was trained', () => {
  const lora: LoraReference = {
    model: 'ada-1',
    weight: 0.8,
    file: TRAINED_FILE,
    learned: { name: 'Ada', kind: 'person' },
  }
  const request = { ...SMALL_REQUEST, model: 'flux-dev', width: 512, height: 512, loras: [lora] }

  test('its file is uploaded once, and the prompt has the word in place of the name', async () => {
    for (const prompt of ['Ada on the grass', 'a portrait'])
      await followImages(engine, await engine.image!.start({ ...request, prompt }))
    expect(double.begun.map(({ endpoint }) => endpoint)).toEqual([
      'fal-ai/flux-lora',
      'fal-ai/flux-lora',
    ])
    const [first, second] = double.begun.map(({ input }) => input)
    expect(first).toMatchObject({
      prompt: 'TOK person on the grass',
      loras: [{ path: expect.stringContaining('/uploaded/') as string, scale: 0.8 }],
    })
    expect(second).toMatchObject({ prompt: 'TOK person, a portrait', loras: first!['loras'] })
    expect(double.uploads).toHaveLength(1)
  })

  test('from an image too', async () => {
    const source = { image: await makePng(512, 512), strength: 0.5 }
    await followImages(engine, await engine.image!.start({ ...request, type: 'ITI', source }))
    expect(double.begun[0]).toMatchObject({
      endpoint: 'fal-ai/flux-lora/image-to-image',
      input: { strength: 0.5, loras: [{ scale: 0.8 }] },
    })
  })

  test('without a LoRA the model is asked as before', async () => {
    await followImages(engine, await engine.image!.start({ ...request, loras: [] }))
    expect(double.begun[0]).toMatchObject({ endpoint: 'fal-ai/flux/dev' })
    expect(double.begun[0]!.input).not.toHaveProperty('loras')
  })

  test('one that nobody brings, or that the model does not take, is refused', async () => {
    const model = (await engine.image!.models()).find(({ id }) => id === 'flux-dev')
    expect(model!.features).toEqual(expect.arrayContaining(['loras', 'photo_person']))
    expect(await engine.image!.fitLoras!('flux-dev', ['film'])).toMatchObject([
      { id: 'film', problem: { key: 'common.noSuchLora', values: { name: 'film' } } },
    ])
    for (const change of [{ loras: [{ model: 'film', weight: 1 }] }, { model: 'flux-schnell' }])
      await expect(engine.image!.start({ ...request, ...change })).rejects.toMatchObject({
        code: 'unsupported',
      })
    expect(double.begun).toEqual([])
  })
})
