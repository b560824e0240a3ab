import { afterEach, expect, test } from 'vitest'
import { createEngineRegistry } from '#server/engines/registry.ts'
import type { ChangingRegistry, Engine } from '#server/engines/spec/index.ts'
import { createScriptedEngine, SCRIPTED_MODEL } from '#tests/support/doubles/scripted-engine.ts'
import { KINDS } from '../kinds/loaders.ts'
import { createKinds } from '../registry.ts'
import { findStandIn } from './find-stand-in.ts'

let engines: ChangingRegistry
afterEach(() => engines.dispose())

/** An engine with the models of all others, at a company or the operator's own. */
function engineOf(name: string, company?: string): Engine {
  const engine = createScriptedEngine({ name })
  return { ...engine, tool: { ...engine.tool, ...(company && { imagesGoTo: company }) } }
}

const EDIT = {
  type: 'EDI',
  parameters: {
    model: 'scripted-edit_image',
    images: ['a'],
    prompt: 'snow',
    width: 64,
    height: 64,
  },
}
const DRAWING = {
  type: 'TTI',
  parameters: {
    prompt: 'a fox',
    negative_prompt: '',
    steps: 20,
    guidance_scale: 4,
    sampler: 'Euler a',
    model: SCRIPTED_MODEL,
    width: 64,
    height: 64,
    num_images: 1,
    loras: [],
  },
}

async function standInOf(
  all: Engine[],
  work: { type: string; parameters: object },
  first: string | null = null,
): Promise<string | null> {
  engines = createEngineRegistry(all)
  const job = { ...work, engine: all[0]!.name, first_engine: first, model_hash: null }
  const found = await findStandIn({ engines, kinds: createKinds(KINDS) }, job as never)
  return found?.engine ?? null
}

test('an image goes to no company but the one that its price named', async () => {
  const [own, own2] = [engineOf('own'), engineOf('own2')]
  const [fal, fal2, replicate] = [
    engineOf('fal', 'fal'),
    engineOf('fal2', 'fal'),
    engineOf('replicate', 'replicate'),
  ]
  expect(await standInOf([fal, replicate], EDIT)).toBeNull()
  expect(await standInOf([own, replicate], EDIT)).toBeNull()
  expect(await standInOf([fal, replicate, fal2], EDIT)).toBe('fal2')
  expect(await standInOf([fal, replicate, own], EDIT)).toBe('own')
  expect(await standInOf([own, replicate, own2], EDIT)).toBe('own2')
  // It was at fal before.
  expect(await standInOf([own, replicate, fal], EDIT, 'fal')).toBe('fal')
})

test('what starts from no image goes on anywhere', async () => {
  expect(await standInOf([engineOf('own'), engineOf('replicate', 'replicate')], DRAWING)).toBe(
    'replicate',
  )
})
