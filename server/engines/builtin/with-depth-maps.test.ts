import { expect, it } from 'vitest'
import { createScriptedEngine, SCRIPTED_MODEL } from '#tests/support/doubles/scripted-engine.ts'
import { SMALL_REQUEST } from '#tests/support/follow-images.ts'
import { makePng } from '#tests/support/pictures.ts'
import {
  type Engine,
  EngineError,
  type FoundDepth,
  type ImageControl,
  type ImageFeature,
  type ImageRequest,
} from '../spec/index.ts'
import { withDepthMaps } from './with-depth-maps.ts'

const PHOTO = await makePng(40, 30)
const MAP = await makePng(40, 30, { noise: 9 })
const BY = { name: 'Depth net', licence: 'Apache-2.0' }
const control = { kind: 'depth', image: PHOTO, strength: 1, start: 0, end: 1 } as const
const { signal } = new AbortController()

/** @param find what the network finds; null: none is on */
function ledEngine(features: ImageFeature[], find: (() => Promise<FoundDepth>) | null) {
  const orders: ImageRequest[] = []
  const { image, ...engine } = createScriptedEngine()
  const painter: Engine = {
    ...engine,
    image: {
      ...image,
      models: async () =>
        (await image.models()).map((model) => ({
          ...model,
          features,
          followsMaps: ['canny', 'depth'],
        })),
      showControl: async () => PHOTO,
      async start(request) {
        orders.push(request)
        return { engine: 'painter', id: String(orders.length) }
      },
      async follow(_operation, { onOutput }) {
        const size = { width: 8, height: 8, seed: 1, index: 0 } as const
        await onOutput({ ...size, data: PHOTO, contentType: 'image/png' })
        return { outcome: 'succeeded', engineMs: 1 }
      },
    },
  }
  const led = withDepthMaps(painter, {
    findsDepth: async () => find !== null,
    findDepth: async () => find?.() ?? null,
  })
  const draw = (controls?: ImageControl[]) =>
    led.image!.start({
      ...SMALL_REQUEST,
      model: SCRIPTED_MODEL,
      indexes: [0],
      ...(controls && { controls }),
    })
  return { image: led.image!, draw, orders }
}

const found = async (): Promise<FoundDepth> => ({ map: MAP, by: BY })
const broken = () =>
  Promise.reject(
    new EngineError('engine_failed', 'killed', { retryable: true, userMessage: 'Gone.' }),
  )
const featuresOf = async ({ image }: Pick<Engine, 'image'>) => (await image!.models())[0]!.features

it('while a network is on, models that only lack what finds depth can be led by it', async () => {
  expect(await featuresOf(ledEngine(['control_canny'], null))).toEqual(['control_canny'])
  expect(await featuresOf(ledEngine(['control_canny'], found))).toEqual([
    'control_canny',
    'control_depth',
  ])
  expect(await featuresOf(ledEngine(['control_depth'], found))).toEqual(['control_depth'])
})

it('the engine gets the map that is shown, and nothing else of a request changes', async () => {
  const { image, draw, orders } = ledEngine(['control_canny', 'control_depth'], found)
  const edges: ImageControl = { ...control, kind: 'canny' }
  const own: ImageControl = { ...control, image: PHOTO, isMap: true }
  const operation = await draw([control, edges, own])
  expect(orders[0]!.controls).toEqual([{ ...control, image: MAP, isMap: true }, edges, own])
  expect(await image.showControl!(SCRIPTED_MODEL, control, signal)).toBe(MAP)
  const shown = { kind: 'canny', image: PHOTO } as const
  expect(await image.showControl!(SCRIPTED_MODEL, shown, signal)).toBe(PHOTO)

  const made: unknown[] = []
  const handlers = {
    onProgress() {},
    async onOutput({ madeBy }: { madeBy?: unknown }) {
      made.push(madeBy)
    },
  }
  await image.follow(operation, handlers)
  await image.follow(await draw(), handlers)
  expect(made).toEqual([[BY], undefined])
})

it('without a network the engine finds depth itself, as before', async () => {
  const { image, draw, orders } = ledEngine(['control_depth'], null)
  await draw([control])
  expect(orders[0]!.controls).toEqual([control])
  expect(await image.showControl!(SCRIPTED_MODEL, control, signal)).toBe(PHOTO)
})

it('a network that ends at its work leaves it to an engine that can, and fails where none can', async () => {
  const able = ledEngine(['control_depth'], broken)
  await able.draw([control])
  expect(able.orders[0]!.controls).toEqual([control])
  expect(await able.image.showControl!(SCRIPTED_MODEL, control, signal)).toBe(PHOTO)

  const unable = ledEngine([], broken)
  await expect(unable.draw([control])).rejects.toMatchObject({ retryable: true })
  expect(unable.orders).toEqual([])
})
