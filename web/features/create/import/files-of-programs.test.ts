import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { EMPTY_FORM } from '#web/features/generate/lib/form.ts'
import { readA1111 } from './read-a1111.ts'
import { readComfyui } from './comfyui/read-comfyui.ts'
import { graphOfWorkflow } from './comfyui/graph-of-workflow.ts'
import { parseObject } from './parse-json.ts'
import { readFooocus, readInvoke2 } from './read-json-settings.ts'
import { readNovelai } from './read-novelai.ts'
import { readPastedSettings, readSettings } from './read-settings.ts'
import { takeOver } from './take-over.ts'

/** Files that were read wrongly once, by the program that wrote them. */
const FOLDER = 'tests/fixtures/reports'

const FILES: Readonly<Record<string, object>> = {
  'm01-no-settings.png': {
    request: { prompt: 'a lighthouse at dusk', negative_prompt: 'fog, people' },
    seed: null,
    loras: null,
  },
  'm02-order.png': {
    request: { steps: 30, width: 768, height: 1024, guidance_scale: 6.5, negative_prompt: 'fog' },
    seed: '1804518985',
    sampler: 'DPM++ 2M Karras',
    model: 'Deliberate',
  },
  'm14-nan.png': { request: { prompt: 'a loaf of NaN bread', negative_prompt: 'bad' } },
  'm15-flux.png': {
    request: { prompt: 'a white horse', steps: 20, guidance_scale: 3.5, width: 512, height: 768 },
    seed: '219',
    sampler: 'Euler',
    model: 'flux1-dev',
    leftOut: [{ kind: 'schedule', name: 'simple' }],
  },
  'm17-zeroout.png': { request: { prompt: 'a red fox', negative_prompt: '' } },
  'm18-controlnet.png': {
    request: { prompt: 'a red fox', negative_prompt: 'ugly, blurry' },
    leftOut: [{ kind: 'control', name: 'c' }],
  },
  'm19-efficient.png': {
    request: { prompt: 'a red fox', negative_prompt: 'ugly', width: 512, height: 768 },
    model: 'a',
  },
  'm21-seed64.png': { seed: '1102676403634909' },
  'm22-novelai.png': {
    program: 'NovelAI',
    request: {
      prompt: 'a harbour city, (detailed:1.1)',
      negative_prompt: 'text, blurry',
      steps: 23,
      guidance_scale: 12,
    },
    seed: '4028746890',
    sampler: 'DDIM',
  },
  'm28-civitai.jpg': {
    program: 'Civitai',
    request: { prompt: 'a fox', negative_prompt: 'bad', steps: 25, width: 512, height: 768 },
    seed: '99',
  },
  'm30-lines.png': { request: { prompt: 'a lighthouse,\n\nBREAK\nstorm,  sea' } },
  'm32-lbw.png': {
    request: { prompt: 'a fox' },
    loras: [
      { model: 'ink', weight: 0.8 },
      { model: 'film grain', weight: 0.5 },
    ],
    leftOut: [
      { kind: 'loraOption', name: 'ink: lbw=IN02' },
      { kind: 'loraOption', name: 'film grain: 0.7' },
    ],
  },
  'm33-schedule.png': {
    sampler: 'DPM++ 2M',
    leftOut: [{ kind: 'schedule', name: 'SGM Uniform' }],
  },
  'm34-two.png': {
    request: { prompt: 'a fox', steps: 30, hires: { scale: 2, steps: 8, strength: 0.4 } },
    seed: '111',
  },
}

test('each file has its right values', async () => {
  // The last one is a photo, which is uploaded.
  expect([...Object.keys(FILES), 'plain.avif']).toEqual(readdirSync(FOLDER).toSorted())
  expect(await readSettings(new Blob([readFileSync(`${FOLDER}/plain.avif`)]))).toBeNull()
})

test.each(Object.entries(FILES))('%s', async (name, right) => {
  expect(await readSettings(new Blob([readFileSync(`${FOLDER}/${name}`)]))).toMatchObject(right)
})

const HERE = { models: [], loras: new Map<string, null>(), samplers: new Set<string>() }

