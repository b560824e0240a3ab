import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type SdServerDouble, startSdServerDouble } from '#tests/support/doubles/sd-server.ts'
import { testFailures } from '#tests/support/failure-matrix.ts'
import { makePng } from '#tests/support/pictures.ts'
import { type Followed, followImages, SMALL_REQUEST } from '#tests/support/follow-images.ts'
import type { Engine, EngineOperation, ImageRequest } from '../spec/index.ts'
import { createA1111Engine } from './a1111-engine.ts'

let server: SdServerDouble
let engine: Engine

beforeEach(async () => {
  server = await startSdServerDouble()
  engine = createA1111Engine(server.url)
})
afterEach(async () => {
  await engine.dispose()
  await server.close()
})

const REQUEST: ImageRequest = { ...SMALL_REQUEST, model: 'sd15', indexes: [1, 3] }

const follow = (operation: EngineOperation, into?: Followed) =>
  followImages(engine, operation, into)

test('what the server has, by our names; a hash that stands for every model counts as none', async () => {
  const [model] = await engine.image!.models()
  expect(model).toMatchObject({ id: 'sd15', hash: '' })
  expect(model?.samplers).toEqual([
    'Euler a',
    'Euler',
    'Heun',
    'DPM2',
    'DPM2 Karras',
    'DPM++ 2S a',
    'DPM++ 2S a Karras',
    'DPM++ 2M',
    'DPM++ 2M Karras',
    'DDIM',
  ])
  expect(model?.features).not.toContain('variation')
  expect(engine.image!.stopsAtOnce).toBe(false)
})

test('each picture is a job, LoRAs by their files', async () => {
  const { images, progress, result } = await follow(await engine.image!.start(REQUEST))
  expect(result.outcome).toBe('succeeded')
  expect(images.map(({ index, seed }) => [index, seed])).toEqual([
    [1, 11],
    [3, 13],
  ])
  expect(new Set(progress.map(({ fraction }) => fraction))).toEqual(new Set([0, 0.5]))
  expect(server.jobs[0]?.body).toMatchObject({
    prompt: 'a fox',
    seed: 11,
    sample_params: { sample_method: 'dpm++2m', scheduler: 'karras', sample_steps: 4 },
    lora: [{ path: 'styles/film.safetensors', multiplier: 0.8 }],
  })
})

test('a second pass and a picture to start from', async () => {
  const hires = { scale: 2, steps: 0, strength: 0.5 }
  const enlarged = { ...REQUEST, indexes: [0], width: 128, height: 128, hires }
  const { images } = await follow(await engine.image!.start(enlarged))
  expect(images[0]).toMatchObject({ width: 128, height: 128 })
  expect(server.jobs[0]?.body).toMatchObject({ width: 64, hires: { target_width: 128 } })
  const source = { image: await makePng(100, 80), strength: 0.6 }
  await follow(await engine.image!.start({ ...REQUEST, type: 'ITI', indexes: [0], source }))
  expect(server.jobs[1]?.body).toMatchObject({ width: 64, height: 64, strength: 0.6 })
  expect(server.jobs[1]?.body['init_image']).toEqual(expect.any(String))
})

test('another process goes on with the jobs of one that ended; nothing is begun twice', async () => {
  server.drawMs = 300
  const first = createA1111Engine(server.url)
  const operation = await first.image!.start(REQUEST)
  await first.dispose()
  const { images } = await follow(JSON.parse(JSON.stringify(operation)) as EngineOperation)
  expect(images.map(({ index }) => index)).toEqual([1, 3])
  expect(server.jobs).toHaveLength(2)
})

test('jobs that a restarted server has forgotten are lost', async () => {
  server.drawMs = 60_000
  const operation = await engine.image!.start(REQUEST)
  server.forget()
  await expect(follow(operation)).rejects.toMatchObject({ code: 'operation_lost', retryable: true })
})

test('a cancel ends what waits and fetches nothing more', async () => {
  server.drawMs = 500
  const operation = await engine.image!.start(REQUEST)
  const following = follow(operation)
  await vi.waitFor(() => expect(server.jobs[0]?.state).toBe('generating'))
  await engine.image!.cancel(operation)
  expect(await following).toMatchObject({ result: { outcome: 'cancelled' }, images: [] })
  expect(server.jobs.map(({ state }) => state)).toEqual(['generating', 'cancelled'])
})

test('tells its place in the line, then that it is drawn, as long as there are no steps to tell', async () => {
  server.drawMs = 1000
  await engine.image!.start({ ...REQUEST, indexes: [0] })
  const operation = await engine.image!.start({ ...REQUEST, indexes: [1] })
  const { progress } = await follow(operation)
  expect(progress.map(({ step, ahead, begun }) => [step, ahead, begun])).toEqual([
    [0, undefined, false],
    [0, 1, false],
    [0, undefined, true],
  ])
})

test('a picture that failed is told once the others are there', async () => {
  server.failing = new Set([1])
  const operation = await engine.image!.start(REQUEST)
  const into: Followed = { images: [], progress: [] }
  await expect(follow(operation, into)).rejects.toMatchObject({
    code: 'picture_failed',
    retryable: true,
  })
  expect(into.images.map(({ index }) => index)).toEqual([3])
})

describe('what goes wrong', () => {
  testFailures(async (failure) => {
    server.faults = [failure]
    return follow(await engine.image!.start({ ...REQUEST, indexes: [0] }))
  })

  test('a server that does not answer for a moment is asked again, and nothing is begun twice', async () => {
    server.drawMs = 300
    const operation = await engine.image!.start({ ...REQUEST, indexes: [0] })
    server.isAway = true
    setTimeout(() => (server.isAway = false), 400)
    expect(await follow(operation)).toMatchObject({ result: { outcome: 'succeeded' } })
    expect(server.jobs).toHaveLength(1)
  })

  test('a server that goes away for ever', async () => {
    engine = createA1111Engine(server.url, { patienceMs: 100 })
    server.drawMs = 60_000
    const operation = await engine.image!.start({ ...REQUEST, indexes: [0] })
    await server.close()
    await expect(follow(operation)).rejects.toMatchObject({
      code: 'engine_unreachable',
      retryable: true,
    })
  })
})

test('a LoRA that the server does not have is named', async () => {
  const loras = [{ model: 'gone', weight: 1 }]
  await expect(engine.image!.start({ ...REQUEST, loras })).rejects.toMatchObject({
    code: 'unsupported',
    retryable: false,
    userMessage: { key: 'common.noSuchLora', values: { name: 'gone' } },
  })
  expect(server.jobs).toEqual([])
})

test('a full queue takes back the jobs that it had taken', async () => {
  server.drawMs = 60_000
  server.mostPending = 2
  await expect(engine.image!.start({ ...REQUEST, indexes: [0, 1, 2] })).rejects.toMatchObject({
    code: 'engine_unreachable',
    retryable: true,
  })
  expect(server.jobs.map(({ state }) => state)).toEqual(['generating', 'cancelled'])
})
