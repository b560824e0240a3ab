import { expect, test } from 'vitest'
import { graphOfWorkflow } from './graph-of-workflow.ts'
import { readComfyui } from './read-comfyui.ts'

const node = (class_type: string, inputs: object) => ({ class_type, inputs })
const words = (text: unknown) => node('CLIPTextEncode', { text, clip: ['4', 1] })

/** A graph whose prompt is what node 6 passes on; 20 leads to the right words, 21 to others. */
const graph = (nodes: Record<string, object>, pass: object = {}) => ({
  3: node('KSampler', {
    seed: 1,
    steps: 9,
    cfg: 5,
    sampler_name: 'euler',
    scheduler: 'normal',
    model: ['4', 0],
    positive: ['6', 0],
    negative: ['7', 0],
    latent_image: ['5', 0],
    ...pass,
  }),
  4: node('CheckpointLoaderSimple', { ckpt_name: 'base.safetensors' }),
  5: node('EmptyLatentImage', { width: 512, height: 768 }),
  7: words('bad'),
  20: words('a fox'),
  21: words('a dog'),
  ...nodes,
})

test.each<[string, object, Record<string, object>?]>([
  ['ImpactSwitch', { select: 2, input1: ['21', 0], input2: ['20', 0] }],
  [
    'ImpactSwitch',
    { select: ['22', 0], input1: ['21', 0], input2: ['20', 0] },
    { 22: node('ImpactInt', { value: 2 }) },
  ],
  ['ImpactConditionalBranch', { cond: true, tt_value: ['20', 0], ff_value: ['21', 0] }],
  [
    'CR Conditioning Input Switch',
    { Input: 1, conditioning1: ['20', 0], conditioning2: ['21', 0] },
  ],
  ['Switch any [Crystools]', { boolean: false, on_true: ['21', 0], on_false: ['20', 0] }],
  ['ComfySwitchNode', { switch: false, on_true: ['21', 0], on_false: ['20', 0] }],
  [
    'LazySwitchKJ',
    { switch: ['22', 0], on_true: ['20', 0], on_false: ['21', 0] },
    { 22: node('PrimitiveBoolean', { value: true }) },
  ],
  ['easy ifElse', { boolean: true, on_true: ['20', 0], on_false: ['21', 0] }],
  ['easy anythingIndexSwitch', { index: 0, value0: ['20', 0], value1: ['21', 0] }],
  [
    'Conditioning Input Switch',
    { boolean: ['22', 0], conditioning_a: ['21', 0], conditioning_b: ['20', 0] },
    { 22: node('Logic Boolean', { boolean: 0 }) },
  ],
])('%s passes on the words that it is set to', (type, inputs, others = {}) => {
  const read = readComfyui(graph({ 6: node(type, inputs), ...others }))
  expect(read?.request).toMatchObject({ prompt: 'a fox', negative_prompt: 'bad' })
  expect(read?.leftOut).toEqual([])
})

test('switches of texts, models, sizes and numbers', () => {
  const nodes = {
    6: words(['30', 0]),
    30: node('CR Text Input Switch', { Input: 2, text1: ['31', 0], text2: 'a red fox' }),
    31: node('Text Multiline', { text: 'a dog' }),
    40: node('CR Model Input Switch', { Input: 2, model1: ['4', 0], model2: ['41', 0] }),
    41: node('CheckpointLoaderSimple', { ckpt_name: 'second.safetensors' }),
    50: node('CR Latent Input Switch', { Input: 2, latent1: ['5', 0], latent2: ['51', 0] }),
    51: node('EmptyLatentImage', { width: 1024, height: 640 }),
    60: node('CR Integer Input Switch', { Input: 2, int1: 10, int2: 33 }),
  }
  const pass = { model: ['40', 0], latent_image: ['50', 0], steps: ['60', 0] }
  expect(readComfyui(graph(nodes, pass))).toMatchObject({
    request: { prompt: 'a red fox', width: 1024, height: 640, steps: 33 },
    model: 'second',
  })
})

