import { expect, test } from 'vitest'
import { readA1111 } from './read-a1111.ts'
import { readInvoke, readInvoke2, readSwarm } from './read-json-settings.ts'
import { readNovelai } from './read-novelai.ts'
import { readPastedSettings } from './read-settings.ts'

/** What the other programs write beside the usual. */

test("A1111: Civitai's list of what was drawn with, which is JSON with commas", () => {
  const resources = [
    { type: 'checkpoint', modelVersionId: 1, modelName: 'Dream: XL, new', modelVersionName: 'v2' },
    { type: 'lora', weight: 0.65, modelVersionId: 2, modelName: 'Ink Wash', modelVersionName: '1' },
  ]
  const text = [
    'a fox',
    'Negative prompt: dog',
    `Steps: 25, Sampler: DPM++ 2M Karras, CFG scale: 5, Seed: 3, Size: 832x1216, Clip skip: 2, Civitai resources: ${JSON.stringify(resources)}, Civitai metadata: {"a": [1, 2]}`,
  ].join('\n')
  expect(readA1111(text, true)).toMatchObject({
    request: { prompt: 'a fox', steps: 25, width: 832 },
    sampler: 'DPM++ 2M Karras',
    model: 'Dream: XL, new',
    loras: [{ model: 'Ink Wash', weight: 0.65 }],
    leftOut: [{ kind: 'clipSkip', name: '2' }],
  })
})

test('A1111: Forge with Flux, a hires pass to a size, regions, and NaN where a number should be', () => {
  const text = [
    'sky NaN ADDROW a meadow BREAK (sheep:1.2)',
    'Version: f2.0.1v1.10.1, Seed: 18446744073709551557, Distilled CFG Scale: 3.5, CFG scale: 1, Size: 512x768, Steps: NaN, Sampler: Euler, Schedule type: Simple, Denoising strength: 0.45, Hires resize: 1024x1536, RP Active: True, RP Ratios: "1,2", RP Divide mode: Matrix',
  ].join('\n')
  expect(readA1111(text, true)).toMatchObject({
    request: {
      prompt: 'sky NaN ADDROW a meadow BREAK (sheep:1.2)',
      negative_prompt: '',
      guidance_scale: 3.5,
      hires: { scale: 2, strength: 0.45 },
    },
    seed: '18446744073709551557',
    leftOut: [
      { kind: 'schedule', name: 'Simple' },
      { kind: 'setting', name: 'Regional Prompter' },
    ],
  })
  expect(readA1111(text, true)!.request).not.toHaveProperty('steps')
})

test("Fooocus's other scheme: the prompt as it was typed, its styles, and weights of LoRAs", () => {
  const text = [
    'a fox, cinematic still, highly detailed',
    'Negative prompt: anime',
    `Steps: 30, Sampler: DPM++ 2M SDE, Scheduler: karras, CFG scale: 4, Seed: 8, Size: 1152x896, Model: juggernautXL, Raw prompt: a fox, Raw negative prompt: "", Styles: "['Fooocus V2', 'Sharp']", Lora weights: "sd_xl_offset: 0.1, ink: 0.5", Version: Fooocus v2.5.5`,
  ].join('\n')
  expect(readA1111(text, true)).toMatchObject({
    request: { prompt: 'a fox', width: 1152 },
    loras: [
      { model: 'sd_xl_offset', weight: 0.1 },
      { model: 'ink', weight: 0.5 },
    ],
    leftOut: [{ kind: 'setting', name: 'Fooocus V2, Sharp' }],
  })
})

test('NovelAI 4: characters of their own are kept, and their places said to be lost', () => {
  const json = {
    prompt: 'two people, {{rain}}',
    uc: 'blurry',
    v4_prompt: {
      caption: {
        base_caption: 'two people, {{rain}}',
        char_captions: [{ char_caption: 'a girl, red coat', centers: [{ x: 0.3, y: 0.5 }] }],
      },
    },
    seed: 4028746890,
    sampler: 'k_euler_ancestral',
    noise_schedule: 'karras',
    scale: 5,
    steps: 28,
  }
  expect(readNovelai(json, null, 'NovelAI Diffusion V4 37442FCA')).toMatchObject({
    request: { prompt: 'two people, (rain:1.1), a girl, red coat', negative_prompt: 'blurry' },
    model: 'NovelAI Diffusion V4',
    leftOut: [
      { kind: 'schedule', name: 'Karras' },
      { kind: 'setting', name: 'characters' },
    ],
  })
})

test("InvokeAI: weights in its own syntax, LoRAs in the prompt, Flux's guidance, and what is switched on", () => {
  const json = {
    positive_prompt: 'a fox++ in (deep snow)1.3, well-known',
    negative_prompt: 'dog--',
    positive_style_prompt: 'oil paint',
    guidance: 4,
    cfg_scale: 1,
    seed: 6,
    steps: 12,
    scheduler: 'euler',
    hrf_enabled: true,
    loras: [
      { model: { name: 'ink' }, weight: 0.5 },
      { model: { name: 'off' }, weight: 1, is_enabled: false },
    ],
  }
  expect(readInvoke(json)).toMatchObject({
    request: {
      prompt: 'a (fox:1.21) in (deep snow:1.3), well-known',
      negative_prompt: '(dog:0.81)',
      guidance_scale: 4,
    },
    loras: [{ model: 'ink', weight: 0.5 }],
    leftOut: [
      { kind: 'setting', name: 'positive_style_prompt' },
      { kind: 'setting', name: 'hrf_enabled' },
    ],
  })
  const image = { prompt: 'a fox withLora(ink,0.7) [dog]', seed: 5, steps: 9, hires_fix: true }
  expect(readInvoke2({ image })).toMatchObject({
    request: { prompt: 'a fox', negative_prompt: 'dog' },
    loras: [{ model: 'ink', weight: 0.7 }],
    leftOut: [{ kind: 'setting', name: 'hires_fix' }],
  })
})

