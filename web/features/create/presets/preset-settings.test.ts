import { expect, test } from 'vitest'
import { PresetSettings } from '#contract/presets.ts'
import { EMPTY_FORM, type GenerationForm } from '#web/features/generate/lib/form.ts'
import {
  formOfSettings,
  knownSettings,
  missingOf,
  partsOf,
  PRESET_PARTS,
  settingsOfForm,
  USUAL_PARTS,
} from './preset-settings.ts'

const FORM: GenerationForm = {
  mode: 'advanced',
  prompt: 'a fox <lora:ink:0.5>',
  negativePrompt: 'blurry',
  model: 'm1',
  style: '3d',
  finish: null,
  isSet: false,
  width: 512,
  height: 768,
  numImages: 2,
  steps: 30,
  guidanceScale: 7,
  sampler: 'Euler',
  seed: 42,
  variation: { seed: null, strength: 0.2 },
  hires: { scale: 2, steps: 0, strength: 0.5 },
  guidanceRescale: 0.3,
  controls: [],
  loras: [{ model: 'wool', weight: 0.7 }],
  remixOf: null,
}

test('all that is kept comes back, as the server takes it', () => {
  const settings = settingsOfForm(FORM, PRESET_PARTS)
  expect(PresetSettings.parse(settings)).toEqual(settings)
  expect({ ...EMPTY_FORM, ...formOfSettings(settings) }).toEqual({ ...FORM, mode: 'basic' })
})

test.each(PRESET_PARTS)('only %s is kept where only that is chosen', (part) => {
  expect(partsOf(settingsOfForm(FORM, [part]))).toEqual([part])
  expect(partsOf(settingsOfForm(EMPTY_FORM, [part]))).toEqual([part])
})

test('what is not part of a preset stays as it is, and a seed is none unless asked for', () => {
  const changes = formOfSettings(settingsOfForm(FORM, USUAL_PARTS))
  expect(changes).not.toHaveProperty('seed')
  expect(changes).not.toHaveProperty('mode')
  expect(formOfSettings({ version: 1, seed: null })).toEqual({ seed: null })
})

test('LoRAs of the prompt are kept beside it where the prompt is not', () => {
  const [ink, wool] = [
    { model: 'ink', weight: 0.5 },
    { model: 'wool', weight: 0.7 },
  ]
  expect(settingsOfForm(FORM, ['loras']).loras).toEqual([ink, wool])
  expect(settingsOfForm(FORM, ['prompt', 'loras']).loras).toEqual([wool])
})

test('what is not here is told', () => {
  const settings = settingsOfForm({ ...FORM, style: 'gone' }, PRESET_PARTS)
  const here = {
    hasModel: true,
    samplers: new Set(['DDIM'] as const),
    features: new Set<string>(),
    loras: new Map([['wool', 'is for another model']]),
  }
  expect(missingOf(settings, here, new Set(['ink'])).map(({ kind, name }) => [kind, name])).toEqual(
    [
      ['sampler', 'Euler'],
      ['lora', 'wool'],
      ['style', 'gone'],
      ['hires', ''],
      ['variation', ''],
    ],
  )
  // Of a model that is not here nobody knows what it could do.
  expect(missingOf(settings, { ...here, hasModel: false }, new Set(['ink', 'wool']))).toEqual([
    { kind: 'model', name: 'm1' },
    { kind: 'style', name: 'gone' },
  ])
})

test('settings of another version are not read', () => {
  const preset = { id: '1', name: 'x', uses: 0, used_at: null, changed_at: '' }
  expect(knownSettings({ ...preset, settings: { version: 2, prompt: 'x' } })).toBeNull()
  expect(knownSettings({ ...preset, settings: { version: 1, prompt: 'x' } })).toMatchObject({
    prompt: 'x',
  })
})