test('a switch whose choice the file does not tell, or that is set by itself, is said to be missing', () => {
  const told = node('ImpactSwitch', { select: ['22', 0], input1: ['20', 0], input2: ['21', 0] })
  const reckoned = { 6: told, 22: node('MathExpression|pysssss', { expression: 'a + 1', a: 1 }) }
  const missing = [{ kind: 'prompt', name: '' }]
  const read = readComfyui(graph(reckoned))
  expect(read).toMatchObject({ leftOut: missing })
  expect(read?.request).not.toHaveProperty('prompt')
  const circle = node('ImpactSwitch', { select: ['6', 0], input1: ['20', 0], input2: ['21', 0] })
  expect(readComfyui(graph({ 6: circle }))).toMatchObject({ leftOut: missing })
})

test("a switch in the editor's graph, whose choice is what it shows", () => {
  const link = (name: string, id: number | null) => ({ name, link: id, type: 'CONDITIONING' })
  const workflow = {
    nodes: [
      {
        id: 1,
        type: 'KSampler',
        inputs: [link('positive', 1), link('negative', 2), link('latent_image', 3)],
        widgets_values: [77, 'fixed', 18, 6, 'euler', 'normal', 1],
      },
      {
        id: 2,
        type: 'ImpactSwitch',
        inputs: [link('input1', 4), link('input2', 5)],
        widgets_values: [2, false],
      },
      { id: 3, type: 'CLIPTextEncode', inputs: [], widgets_values: ['a dog'] },
      { id: 4, type: 'CLIPTextEncode', inputs: [], widgets_values: ['a fox'] },
      { id: 5, type: 'CLIPTextEncode', inputs: [], widgets_values: ['bad'] },
      { id: 6, type: 'EmptyLatentImage', inputs: [], widgets_values: [640, 832, 1] },
    ],
    links: [
      [1, 2, 0, 1, 0, 'CONDITIONING'],
      [2, 5, 0, 1, 1, 'CONDITIONING'],
      [3, 6, 0, 1, 2, 'LATENT'],
      [4, 3, 0, 2, 0, 'CONDITIONING'],
      [5, 4, 0, 2, 1, 'CONDITIONING'],
    ],
  }
  expect(readComfyui(graphOfWorkflow(workflow)!)?.request).toMatchObject({
    prompt: 'a fox',
    negative_prompt: 'bad',
  })
})

test('of two images in a graph the one that is saved counts', () => {
  const nodes = {
    2: node('KSampler', {
      seed: 8,
      steps: 4,
      cfg: 1,
      positive: ['21', 0],
      negative: ['7', 0],
      latent_image: ['5', 0],
    }),
    6: words('a fox'),
    8: node('VAEDecode', { samples: ['2', 0] }),
    9: node('PreviewImage', { images: ['8', 0] }),
    10: node('VAEDecode', { samples: ['3', 0] }),
    11: node('SaveImage', { images: ['10', 0] }),
  }
  expect(readComfyui(graph(nodes))).toMatchObject({ request: { prompt: 'a fox' }, seed: '1' })
})

test('a node that draws with two models at once names the second, and encoders of other models have words', () => {
  const loader = {
    base_ckpt_name: 'sdxl.safetensors',
    refiner_ckpt_name: 'refiner.safetensors',
    vae_name: 'Baked VAE',
    positive: 'a fox',
    negative: 'bad',
    empty_latent_width: 1024,
    empty_latent_height: 1024,
  }
  const efficient = {
    1: node('KSampler SDXL (Eff.)', {
      noise_seed: 4,
      steps: 20,
      cfg: 7,
      sampler_name: 'euler',
      scheduler: 'normal',
      refine_at_step: 16,
      sdxl_tuple: ['2', 0],
      latent_image: ['2', 1],
    }),
    2: node('Eff. Loader SDXL', loader),
  }
  expect(readComfyui(efficient)).toMatchObject({
    request: { prompt: 'a fox', width: 1024, steps: 20 },
    model: 'sdxl',
    leftOut: [{ kind: 'refiner', name: 'refiner' }],
  })
  const encoders = [
    node('CLIPTextEncodeHunyuanDiT', { bert: 'a fox', mt5xl: 'a fox' }),
    node('CLIPTextEncodeLumina2', { system_prompt: 'superior', user_prompt: 'a fox' }),
    node('CLIPTextEncodeSD3', { clip_l: 'a fox', clip_g: 'a fox', t5xxl: 'a fox' }),
    node('TextEncodeQwenImageEdit', { prompt: 'a fox', image: ['8', 0] }),
  ]
  for (const encoder of encoders) {
    expect(readComfyui(graph({ 6: encoder }))?.request['prompt']).toBe('a fox')
  }
})
