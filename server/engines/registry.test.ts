import { expect, test } from 'vitest'
import { CACHED_MS, createEngineRegistry } from './registry.ts'
import type { Engine, ImageEngine, ImageModel, ToolEngine } from './spec/index.ts'

const work = {
  stopsAtOnce: true,
  start: async () => ({ engine: 'one', id: '1' }),
  follow: async () => ({ outcome: 'succeeded' as const, engineMs: 0 }),
  cancel: async () => undefined,
}

const modelNamed = (id: string): ImageModel => ({
  id,
  name: id,
  description: '',
  hash: '',
  nativeSize: 512,
  maxTokens: 75,
  licence: 'MIT',
  sizes: { min: 64, max: 2048, step: 8 },
  samplers: ['Euler'],
  features: ['negative_prompt'],
  loras: [],
  maxImages: 4,
  maxSteps: 100,
  priceClass: 'standard',
})

function engineNamed(name: string, changes: Partial<Engine> = {}): Engine {
  const image: ImageEngine = { ...work, models: async () => [modelNamed(`${name}-model`)] }
  return {
    name,
    image,
    health: async () => ({ state: 'ready', detail: null, load: 0 }),
    dispose: async () => undefined,
    ...changes,
  }
}

test('a model leads to its engine, a name to the engine of that name', async () => {
  const [one, two] = [engineNamed('one'), engineNamed('two')]
  const registry = createEngineRegistry([one, two])
  expect(registry.list()).toEqual([one, two])
  expect(registry.get('two')).toBe(two)
  expect(registry.get('three')).toBeUndefined()
  const found = await registry.findImageModel('two-model')
  expect(found).toMatchObject({ model: { id: 'two-model', samplers: ['Euler'] } })
  expect(found!.engine).toBe(two)
  expect(found!.image).toBe(two.image)
  expect(await registry.findImageModel('nothing')).toBeUndefined()
})

test('a tool leads to the first engine that has it, also beside engines that only draw', async () => {
  const model = {
    tool: 'remove_background' as const,
    id: 'cutter',
    name: 'Cutter',
    hash: '',
    licence: 'MIT',
    maxEdge: 8192,
    maxPixels: 25e6,
  }
  const tool: ToolEngine = { ...work, models: async () => [model] }
  const registry = createEngineRegistry([engineNamed('one'), engineNamed('two', { tool })])
  expect(await registry.findTool('remove_background')).toMatchObject({
    engine: { name: 'two' },
    model: { id: 'cutter' },
  })
  expect(await createEngineRegistry([engineNamed('one')]).findTool('remove_background')).toBe(
    undefined,
  )
  const plain: ToolEngine = { ...work, models: async () => [{ ...model, plain: true }] }
  const both = createEngineRegistry([
    engineNamed('one', { tool: plain }),
    engineNamed('two', { tool }),
  ])
  expect((await both.findTool('remove_background'))?.engine.name).toBe('one')
  expect((await both.findTool('remove_background', true))?.engine.name).toBe('two')
  const able = async (name: string) =>
    (await both.findTool('remove_background', false, ({ engine }) => engine.name === name))?.engine
  // One that has all that is asked goes before the first; where none has, the first says what it lacks.
  expect((await able('two'))?.name).toBe('two')
  expect((await able('three'))?.name).toBe('one')
})

test('a model that an engine has had for a moment only is found', async () => {
  const models = [modelNamed('one-model')]
  const engine = engineNamed('one', { image: { ...work, models: async () => [...models] } })
  const registry = createEngineRegistry([engine], { now: () => 0 })
  expect(await registry.findImageModel('new')).toBeUndefined()
  models.push(modelNamed('new'))
  expect(await registry.findImageModel('new')).toMatchObject({ engine, model: { id: 'new' } })
})

test('models are those of all engines, the preferred one first', async () => {
  const models = await createEngineRegistry([engineNamed('one'), engineNamed('two')]).imageModels()
  expect(models.map(({ model }) => model.id)).toEqual(['one-model', 'two-model'])
})

