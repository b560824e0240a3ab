import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Patience } from '#server/engines/remote/service/wait-for-call.ts'
import type { Engine, EngineImage, ImageRequest } from '#server/engines/spec/index.ts'
import type { ServiceDouble, ServiceFault } from './doubles/service-files.ts'
import { testFailures } from './failure-matrix.ts'
import { type Followed, followImages, SMALL_REQUEST } from './follow-images.ts'
import { makePng } from './pictures.ts'

/** What the tests of every service need of it. */
export interface ServiceUnderTest {
  startDouble(): Promise<ServiceDouble>
  createEngine(
    baseUrl: string,
    options: { webhookUrl: string | null; patience: Partial<Patience> },
  ): Engine
  /** A model that draws sizes of its own choice, so that another size is an error. */
  exactModel: string
}

const PATIENCE = { pollMs: 15, pollBesideWebhookMs: 15, awayMs: 300 }
const LONG_MS = 60_000

/** Enough of a file to be sent. */
const PNG = new Uint8Array([0x89, 0x50, 0x4e, 0x47])

const nothing = { onProgress: () => undefined, onOutput: async () => undefined }

/** What holds for every service with a queue. Gives the tests of one service its double and its engine. */
export function testServiceEngine({ startDouble, createEngine, exactModel }: ServiceUnderTest): {
  double(): ServiceDouble
  engine(): Engine
  request: ImageRequest
} {
  let double: ServiceDouble
  let engine: Engine
  const request: ImageRequest = {
    ...SMALL_REQUEST,
    model: exactModel,
    width: 512,
    height: 512,
    loras: [],
  }

  beforeEach(async () => {
    double = await startDouble()
    engine = createEngine(double.url, { webhookUrl: null, patience: PATIENCE })
  })
  afterEach(async () => {
    await engine.dispose()
    await double.close()
  })

  const start = (change: Partial<ImageRequest> = {}) =>
    engine.image!.start({ ...request, ...change })
  const draw = async (change: Partial<ImageRequest> = {}, into?: Followed) =>
    followImages(engine, await start(change), into)
  const failing = (...faults: (ServiceFault | null)[]) => {
    double.faults = faults
    return draw()
  }

  test('each picture is a request of its own, with its own seed and its cost', async () => {
    const { images, result, progress } = await draw({ indexes: [0, 2], seed: 2 ** 32 - 1 })
    expect(result.outcome).toBe('succeeded')
    expect(
      images
        .map(({ index, seed, width }) => [index, seed, width])
        .toSorted(([a], [b]) => Number(a) - Number(b)),
    ).toEqual([
      [0, 2 ** 32 - 1, 512],
      [2, 1, 512],
    ])
    expect(result.costMicros).toBeGreaterThan(0)
    expect(double.begun).toHaveLength(2)
    expect(progress.at(-1)).toMatchObject({ step: 2, steps: 2, fraction: 1 })
  })

  test('image to image uploads what it starts from', async () => {
    const source = { image: await makePng(300, 300), strength: 0.5 }
    const models = await engine.image!.models()
    const model = models.find(({ features }) => features.includes('image_to_image'))
    const sampler = model?.samplers[0] ?? request.sampler
    await draw({ type: 'ITI', model: model!.id, sampler, source })
    expect(double.uploads).toHaveLength(1)
    expect(JSON.stringify(double.begun[0]?.input)).toContain(double.url)
  })

  describe('what goes wrong', () => {
    testFailures((failure) => failing(failure))

    test.each<[ServiceFault, object]>([
      ['no credit', { code: 'engine_unreachable', retryable: true }],
      ['wrong key', { code: 'engine_unreachable', retryable: true }],
      ['fails', { code: 'picture_failed', retryable: true }],
      ['content refused at once', { code: 'content_refused', retryable: false }],
      ['content refused', { code: 'content_refused', retryable: false }],
      ['gone for ever', { code: 'operation_lost', retryable: true }],
      ['result gone', { code: 'picture_failed', retryable: true }],
      ['result elsewhere', { code: 'picture_failed', retryable: true }],
    ])('%s', async (fault, error) => {
      await expect(failing(fault)).rejects.toMatchObject(error)
    })

    test('a throttled request is sent again, and begun once', async () => {
      await failing('throttled once')
      expect(double.begun).toHaveLength(1)
    })

    test('a throttled service is not hit again and again', async () => {
      await expect(failing('throttled')).rejects.toMatchObject({ status: 429 })
      const sent = double.calls.filter((call) => call.startsWith('POST'))
      expect(sent).toHaveLength(3)
    })

    test('a failed request is not sent again by the client of the service', async () => {
      await expect(failing('server error')).rejects.toMatchObject({ code: 'engine_failed' })
      await expect(failing('connection lost')).rejects.toMatchObject({ code: 'engine_unreachable' })
      expect(double.calls.filter((call) => call.startsWith('POST'))).toHaveLength(2)
    })

    test('a service that is away for a while is waited for', async () => {
      await failing('away for a while')
      expect(double.begun).toHaveLength(1)
    })

    test('of a service that stays away the work is not cancelled', async () => {
      double.drawMs = LONG_MS
      const operation = await start()
      const { url } = double
      await double.close()
      await expect(followImages(engine, operation)).rejects.toMatchObject({
        code: 'engine_unreachable',
      })
      expect(double.cancelled).toEqual([])
      expect(url).toContain('127.0.0.1')
    })

    test('a damaged picture is told once the others are there', async () => {
      double.faults = ['black', null]
      const into: Followed = { images: [], progress: [] }
      await expect(draw({ indexes: [0, 1] }, into)).rejects.toMatchObject({
        code: 'picture_failed',
      })
      expect(into.images).toHaveLength(1)
    })

    test('what was drawn and cannot be used costs all the same', async () => {
      const { result } = await draw()
      await expect(failing('half an image')).rejects.toMatchObject({
        code: 'picture_failed',
        costMicros: result.costMicros,
      })
    })

    test('one refused request of an order takes the others back', async () => {
      double.drawMs = LONG_MS
      double.faults = [null, 'refused']
      await expect(draw({ indexes: [0, 1] })).rejects.toMatchObject({ code: 'unsupported' })
      expect(double.cancelled).toHaveLength(1)
    })

    test('health says whether the key is taken', async () => {
      expect(await engine.health()).toMatchObject({ state: 'ready' })
    })
  })

  describe('words', () => {
    const write = (task: 'improve_prompt' | 'describe_image' = 'improve_prompt') =>
      engine.words!.write(
        task === 'improve_prompt' ? { task, prompt: 'a fox' } : { task, image: PNG },
        AbortSignal.timeout(5_000),
      )

    test('a prompt is improved and an image described, each for what the service bills', async () => {
      const offered = await engine.words!.models()
      expect(offered.map(({ task }) => task)).toEqual(['improve_prompt', 'describe_image'])
      double.says = 'a red fox, snow'
      const better = await write()
      expect(better.text).toBe('a red fox, snow')
      expect(better.costMicros).toBeGreaterThan(0)
      expect(double.begun[0]?.input).toMatchObject({ prompt: 'a fox' })
      expect((await write('describe_image')).text).toBe('a red fox, snow')
      expect(double.uploads).toHaveLength(1)
      expect(JSON.stringify(double.begun[1]?.input)).toContain(double.url)
    })

    test.each<[ServiceFault, object]>([
      ['content refused at once', { code: 'content_refused', retryable: false }],
      ['refused', { code: 'unsupported' }],
      ['no credit', { code: 'engine_unreachable' }],
      ['server error', { code: 'engine_failed' }],
      ['connection lost', { code: 'engine_unreachable' }],
      ['fails', { code: 'picture_failed' }],
      ['garbage', { code: 'engine_failed' }],
      ['gone for ever', { code: 'operation_lost' }],
    ])('%s', async (fault, error) => {
      double.faults = [fault]
      await expect(write()).rejects.toMatchObject(error)
      expect(double.begun.length).toBeLessThan(2)
    })

    test('what nobody waits for any longer is cancelled', async () => {
      double.drawMs = LONG_MS
      const stop = new AbortController()
      const writing = engine.words!.write({ task: 'improve_prompt', prompt: 'a fox' }, stop.signal)
      await vi.waitFor(() => expect(double.begun).toHaveLength(1))
      stop.abort()
      await expect(writing).rejects.toMatchObject({ name: 'AbortError' })
      expect(double.cancelled).toEqual([double.begun[0]?.id])
    })
  })

  describe('survival', () => {
    test('another process finds the work again and begins nothing', async () => {
      double.drawMs = 200
      const operation = await start()
      const stopped = engine
      void followImages(stopped, operation).catch(() => undefined)
      await stopped.dispose()
      engine = createEngine(double.url, { webhookUrl: null, patience: PATIENCE })
      const { images } = await followImages(engine, operation)
      expect(images).toHaveLength(1)
      expect(double.begun).toHaveLength(1)
      expect(double.cancelled).toEqual([])
    })

    test('a cancelled order is cancelled at the service and hands out nothing', async () => {
      double.drawMs = LONG_MS
      const operation = await start({ indexes: [0, 1] })
      const images: EngineImage[] = []
      const following = engine.image!.follow(operation, {
        ...nothing,
        onOutput: async (image) => void images.push(image),
      })
      await engine.image!.cancel(operation)
      await engine.image!.cancel(operation)
      expect((await following).outcome).toBe('cancelled')
      expect(double.cancelled.toSorted()).toEqual(double.begun.map(({ id }) => id).toSorted())
      expect(images).toEqual([])
    })
  })

  describe('webhooks', () => {
    /** Somebody who gets the calls and hands them on as the app does. */
    async function listen() {
      const { listenOnLoopback, readBody, sendJson } = await import('./doubles/json-server.ts')
      const answers: (string | null)[] = []
      const listener = await listenOnLoopback(async (call, response) => {
        const body = await readBody(call)
        const id = await engine.webhooks!.receive({ headers: call.headers, body })
        answers.push(id)
        if (id !== null) engine.webhooks!.wake(id)
        sendJson(response, id === null ? 400 : 200, {})
      })
      await engine.dispose()
      engine = createEngine(double.url, {
        webhookUrl: `${listener.url}/hook`,
        patience: { ...PATIENCE, pollBesideWebhookMs: LONG_MS },
      })
      return { answers, close: () => listener.close() }
    }

    test('a call ends the wait at once, however often it comes', async () => {
      const { answers, close } = await listen()
      double.drawMs = 100
      const operation = await start()
      const following = followImages(engine, operation)
      await vi.waitFor(() => expect(double.calls.some((call) => call.startsWith('GET'))).toBe(true))
      await new Promise((resolve) => setTimeout(resolve, 120))
      const [{ id } = { id: '' }] = double.begun
      expect(await Promise.all([double.callWebhook(id), double.callWebhook(id)])).toEqual([
        200, 200,
      ])
      expect((await following).images).toHaveLength(1)
      expect(answers).toEqual([id, id])
      expect(double.begun).toHaveLength(1)
      await close()
    })

    test('a forged call and an old one are refused', async () => {
      const { answers, close } = await listen()
      await start()
      const [{ id } = { id: '' }] = double.begun
      expect(await double.callWebhook(id, 'forged')).toBe(400)
      expect(await double.callWebhook(id, 'old')).toBe(400)
      expect(answers).toEqual([null, null])
      await close()
    })

    test('a lost one is not missed', async () => {
      await engine.dispose()
      engine = createEngine(double.url, {
        webhookUrl: 'http://127.0.0.1:9/hook',
        patience: PATIENCE,
      })
      double.drawMs = 50
      expect((await draw()).images).toHaveLength(1)
    })
  })

  return { double: () => double, engine: () => engine, request }
}
