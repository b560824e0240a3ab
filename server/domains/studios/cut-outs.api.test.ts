import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { api } from '#contract/index.ts'
import { EngineError, type ToolRequest } from '#server/engines/spec/index.ts'
import type { ScriptedEngine } from '#tests/support/doubles/scripted-engine.ts'
import { trainUntil } from '#tests/support/doubles/scripted-training.ts'
import { submit, waitForEnd } from '#tests/support/generation.ts'
import type { TestApp } from '#tests/support/test-app.ts'
import {
  cancel,
  read,
  ready,
  remove,
  resetEngine,
  start,
  startStudios,
  until,
  untilStatus,
} from './testing/studio-app.ts'

let studios: Awaited<ReturnType<typeof startStudios>>
let app: TestApp
let engine: ScriptedEngine
let owner: typeof studios.owner
/** What the engine finds in a photo: a disc of this share of its edge. */
let disc = 0.7
let cuts = 0

beforeAll(async () => {
  studios = await startStudios({ draws: 'known_things' })
  ;({ app, engine, owner } = studios)
  engine.image.understand = async (_model, prompt, _steps, { subject } = {}) => ({
    understood: [],
    leftOut: [],
    unknown: [],
    suggestions: subject && prompt.includes(subject.name.toLowerCase()) ? null : ['a cat'],
  })
  const { start: begin, follow } = engine.tool
  const orders = new Map<string, ToolRequest>()
  engine.tool.start = async (order) => {
    const operation = await begin(order)
    orders.set(operation.id, order)
    return operation
  }
  engine.tool.follow = (operation, handlers) =>
    follow(operation, {
      ...handlers,
      async onOutput(image) {
        const order = orders.get(operation.id)
        if (order?.tool !== 'remove_background') return handlers.onOutput(image)
        cuts++
        const { width } = await sharp(order.image).metadata()
        const circle = `<svg width="${width}" height="${width}"><circle cx="50%" cy="50%" r="${(disc * width) / 2}" fill="red"/></svg>`
        const data = await sharp(Buffer.from(circle)).png().toBuffer()
        await handlers.onOutput({ ...image, data })
      },
    })
})
afterAll(() => app.dispose())
beforeEach(() => {
  resetEngine(engine)
  disc = 0.7
})

test('photos that are cut out go with the model to its owner’s drawings, and go with photo and studio', async () => {
  const ada = await owner()
  const training = await ready(ada)
  await start(ada, training)
  const done = await untilStatus(ada, training, 'Successful')
  expect(done.cut_outs).toHaveLength(3)
  const file = await fetch(app.url + done.cut_outs[0]!)
  expect(file.status).toBe(200)
  expect(file.headers.get('content-type')).toBe('image/webp')

  const results = done.samples.filter((sample) => sample.with_subject)
  expect(results.map((result) => result.prompt)).toEqual([
    'Ada of the Hills on the grass, sticker style',
    'Ada of the Hills in the snow',
  ])
  expect((await fetch(app.url + results[0]!.url)).status).toBe(200)
  expect(engine.starts.slice(-2).map(({ loras }) => loras[0]!.subject!.pictures.length)).toEqual([
    3, 3,
  ])
  expect(done.likeness).toBeNull()

  const lora = done.created_model_version!
  const prompt = 'ada of the hills on the grass, sticker style'
  const drawn = await waitForEnd(ada, await submit(ada, { prompt: `${prompt} <lora:${lora}:1.3>` }))
  expect(drawn.status).toBe('S')
  const { subject } = engine.starts.at(-1)!.loras[0]!
  expect(subject).toMatchObject({ name: 'Ada of the Hills', kind: 'object' })
  expect(subject!.pictures).toHaveLength(3)
  const { hasAlpha, width } = await sharp(subject!.pictures[0]).metadata()
  expect([hasAlpha, width]).toEqual([true, 512])

  const count = (person: typeof ada, loras: string[]) =>
    person.call(api.generationServers.countTokens, { body: { text: prompt, loras } })
  expect((await count(ada, [lora])).suggestions).toEqual([])
  expect((await count(ada, [])).suggestions).toEqual(['a cat'])
  const eve = await owner()
  expect((await count(eve, [lora])).suggestions).toEqual(['a cat'])

  // Which photos they are of is not told; each goes with its own.
  for (const { id } of done.lora_training_images)
    await ada.call(api.loraTrainings.removePhoto, { params: { id: training.id, image: id } })
  expect((await read(ada, training)).cut_outs).toEqual([])
  expect((await fetch(app.url + done.cut_outs[0]!)).status).toBe(404)
  const again = await submit(ada, { prompt: 'a cup', loras: [{ model: lora, weight: 1 }] })
    .then(() => 'drawn')
    .catch(() => 'refused')
  expect(again).toBe('refused')

  const other = await ready(ada)
  await start(ada, other)
  const { cut_outs: urls } = await untilStatus(ada, other, 'Successful')
  await remove(ada, other)
  expect((await fetch(app.url + urls[0]!)).status).toBe(404)
})

test('they are cut out once a start, also where the training is taken up again', async () => {
  const ada = await owner({ credits: 4000 })
  const training = await ready(ada)
  const before = cuts
  engine.training.script = async (work) => {
    if (engine.training.begun.length % 2 === 1) {
      throw new EngineError('engine_failed', 'no', { retryable: true, userMessage: 'No.' })
    }
    await trainUntil(100)(work)
  }
  await start(ada, training)
  const running = await until(ada, training, ({ checkpoint }) => checkpoint !== null)
  expect(running.cut_outs).toHaveLength(3)
  expect(cuts - before).toBe(3)
  await cancel(ada, training)
  expect((await untilStatus(ada, training, 'Successful')).cut_outs).toHaveLength(3)
})

test('where nothing stands out, a round piece of the photos is taken; a style has none', async () => {
  const ada = await owner({ credits: 9000 })
  disc = 0.05
  const empty = await ready(ada)
  await start(ada, empty)
  const { cut_outs: round } = await untilStatus(ada, empty, 'Successful')
  expect(round).toHaveLength(3)
  const { data, info } = await sharp(await (await fetch(app.url + round[0]!)).arrayBuffer())
    .raw()
    .toBuffer({ resolveWithObject: true })
  const opacityAt = (x: number, y: number) => data[4 * (y * info.width + x) + 3]
  expect([opacityAt(2, 2), opacityAt(256, 256)]).toEqual([0, 255])
  disc = 0.7
  const style = await ready(ada, { object_type: 'style' })
  const before = cuts
  await start(ada, style)
  expect((await untilStatus(ada, style, 'Successful')).cut_outs).toEqual([])
  expect(cuts).toBe(before)
})