test('what a file does not say stays as it was in the form, and what is too large is told', () => {
  const before = { ...EMPTY_FORM, steps: 44, seed: 9, guidanceScale: 11, numImages: 3, width: 640 }
  const words = readA1111('a lighthouse\nNegative prompt: fog', true)!
  expect(takeOver(words, HERE, before)).toEqual({
    form: { ...before, mode: 'advanced', prompt: 'a lighthouse', negativePrompt: 'fog' },
    missing: [],
  })
  const wordless = readA1111('Steps: 20, Sampler: Euler, Seed: 5', true)!
  expect(takeOver(wordless, HERE, { ...before, prompt: 'a fox' })).toMatchObject({
    form: { prompt: 'a fox', steps: 20, seed: 5 },
    missing: [
      { kind: 'sampler', name: 'Euler' },
      { kind: 'prompt', name: '' },
    ],
  })
  const large = { ...words, seed: '1102676403634909' }
  expect(takeOver(large, HERE, before)).toMatchObject({
    form: { seed: 9, numImages: 3 },
    missing: [{ kind: 'seed', name: '1102676403634909' }],
  })
})

test('A1111: what this site lacks is listed', () => {
  const settings = [
    'Steps: 20, Sampler: Euler, Schedule type: Karras, CFG scale: 7, Seed: 5, Size: 512x512',
    'Model: dream, VAE: kl-f8.ckpt, Clip skip: 2, Refiner: sd_xl_refiner [7440042bbd], Refiner switch at: 0.8',
    'Hires prompt: "sea, foam", Hires upscale: 2, Hires upscaler: 4x-UltraSharp, Denoising strength: 0.3',
    'ControlNet 0: "Module: canny, Model: control_canny [d14c016b], Weight: 1", ADetailer model: face, ADetailer confidence: 0.3',
  ].join(', ')
  expect(readA1111(`a fox\n${settings}`, true)).toMatchObject({
    sampler: 'Euler',
    leftOut: [
      { kind: 'schedule', name: 'Karras' },
      { kind: 'vae', name: 'kl-f8.ckpt' },
      { kind: 'clipSkip', name: '2' },
      { kind: 'refiner', name: 'sd_xl_refiner' },
      { kind: 'setting', name: 'Refiner switch at' },
      { kind: 'hiresPrompt', name: '' },
      { kind: 'hiresUpscaler', name: '4x-UltraSharp' },
      { kind: 'control', name: 'control_canny' },
      { kind: 'setting', name: 'ADetailer' },
    ],
  })
})

test('generation data is read where it is pasted; a prompt of several lines is a prompt', () => {
  const data = 'a fox\nNegative prompt: dog\nSteps: 20, Sampler: Euler a, Seed: 5'
  expect(readPastedSettings(data)).toMatchObject({ seed: '5', request: { steps: 20 } })
  expect(readPastedSettings('a fox,\na dog\nNegative prompt: rain')).toBeNull()
  expect(readPastedSettings('Steps: 20, Sampler: Euler a, Seed: 5')).toBeNull()
})

const node = (class_type: string, inputs: object) => ({ class_type, inputs })
const sampled = (inputs: object) =>
  node('KSampler', {
    seed: 1,
    steps: 9,
    cfg: 5,
    sampler_name: 'euler',
    scheduler: 'normal',
    ...inputs,
  })

test("ComfyUI: an output's number decides which of two prompts it is", () => {
  const graph = {
    1: sampled({ model: ['9', 0], positive: ['2', 1], negative: ['2', 0], latent_image: ['5', 0] }),
    2: node('ControlNetApplyAdvanced', { positive: ['3', 0], negative: ['4', 0] }),
    3: node('CLIPTextEncode', { text: 'a fox' }),
    4: node('CLIPTextEncode', { text: 'a dog' }),
  }
  expect(readComfyui(graph)?.request).toMatchObject({ prompt: 'a dog', negative_prompt: 'a fox' })
})

