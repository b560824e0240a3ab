import { expect, test } from 'vitest'
import { readComfyui } from './read-comfyui.ts'

/** Graphs as people have them, with nodes of extensions. */

const node = (class_type: string, inputs: object) => ({ class_type, inputs })
const sampled = (inputs: object) =>
  node('KSampler', {
    seed: 1,
    steps: 9,
    cfg: 5,
    sampler_name: 'euler',
    scheduler: 'normal',
    model: ['m', 0],
    positive: ['p', 0],
    negative: ['n', 0],
    latent_image: ['l', 0],
    ...inputs,
  })
const BASE = {
  m: node('CheckpointLoaderSimple', { ckpt_name: 'dream.safetensors' }),
  p: node('CLIPTextEncode', { text: 'a fox', clip: ['m', 1] }),
  n: node('CLIPTextEncode', { text: 'dog', clip: ['m', 1] }),
  l: node('EmptyLatentImage', { width: 640, height: 512, batch_size: 1 }),
}

test('ComfyUI: Flux with a guider, a LoRA, shifted sampling and a seed of 64 bits', () => {
  const graph = {
    ...BASE,
    1: node('SamplerCustomAdvanced', {
      noise: ['2', 0],
      guider: ['3', 0],
      sampler: ['4', 0],
      sigmas: ['5', 0],
      latent_image: ['l', 0],
    }),
    2: node('RandomNoise', { noise_seed: '18446744073709551557' }),
    3: node('BasicGuider', { model: ['6', 0], conditioning: ['8', 0] }),
    4: node('KSamplerSelect', { sampler_name: 'dpmpp_2m' }),
    5: node('BasicScheduler', { scheduler: 'beta', steps: 28, denoise: 1, model: ['6', 0] }),
    6: node('ModelSamplingFlux', { max_shift: 1.15, model: ['7', 0], width: 640, height: 512 }),
    7: node('LoraLoaderModelOnly', {
      lora_name: 'film.safetensors',
      strength_model: 0.9,
      model: ['9', 0],
    }),
    8: node('FluxGuidance', { guidance: 3.5, conditioning: ['p', 0] }),
    9: node('UnetLoaderGGUF', { unet_name: 'flux1-dev-Q8_0.gguf' }),
  }
  expect(readComfyui(graph)).toMatchObject({
    request: { prompt: 'a fox', steps: 28, guidance_scale: 3.5, width: 640, height: 512 },
    seed: '18446744073709551557',
    sampler: 'DPM++ 2M',
    model: 'flux1-dev-Q8_0',
    loras: [{ model: 'film', weight: 0.9 }],
    leftOut: [
      { kind: 'schedule', name: 'beta' },
      { kind: 'setting', name: 'ModelSamplingFlux' },
    ],
  })
})

test('ComfyUI: combined, averaged and placed words are joined, and their places listed', () => {
  const graph = {
    ...BASE,
    1: sampled({ positive: ['2', 0], negative: ['5', 0] }),
    2: node('ConditioningCombine', { conditioning_1: ['p', 0], conditioning_2: ['3', 0] }),
    3: node('ConditioningSetArea', { conditioning: ['4', 0], width: 64, height: 64, strength: 1 }),
    4: node('CLIPTextEncode', { text: 'a red barn' }),
    5: node('ConditioningAverage', {
      conditioning_to: ['n', 0],
      conditioning_from: ['6', 0],
      conditioning_to_strength: 0.5,
    }),
    6: node('ConditioningZeroOut', { conditioning: ['p', 0] }),
  }
  expect(readComfyui(graph)).toMatchObject({
    request: { prompt: 'a fox, a red barn', negative_prompt: 'dog' },
    leftOut: [{ kind: 'setting', name: 'ConditioningSetArea' }],
  })
})

