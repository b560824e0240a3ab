import { afterAll, beforeAll, expect, test } from 'vitest'
import { FEATURES } from '#contract/values/features.ts'
import { api } from '#contract/index.ts'
import type { EngineHealth } from '#server/engines/spec/index.ts'
import { createEngineRegistry } from '#server/engines/registry.ts'
import { createScriptedEngine } from '#tests/support/doubles/scripted-engine.ts'
import { submit } from '#tests/support/generation.ts'
import { newPerson } from '#tests/support/people.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { readCapabilities } from './read-capabilities.ts'

const collection = createScriptedEngine({
  name: 'small',
  capabilities: { id: 'things', draws: 'known_things' },
})
const anything = createScriptedEngine({
  name: 'large',
  capabilities: { id: 'all', features: ['negative_prompt', 'photo_person'] },
})

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({
    overrides: { engines: [collection, anything], classifier: collection },
  })
})
afterAll(() => app.dispose())

test('the model that draws anything is the default and comes first; the other one has its own name', async () => {
  expect(await app.call(api.capabilities.read, {})).toMatchObject({
    draws: 'anything',
    people: true,
    added_tools: [],
    default_model: 'all',
  })
  const { results } = await app.call(api.generationServers.list, { query: {} })
  expect(results.map(({ models }) => models.map(({ id, name }) => [id, name]))).toEqual([
    [['all', 'Scripted']],
    [['things', 'Illustrations']],
  ])
  const job = await submit(await newPerson(app))
  expect(job.parameters).toMatchObject({ model: 'all' })
})

test.each<[string, Partial<EngineHealth>]>([
  ['is down', { state: 'down' }],
  ['is paused', { closedBy: 'paused' }],
  ['starts', { state: 'starting' }],
])('an engine that %s promises nothing', async (_, changes) => {
  const health = async () => ({ ...(await anything.health()), ...changes })
  const engines = createEngineRegistry([{ ...anything, health }, collection])
  expect(await readCapabilities(engines, { features: [...FEATURES] })).toMatchObject({
    draws: 'collection',
    people: false,
    added_tools: [],
    default_model: 'things',
  })
})

test('a brand promises no more than it offers', async () => {
  const engines = createEngineRegistry([anything])
  const all = await readCapabilities(engines, { features: [...FEATURES] })
  const none = await readCapabilities(engines, { features: [] })
  expect(all).toMatchObject({ edits: true, video_moves: true })
  expect(none).toMatchObject({ draws: 'anything', edits: false, video_moves: false })
})

test('without any engine nothing is promised', async () => {
  expect(await readCapabilities(createEngineRegistry([]), { features: [...FEATURES] })).toEqual({
    draws: 'collection',
    people: false,
    edits: false,
    video_moves: false,
    trains_likeness: false,
    added_tools: [],
    default_model: null,
  })
})