test('ComfyUI: stacks of LoRAs, wildcards, joined texts and a seed of a node of its own', () => {
  const graph = {
    1: sampled({
      seed: ['10', 0],
      model: ['2', 0],
      positive: ['6', 0],
      negative: ['7', 0],
      latent_image: ['5', 0],
    }),
    2: node('CR Apply LoRA Stack', { model: ['3', 0], lora_stack: ['4', 0] }),
    3: node('Power Lora Loader (rgthree)', {
      model: ['9', 0],
      lora_1: { on: true, lora: 'ink.safetensors', strength: 0.7 },
      lora_2: { on: false, lora: 'off.safetensors', strength: 1 },
    }),
    4: node('CR LoRA Stack', {
      switch_1: 'On',
      lora_name_1: 'film.safetensors',
      model_weight_1: 0.4,
      switch_2: 'Off',
      lora_name_2: 'grain.safetensors',
      model_weight_2: 1,
      lora_name_3: 'None',
    }),
    5: node('EmptyLatentImage', { width: 768, height: 512 }),
    6: node('CLIPTextEncode', { text: ['8', 0], clip: ['9', 1] }),
    7: node('CLIPTextEncode', { text: ['11', 0], clip: ['9', 1] }),
    8: node('ImpactWildcardProcessor', {
      wildcard_text: 'a {red|blue} fox',
      populated_text: 'a red fox <lora:snow:0.3>',
    }),
    9: node('CheckpointLoaderSimple', { ckpt_name: 'xl/dream.safetensors' }),
    10: node('Seed (rgthree)', { seed: 42 }),
    11: node('StringConcatenate', { string_a: 'blurry', string_b: 'dark', delimiter: ' + ' }),
  }
  expect(readComfyui(graph)).toMatchObject({
    request: { prompt: 'a red fox', negative_prompt: 'blurry + dark', width: 768 },
    seed: '42',
    model: 'dream',
    loras: [
      { model: 'film', weight: 0.4 },
      { model: 'ink', weight: 0.7 },
      { model: 'snow', weight: 0.3 },
    ],
  })
})

test('ComfyUI: a refiner behind the first pass is listed, and the first pass counts', () => {
  const graph = {
    1: node('KSamplerAdvanced', {
      noise_seed: 8,
      steps: 25,
      cfg: 8,
      sampler_name: 'euler',
      scheduler: 'normal',
      start_at_step: 20,
      model: ['12', 0],
      positive: ['6', 0],
      negative: ['7', 0],
      latent_image: ['3', 0],
    }),
    3: node('KSamplerAdvanced', {
      noise_seed: 7,
      steps: 25,
      cfg: 8,
      sampler_name: 'euler',
      scheduler: 'normal',
      model: ['4', 0],
      positive: ['6', 0],
      negative: ['7', 0],
      latent_image: ['5', 0],
    }),
    4: node('CheckpointLoaderSimple', { ckpt_name: 'base.safetensors' }),
    5: node('EmptyLatentImage', { width: 1024, height: 1024 }),
    6: node('CLIPTextEncodeSDXL', { text_g: 'a fox', text_l: 'a fox' }),
    7: node('CLIPTextEncode', { text: '' }),
    12: node('CheckpointLoaderSimple', { ckpt_name: 'refiner.safetensors' }),
  }
  expect(readComfyui(graph)).toMatchObject({
    request: { prompt: 'a fox', negative_prompt: '', hires: null },
    seed: '7',
    model: 'base',
    leftOut: [{ kind: 'refiner', name: 'refiner' }],
  })
})

