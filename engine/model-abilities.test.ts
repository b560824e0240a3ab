import { readFileSync, writeFileSync } from 'node:fs'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createModelLibrary } from './diffusion/model/model-library.ts'
import { abilitiesOf } from './model-abilities.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'abilities-'))
})
afterAll(() => rm(folder, { recursive: true }))

/** A tiny model whose configuration says something else. */
async function abilitiesWith(name: string, changes: Record<string, object>) {
  const dir = path.join(folder, name)
  await cp('tests/fixtures/tiny-sd', dir, { recursive: true })
  for (const [file, change] of Object.entries(changes)) {
    const place = path.join(dir, file)
    const before = JSON.parse(readFileSync(place, 'utf8')) as object
    writeFileSync(place, JSON.stringify({ ...before, ...change }))
  }
  const library = createModelLibrary({ modelDirs: [dir] })
  return abilitiesOf(await library.require(name))
}

const SCHEDULER = 'scheduler/scheduler_config.json'

test('a usual model follows the product and has no sampler of other models', async () => {
  const { defaults, samplers, features } = await abilitiesWith('usual', {})
  expect(defaults).toBeUndefined()
  expect(samplers).toContain('Euler a')
  expect(samplers).not.toContain('LCM')
  expect(features).toEqual(expect.arrayContaining(['negative_prompt', 'refine']))
})

test('a latent consistency model has its own sampler and is told the guidance', async () => {
  const { defaults, samplers, features } = await abilitiesWith('lcm', {
    [SCHEDULER]: { _class_name: 'LCMScheduler' },
    'unet/config.json': { time_cond_proj_dim: 256 },
  })
  expect(defaults).toEqual({ steps: 4, guidanceScale: 8, sampler: 'LCM' })
  expect(samplers).toContain('LCM')
  // It is never asked without the prompt.
  expect(features).not.toContain('negative_prompt')
})

test.each([
  ['EulerDiscreteScheduler', 'epsilon', { steps: 4, guidanceScale: 1, sampler: 'Euler' }],
  [
    'EulerAncestralDiscreteScheduler',
    'epsilon',
    { steps: 4, guidanceScale: 1, sampler: 'Euler a' },
  ],
  // Models without a last bit of the picture at the last timestep want it too, and are no Turbo models.
  ['EulerDiscreteScheduler', 'v_prediction', undefined],
])('trailing spacing of %s with %s', async (className, prediction, expected) => {
  const { defaults } = await abilitiesWith(`${className}-${prediction}`, {
    [SCHEDULER]: {
      _class_name: className,
      timestep_spacing: 'trailing',
      prediction_type: prediction,
    },
  })
  expect(defaults).toEqual(expected)
})