test('an engine that fails to answer offers nothing and is down; the others go on', async () => {
  const broken = engineNamed('broken', {
    image: { ...work, models: () => Promise.reject(new Error('no')) },
    health: () => Promise.reject(new Error('unreachable')),
  })
  const registry = createEngineRegistry([broken, engineNamed('two')])
  expect((await registry.imageModels()).map(({ model }) => model.id)).toEqual(['two-model'])
  expect(await registry.health()).toMatchObject([
    { name: 'broken', health: { state: 'down', detail: 'unreachable' } },
    { name: 'two', health: { state: 'ready' } },
  ])
})

test('health is asked for again after a while only', async () => {
  let [asked, time] = [0, 0]
  const counting = engineNamed('one', {
    health: async () => ({ state: 'ready', detail: null, load: ++asked }),
  })
  const registry = createEngineRegistry([counting], { now: () => time })
  await registry.health()
  await registry.health()
  expect(asked).toBe(1)
  time += CACHED_MS
  await registry.health()
  expect(asked).toBe(2)
})

test('two engines of one name are refused', () => {
  expect(() => createEngineRegistry([engineNamed('one'), engineNamed('one')])).toThrow(/same name/)
})

test('an order that was set decides who does a piece of work, as far as they can', async () => {
  const model = modelNamed('shared')
  const upscaler = {
    tool: 'upscale' as const,
    id: 'upscaler',
    name: 'Upscaler',
    hash: '',
    licence: 'MIT',
    maxEdge: 8192,
    maxPixels: 25e6,
  }
  const loads = new Map([
    ['one', 3],
    ['two', 1],
  ])
  const down = new Set<string>()
  const both = (name: string) => {
    const offered = <T>(offer: T): T[] => (down.has(name) ? [] : [offer])
    return engineNamed(name, {
      image: { ...work, models: async () => offered({ ...model, hash: name }) },
      tool: { ...work, models: async () => offered(upscaler) },
    })
  }
  const registry = createEngineRegistry([both('one'), both('two'), both('three')], {
    loads: async () => loads,
  })
  const drawing = async () => (await registry.imageModels())[0]?.engine.name
  const named = async () => (await registry.findImageModel('shared'))?.engine.name
  const upscale = async () => (await registry.findTool('upscale'))?.engine.name
  // Other weights are never chosen in silence, a tool is the first one's.
  expect([await drawing(), await named(), await upscale()]).toEqual(['one', 'one', 'one'])

  registry.setOrders(
    new Map([
      ['drawing', { mode: 'listed', engines: ['three'] }],
      ['model:shared', { mode: 'listed', engines: ['two', 'three'] }],
      ['tool:upscale', { mode: 'auto', engines: [] }],
    ]),
  )
  expect([await drawing(), await named(), await upscale()]).toEqual(['three', 'two', 'three'])
  loads.set('three', 5)
  expect(await upscale()).toBe('two')
  down.add('two')
  registry.forget()
  expect([await drawing(), await named(), await upscale()]).toEqual(['three', 'three', 'one'])
  registry.setOrders(new Map())
  expect([await drawing(), await named(), await upscale()]).toEqual(['one', 'one', 'one'])
})

test('of engines with the same model one that has what is asked of it goes first', async () => {
  const withFeatures = (name: string, features: ImageModel['features'], hash = 'a') =>
    engineNamed(name, {
      image: { ...work, models: async () => [{ ...modelNamed('shared'), hash, features }] },
    })
  const registry = createEngineRegistry([
    withFeatures('one', []),
    withFeatures('two', ['hires']),
    withFeatures('three', ['hires', 'inpaint'], 'b'),
  ])
  const find = async (feature: ImageModel['features'][number]) =>
    (await registry.findImageModel('shared', ({ features }) => features.includes(feature)))?.engine
      .name
  expect(await find('hires')).toBe('two')
  // Of other weights, or of nobody: the first one says what is missing.
  expect(await find('inpaint')).toBe('one')
  registry.setOrders(new Map([['model:shared', { mode: 'listed', engines: ['three', 'one'] }]]))
  expect([await find('hires'), await find('loras')]).toEqual(['three', 'three'])
})