test('ComfyUI: rgthree: contexts, switches, a config for the sampler and a power prompt', () => {
  const graph = {
    ...BASE,
    1: sampled({
      seed: ['2', 8],
      steps: ['3', 0],
      cfg: ['3', 2],
      sampler_name: ['3', 3],
      scheduler: ['3', 4],
      model: ['2', 1],
      positive: ['2', 4],
      negative: ['2', 5],
      latent_image: ['2', 6],
    }),
    2: node('Context (rgthree)', { base_ctx: ['4', 0], positive: ['5', 0] }),
    3: node('KSampler Config (rgthree)', {
      steps_total: 33,
      refiner_step: 0,
      cfg: 6.5,
      sampler_name: 'dpmpp_2m',
      scheduler: 'karras',
    }),
    4: node('Context Big (rgthree)', {
      model: ['8', 0],
      positive: ['p', 0],
      negative: ['n', 0],
      latent: ['l', 0],
      seed: ['7', 0],
    }),
    5: node('Any Switch (rgthree)', { any_02: ['6', 0], any_03: ['p', 0] }),
    6: node('Power Prompt (rgthree)', { prompt: 'a heron <lora:mist:0.5>', opt_clip: ['8', 1] }),
    7: node('Seed (rgthree)', { seed: 4242 }),
    8: node('Power Lora Loader (rgthree)', {
      PowerLoraLoaderHeaderWidget: { type: 'PowerLoraLoaderHeaderWidget' },
      lora_1: { on: true, lora: 'sub/ink.safetensors', strength: 0.7, strengthTwo: null },
      model: ['m', 0],
    }),
  }
  expect(readComfyui(graph)).toMatchObject({
    request: {
      prompt: 'a heron',
      negative_prompt: 'dog',
      steps: 33,
      guidance_scale: 6.5,
      width: 640,
    },
    seed: '4242',
    sampler: 'DPM++ 2M Karras',
    model: 'dream',
    loras: [
      { model: 'ink', weight: 0.7 },
      { model: 'mist', weight: 0.5 },
    ],
    leftOut: [],
  })
})

test('ComfyUI: Efficiency: the loader for two models, its tuple, stacks of LoRAs and control nets', () => {
  const graph = {
    1: node('KSampler SDXL (Eff.)', {
      sdxl_tuple: ['2', 0],
      latent_image: ['2', 1],
      noise_seed: 77,
      steps: 30,
      cfg: 7,
      sampler_name: 'euler_ancestral',
      scheduler: 'normal',
      start_at_step: 0,
      refine_at_step: -1,
    }),
    2: node('Eff. Loader SDXL', {
      base_ckpt_name: 'xl_base.safetensors',
      refiner_ckpt_name: 'None',
      positive: 'a tall ship',
      negative: 'fog',
      empty_latent_width: 832,
      empty_latent_height: 1216,
      lora_stack: ['3', 0],
      cnet_stack: ['4', 0],
    }),
    3: node('LoRA Stacker', {
      input_mode: 'simple',
      lora_count: 2,
      lora_name_1: 'ink.safetensors',
      lora_wt_1: 0.6,
      lora_name_2: 'sail.safetensors',
      lora_wt_2: 0.3,
      lora_name_3: 'not-counted.safetensors',
      lora_wt_3: 1,
    }),
    4: node('Control Net Stacker', { control_net: ['5', 0], strength: 1 }),
    5: node('ControlNetLoader', { control_net_name: 'depth.safetensors' }),
  }
  expect(readComfyui(graph)).toMatchObject({
    request: { prompt: 'a tall ship', negative_prompt: 'fog', steps: 30, width: 832, height: 1216 },
    seed: '77',
    model: 'xl_base',
    loras: [
      { model: 'ink', weight: 0.6 },
      { model: 'sail', weight: 0.3 },
    ],
    leftOut: [{ kind: 'control', name: 'depth' }],
  })
})

test('ComfyUI: Impact: a basic pipe, a wildcard that became words, and a detailer behind', () => {
  const graph = {
    ...BASE,
    1: node('ImpactKSamplerBasicPipe', {
      basic_pipe: ['2', 0],
      latent_image: ['l', 0],
      seed: 5,
      steps: 22,
      cfg: 6,
      sampler_name: 'euler',
      scheduler: 'karras',
      denoise: 1,
    }),
    2: node('EditBasicPipe', { basic_pipe: ['3', 0], positive: ['4', 2] }),
    3: node('ToBasicPipe', { model: ['4', 0], positive: ['p', 0], negative: ['n', 0] }),
    4: node('ImpactWildcardEncode', {
      model: ['m', 0],
      clip: ['m', 1],
      wildcard_text: 'a {red|blue} __bird__',
      populated_text: 'a blue heron',
      mode: 'populate',
      seed: 3,
    }),
    7: node('FaceDetailerPipe', { image: ['8', 0], detailer_pipe: ['9', 0] }),
    8: node('VAEDecode', { samples: ['1', 1] }),
  }
  expect(readComfyui(graph)).toMatchObject({
    request: { prompt: 'a blue heron', negative_prompt: 'dog', steps: 22 },
    seed: '5',
    model: 'dream',
    leftOut: [
      { kind: 'schedule', name: 'Karras' },
      { kind: 'pass', name: 'FaceDetailerPipe' },
    ],
  })
})

