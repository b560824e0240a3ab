import { expect, test } from 'vitest'
import { createScriptedEngine, SCRIPTED_MODEL } from '#tests/support/doubles/scripted-engine.ts'
import { createEngineRegistry } from '#server/engines/registry.ts'
import type { IgnoredSetting } from '#server/engines/spec/index.ts'
import { ignoredOf, warnOfIgnored } from './ignored-settings.ts'
import { findStandIns } from './stand-ins.ts'

const ASKED = {
  prompt: 'a fox',
  negative_prompt: '',
  steps: 20,
  guidance_scale: 4,
  sampler: 'Euler a',
} as const
const ALL: IgnoredSetting[] = [
  'prompt_timing',
  'prompt_breaks',
  'prompt_weights',
  'steps',
  'guidance_scale',
  'sampler',
]

test('what is asked for and would not be followed is said, and nothing else', () => {
  const ignored = (asked: object) => ignoredOf({ ignores: ALL }, { ...ASKED, ...asked })
  expect(ignored({})).toEqual([])
  expect(ignored({ prompt: 'a (red [fox|wolf]:1.2) BREAK snow' })).toEqual(ALL.slice(0, 3))
  expect(ignored({ negative_prompt: '[a:b:0.5]' })).toEqual(['prompt_timing'])
  expect(ignored({ steps: 30, guidance_scale: 7, sampler: 'Euler' })).toEqual(ALL.slice(3))
  const asked = { ...ASKED, prompt: '(fox:1.3)' }
  expect(warnOfIgnored({ ignores: ['prompt_weights'] }, asked)).toEqual([
    {
      code: 'prompt_weights_ignored',
      message: { key: 'jobs.ignoresWeights' },
    },
  ])
  expect(warnOfIgnored({}, asked)).toEqual([])
})

test('an engine that would ignore a part of a request does not take it over', async () => {
  const engines = createEngineRegistry([
    createScriptedEngine({ name: 'first' }),
    createScriptedEngine({ name: 'second', capabilities: { ignores: ['prompt_weights'] } }),
  ])
  const parameters = {
    ...ASKED,
    model: SCRIPTED_MODEL,
    width: 64,
    height: 64,
    num_images: 1,
    loras: [],
  }
  const standIns = (prompt: string) =>
    findStandIns(engines, { ...parameters, prompt, type: 'TTI', seed: null }, null)
  expect(await standIns('a fox')).toEqual(['first', 'second'])
  expect(await standIns('a (fox:1.3)')).toEqual(['first'])
  await engines.dispose()
})
