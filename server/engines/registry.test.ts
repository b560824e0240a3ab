import { expect, test } from 'vitest'
import { CACHED_MS, createEngineRegistry } from './registry.ts'
import type { ImageCapabilities, ImageEngine } from './spec/index.ts'

function engineNamed(name: string, changes: Partial<ImageEngine> = {}): ImageEngine {
  const capabilities: ImageCapabilities = {
    models: [
      {
        id: `${name}-model`,
        name,
        description: '',
        hash: '',
        nativeSize: 512,
        maxTokens: 75,
        licence: 'MIT',
      },
    ],
    samplers: name === 'one' ? ['DDIM', 'Euler a'] : ['Euler'],
    features: ['negative_prompt'],
    minSize: 64,
    maxSize: 2048,
    sizeStep: 8,
    maxImages: 4,
    maxSteps: 100,
    stopsAtOnce: true,
  }
  return {
    name,
    capabilities: async () => capabilities,
    health: async () => ({ state: 'ready', detail: null, load: 0 }),
    start: async () => ({ engine: name, id: '1' }),
    follow: async () => ({ outcome: 'succeeded', engineMs: 0 }),
    cancel: async () => undefined,
    readPrompt: async () => ({ tokens: 0, chunks: 1, ignored: [] }),
    warmUp: async () => undefined,
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
  expect(await registry.forModel('two-model')).toMatchObject({
    engine: two,
    model: { id: 'two-model' },
    capabilities: { samplers: ['Euler'] },
  })
  expect(await registry.forModel('nothing')).toBeUndefined()
})

test('a model that an engine has had for a moment only is found', async () => {
  const engine = engineNamed('one')
  const registry = createEngineRegistry([engine], () => 0)
  expect(await registry.forModel('new')).toBeUndefined()
  const { models } = await engine.capabilities()
  models.push({ ...models[0]!, id: 'new' })
  engine.capabilities = async () => ({ ...(await engineNamed('one').capabilities()), models })
  expect(await registry.forModel('new')).toMatchObject({ engine, model: { id: 'new' } })
})

test('capabilities are those of all engines, samplers in the order shown', async () => {
  const merged = await createEngineRegistry([engineNamed('one'), engineNamed('two')]).capabilities()
  expect(merged.models.map(({ id }) => id)).toEqual(['one-model', 'two-model'])
  expect(merged.samplers).toEqual(['Euler a', 'Euler', 'DDIM'])
  expect(merged.features).toEqual(['negative_prompt'])
})

test('an engine that fails to answer offers nothing and is down; the others go on', async () => {
  const broken = engineNamed('broken', {
    capabilities: () => Promise.reject(new Error('no')),
    health: () => Promise.reject(new Error('unreachable')),
  })
  const registry = createEngineRegistry([broken, engineNamed('two')])
  expect((await registry.capabilities()).models.map(({ id }) => id)).toEqual(['two-model'])
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
  const registry = createEngineRegistry([counting], () => time)
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