test('ComfyUI: Easy Use: settings before the sampler, and its stack of LoRAs', () => {
  const graph = {
    1: node('easy kSampler', { pipe: ['2', 0], image_output: 'Preview', link_id: 0 }),
    2: node('easy preSampling', {
      pipe: ['3', 0],
      steps: 26,
      cfg: 4,
      sampler_name: 'euler',
      scheduler: 'normal',
      denoise: 1,
      seed: 9,
    }),
    3: node('easy fullLoader', {
      ckpt_name: 'dream.safetensors',
      lora_name: 'None',
      positive: 'a lantern',
      negative: ['5', 0],
      empty_latent_width: 768,
      empty_latent_height: 512,
      optional_lora_stack: ['4', 0],
    }),
    4: node('easy loraStack', {
      toggle: true,
      mode: 'simple',
      num_loras: 1,
      lora_1_name: 'glow.safetensors',
      lora_1_strength: 0.4,
      lora_2_name: 'off.safetensors',
      lora_2_strength: 1,
    }),
    5: node('easy negative', { negative: 'smoke' }),
  }
  expect(readComfyui(graph)).toMatchObject({
    request: { prompt: 'a lantern', negative_prompt: 'smoke', steps: 26, width: 768, height: 512 },
    seed: '9',
    model: 'dream',
    loras: [{ model: 'glow', weight: 0.4 }],
    leftOut: [],
  })
})

test('ComfyUI: joined texts without their options, styles, sizes of a list, changes of the model', () => {
  const graph = {
    ...BASE,
    1: sampled({ model: ['2', 0], positive: ['4', 0], negative: ['5', 0], latent_image: ['8', 0] }),
    2: node('RescaleCFG', { model: ['3', 0], multiplier: 0.7 }),
    3: node('FreeU_V2', { model: ['10', 0], b1: 1.3 }),
    4: node('CLIPTextEncode', { text: ['6', 0] }),
    5: node('CLIPTextEncode', { text: ['6', 1] }),
    6: node('SDXLPromptStyler', {
      text_positive: ['7', 0],
      text_negative: 'blurry',
      style: 'sai-cinematic',
    }),
    7: node('Text Concatenate', {
      delimiter: ', ',
      clean_whitespace: 'true',
      text_a: 'a harbour',
      text_b: ['9', 0],
    }),
    8: node('CR SDXL Aspect Ratio', {
      width: 1024,
      height: 1024,
      aspect_ratio: '3:4 portrait 896x1152',
    }),
    9: node('ShowText|pysssss', { text: ['11', 0], text_0: 'two gulls' }),
    10: node('IPAdapterAdvanced', { model: ['m', 0], weight: 1, image: ['12', 0] }),
    11: node('DPRandomGenerator', { text: '{one gull|two gulls}' }),
  }
  expect(readComfyui(graph)).toMatchObject({
    request: {
      prompt: 'a harbour, two gulls',
      negative_prompt: 'blurry',
      width: 896,
      height: 1152,
      guidance_rescale: 0.7,
    },
    model: 'dream',
    leftOut: [
      { kind: 'setting', name: 'FreeU_V2' },
      { kind: 'setting', name: 'IPAdapterAdvanced' },
      { kind: 'setting', name: 'sai-cinematic' },
    ],
  })
})

test('ComfyUI: a prompt, steps or a size that other nodes reckon are said to be missing', () => {
  const graph = {
    ...BASE,
    1: sampled({ positive: ['2', 0], steps: ['3', 0] }),
    2: node('CLIPTextEncode', { text: ['4', 0] }),
    3: node('SimpleMath+', { a: 5, b: 6, value: 'a*b' }),
    4: node('OllamaGenerate', { query: ['5', 0], seed: 5 }),
  }
  const found = readComfyui(graph)!
  expect(found.request).not.toHaveProperty('prompt')
  expect(found.request).not.toHaveProperty('steps')
  expect(found.leftOut).toEqual([
    { kind: 'prompt', name: '' },
    { kind: 'setting', name: 'steps' },
  ])
})