test('SwarmUI: a part with a prompt of its own, variation, and an enlarged second pass', () => {
  const json = {
    prompt: 'a fox <lora:ink:0.4> <segment:face,0.6> a smile',
    seed: 6,
    steps: 20,
    cfgscale: 7,
    variationseed: 9,
    variationseedstrength: 0.2,
    refinerupscale: 1.5,
    refinercontrolpercentage: 0.3,
  }
  expect(readSwarm(json)).toMatchObject({
    request: {
      prompt: 'a fox',
      variation_strength: 0.2,
      hires: { scale: 1.5, steps: 0, strength: 0.3 },
    },
    loras: [{ model: 'ink', weight: 0.4 }],
    leftOut: [{ kind: 'setting', name: '<segment:face,0.6>' }],
  })
})

const IN_ANY_ORDER = [
  [
    'the negative prompt behind the settings',
    'a fox\nSteps: 20, Sampler: Euler a, Seed: 5\nNegative prompt: dog',
  ],
  ['the settings first', 'Steps: 20, Sampler: Euler a, Seed: 5\na fox\nNegative prompt: dog'],
  [
    'the negative prompt first',
    'Negative prompt: dog\nPrompt: a fox\nSteps: 20, Sampler: Euler a, Seed: 5',
  ],
  ['a line for each', 'a fox\nNegative prompt: dog\nSampler: Euler a\nSteps: 20\nSeed: 5'],
  [
    'two lines',
    'a fox\nNegative prompt: dog\nSteps: 20, Sampler: Euler a\nSeed: 5, Version: v1.10.1',
  ],
  ['all in one line', 'a fox Negative prompt: dog Steps: 20, Sampler: Euler a, Seed: 5'],
  ['small letters', 'a fox\nnegative prompt: dog\nsteps: 20, sampler: Euler a, seed: 5'],
  ['no spaces', 'a fox\nNegative prompt:dog\nSampler:Euler a,Seed:5,Steps:20'],
  [
    'a template behind',
    'a fox\nNegative prompt: dog\nSteps: 20, Sampler: Euler a, Seed: 5\n\nTemplate: a {fox|cat}\n\nNegative Template: dog',
  ],
  [
    'SD.Next',
    'a fox\nNegative prompt: dog\nSteps: 20, Sampler: Euler a, Scheduler: Euler a, Seed: 5, App: SD.Next',
  ],
] as const

test.each(IN_ANY_ORDER)('A1111 with %s', (_name, text) => {
  const right = {
    request: { prompt: 'a fox', negative_prompt: 'dog', steps: 20 },
    seed: '5',
    sampler: 'Euler a',
    leftOut: [],
  }
  expect(readA1111(text, true)).toMatchObject(right)
  expect(readPastedSettings(text)).toMatchObject(right)
})

test('A1111: words that look like settings stay in the prompt', () => {
  const read = (text: string) => readA1111(text, true)!.request['prompt']
  const settings = 'Steps: 20, Sampler: Euler a, Seed: 5'
  expect(read(`a stair, Steps: many\nModel: a tall woman\n${settings}`)).toBe(
    'a stair, Steps: many\nModel: a tall woman',
  )
  expect(read('a fox\nModel: a tall woman')).toBe('a fox\nModel: a tall woman')
})

test('InvokeAI 2 and later: weights of parts, empty lists, layers of its canvas, samplers with Karras', () => {
  const parts = [
    { prompt: 'a fox', weight: 0.7 },
    { prompt: 'snow', weight: 0.3 },
  ]
  expect(readInvoke2({ image: { prompt: parts, sampler: 'k_lms', variations: [] } })).toMatchObject(
    {
      request: { prompt: '(a fox:0.7) (snow:0.3)' },
      sampler: 'LMS',
      leftOut: [],
    },
  )
  const canvas = { positive_prompt: 'a fox', scheduler: 'dpmpp_2m_sde_k', canvas_v2_metadata: {} }
  expect(readInvoke(canvas)).toMatchObject({
    sampler: 'DPM++ 2M SDE Karras',
    leftOut: [{ kind: 'setting', name: 'canvas_v2_metadata' }],
  })
})

test('NovelAI: repainting, images to borrow a look from, and its own switches are said', () => {
  const json = {
    prompt: 'a fox',
    uc: '',
    sampler: 'k_euler',
    request_type: 'NativeInfillingRequest',
    reference_strength_multiple: [0.6],
    dynamic_thresholding: true,
  }
  expect(readNovelai(json, null).leftOut).toEqual([
    { kind: 'source', name: '' },
    { kind: 'control', name: 'Vibe Transfer' },
    { kind: 'setting', name: 'Decrisper' },
  ])
})