test("ComfyUI: the editor's graph is read as the API's, past reroutes and what is bypassed", () => {
  const link = (name: string, id: number | null, type = 'CONDITIONING') => ({
    name,
    link: id,
    type,
  })
  const workflow = {
    nodes: [
      {
        id: 1,
        type: 'KSampler',
        inputs: [
          link('model', 1, 'MODEL'),
          link('positive', 2),
          link('negative', 3),
          link('latent_image', 4, 'LATENT'),
        ],
        widgets_values: [77, 'randomize', 18, 6, 'dpmpp_2m', 'karras', 1],
      },
      { id: 2, type: 'CheckpointLoaderSimple', outputs: [], widgets_values: ['dream.safetensors'] },
      {
        id: 3,
        type: 'CLIPTextEncode',
        inputs: [link('clip', null, 'CLIP')],
        widgets_values: ['a fox'],
      },
      { id: 4, type: 'CLIPTextEncode', inputs: [], widgets_values: ['dog'] },
      { id: 5, type: 'EmptyLatentImage', inputs: [], widgets_values: [640, 832, 1] },
      {
        id: 6,
        type: 'LoraLoader',
        mode: 4,
        inputs: [link('model', 5, 'MODEL')],
        outputs: [{ name: 'MODEL', type: 'MODEL' }],
        widgets_values: ['ink.safetensors', 1, 1],
      },
      { id: 7, type: 'Reroute', inputs: [link('', 6)], outputs: [] },
    ],
    links: [
      [1, 6, 0, 1, 0, 'MODEL'],
      [2, 7, 0, 1, 1, 'CONDITIONING'],
      [3, 4, 0, 1, 2, 'CONDITIONING'],
      [4, 5, 0, 1, 3, 'LATENT'],
      [5, 2, 0, 6, 0, 'MODEL'],
      [6, 3, 0, 7, 0, 'CONDITIONING'],
    ],
  }
  expect(readComfyui(graphOfWorkflow(workflow)!)).toMatchObject({
    request: { prompt: 'a fox', negative_prompt: 'dog', width: 640, height: 832, steps: 18 },
    seed: '77',
    sampler: 'DPM++ 2M Karras',
    model: 'dream',
    loras: [],
  })
})

test('JSON as Python writes it: NaN outside of texts, integers past 2^53 as texts', () => {
  expect(parseObject('{"a": NaN, "b": "NaN 12345678901234567890", "c": -Infinity}')).toEqual({
    a: null,
    b: 'NaN 12345678901234567890',
    c: null,
  })
  expect(parseObject('{"seed": 18446744073709551615, "f": 0.1234567890123456789}')).toEqual({
    seed: '18446744073709551615',
    f: 0.12345678901234568,
  })
})

test('InvokeAI 2 and Fooocus-MRE', () => {
  const image = {
    prompt: [{ prompt: 'a fox [dog, rain]', weight: 1 }],
    steps: 30,
    cfg_scale: 7,
    width: 512,
    height: 640,
    seed: 5,
    sampler: 'k_euler_a',
  }
  expect(readInvoke2({ model_weights: 'sd-v1-5.ckpt', image })).toMatchObject({
    request: { prompt: 'a fox', negative_prompt: 'dog, rain', height: 640 },
    seed: '5',
    model: 'sd-v1-5',
    sampler: 'Euler a',
  })
  const mre = {
    prompt: 'a fox',
    negative_prompt: '',
    real_prompt: 'a fox, cinematic',
    seed: 7,
    width: 1024,
    height: 768,
    sampler: 'dpmpp_2m_sde_gpu',
    scheduler: 'karras',
    steps: 24,
    cfg: 5,
    base_model: 'xl.safetensors',
    refiner_model: 'None',
    base_clip_skip: -2,
    l1: 'ink.safetensors',
    w1: 0.3,
    l2: 'None',
    w2: 0.5,
  }
  expect(readFooocus(mre)).toMatchObject({
    program: 'Fooocus-MRE',
    request: { width: 1024, guidance_scale: 5 },
    loras: [{ model: 'ink', weight: 0.3 }],
    leftOut: [{ kind: 'clipSkip', name: '2' }],
  })
})

test("NovelAI's weights as A1111 writes them", () => {
  const translateWeights = (prompt: string) => readNovelai({ prompt }, null).request['prompt']
  expect(translateWeights('a {{{red}}} fox, [dim], (x)')).toBe(
    'a (red:1.16) fox, (dim:0.95), \\(x\\)',
  )
  expect(translateWeights('1.5::stormy sea::, calm')).toBe('(stormy sea:1.5), calm')
  expect(translateWeights('an {open brace')).toBe('an {open brace')
})
