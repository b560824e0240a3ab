import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import type { GenerationModel } from '#contract/generation-servers.ts'
import { readSettings } from './read-settings.ts'
import { EMPTY_FORM } from '#web/features/generate/lib/form.ts'
import { takeOver } from './take-over.ts'

const plain = await sharp({
  create: { width: 8, height: 8, channels: 3, background: '#a33' },
})
  .png()
  .toBuffer()

function chunk(type: string, data: Buffer): Buffer {
  const typed = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(typed))
  return Buffer.concat([length, typed, sum])
}

/** A PNG with chunks after its header. */
const png = (...chunks: Buffer[]): Blob =>
  new Blob([Buffer.concat([plain.subarray(0, 33), ...chunks, plain.subarray(33)])])

const text = (keyword: string, value: string): Buffer =>
  chunk('tEXt', Buffer.from(`${keyword}\0${value}`))

const A1111 = [
  'a lighthouse, <lora:ink:0.6> storm',
  'Negative prompt: blurry,',
  'people',
  'Steps: 28, Sampler: DPM++ 2M, Schedule type: Karras, CFG scale: 6.5, Seed: 1234, Size: 640x960, Model hash: abc, Model: dream_v8, Denoising strength: 0.4, Hires upscale: 2, Lora hashes: "ink: 12, b: 3", Version: v1.10.1',
].join('\n')

const a1111 = {
  program: 'A1111',
  request: {
    prompt: 'a lighthouse, storm',
    negative_prompt: 'blurry,\npeople',
    steps: 28,
    guidance_scale: 6.5,
    width: 640,
    height: 960,
    guidance_rescale: 0,
    variation_strength: null,
    style: null,
    hires: { scale: 2, steps: 0, strength: 0.4 },
  },
  seed: '1234',
  leftOut: [],
  model: 'dream_v8',
  sampler: 'DPM++ 2M Karras',
  loras: [{ model: 'ink', weight: 0.6 }],
}

/** Exif with one comment, in either order of bytes. */
function exifComment(comment: Buffer, order: 'little' | 'big' = 'big'): Buffer {
  const isLittle = order === 'little'
  const number = (value: number, size: 2 | 4) => {
    const bytes = Buffer.alloc(size)
    if (isLittle) bytes.writeUIntLE(value, 0, size)
    else bytes.writeUIntBE(value, 0, size)
    return bytes
  }
  const entry = (tag: number, type: number, count: number, at: number) =>
    Buffer.concat([
      number(1, 2),
      number(tag, 2),
      number(type, 2),
      number(count, 4),
      number(at, 4),
      Buffer.alloc(4),
    ])
  return Buffer.concat([
    Buffer.from(isLittle ? 'II' : 'MM', 'latin1'),
    number(42, 2),
    number(8, 4),
    entry(0x8769, 4, 1, 26),
    entry(0x9286, 7, comment.length, 44),
    comment,
  ])
}

const wide = (value: string, order: 'little' | 'big'): Buffer => {
  const bytes = Buffer.from(value, 'utf16le')
  return order === 'little' ? bytes : bytes.swap16()
}

/** A JPEG of nothing but its Exif. */
function jpeg(exif: Buffer): Blob {
  const data = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), exif])
  const length = Buffer.alloc(2)
  length.writeUInt16BE(data.length + 2)
  const [start, end] = [Buffer.from([0xff, 0xd8, 0xff, 0xe1]), Buffer.from([0xff, 0xd9])]
  return new Blob([Buffer.concat([start, length, data, end])])
}

const UNICODE = Buffer.from('UNICODE\0', 'latin1')

test('A1111: PNG text, compressed text, international text and the comment of a JPEG', async () => {
  expect(await readSettings(png(text('parameters', A1111)))).toEqual(a1111)
  const packed = Buffer.concat([Buffer.from('parameters\0\0', 'latin1'), deflateSync(A1111)])
  expect(await readSettings(png(chunk('zTXt', packed)))).toEqual(a1111)
  const international = Buffer.from(`parameters\0\0\0\0\0${A1111.replace('storm', '嵐')}`)
  expect((await readSettings(png(chunk('iTXt', international))))?.request['prompt']).toBe(
    'a lighthouse, 嵐',
  )
  const comment = Buffer.concat([UNICODE, wide(A1111, 'big')])
  expect(await readSettings(jpeg(exifComment(comment)))).toEqual(a1111)
})

test('A1111: UTF-16 in either order, in a comment of Exif and in a text of a PNG', async () => {
  const japanese = A1111.replace('storm', '嵐の灯台、夜の海、雨')
  const prompt = 'a lighthouse, 嵐の灯台、夜の海、雨'
  const read = async (file: Blob) => (await readSettings(file))?.request['prompt']
  for (const order of ['little', 'big'] as const) {
    for (const start of ['', '\uFEFF']) {
      const said = wide(start + A1111, order)
      const foreign = wide(start + japanese, order)
      // The file's own order is often another one than that of its comment.
      for (const ofFile of ['little', 'big'] as const) {
        const withCode = Buffer.concat([UNICODE, said])
        expect(await readSettings(jpeg(exifComment(withCode, ofFile)))).toEqual(a1111)
        expect(await readSettings(jpeg(exifComment(said, ofFile)))).toEqual(a1111)
        const other = exifComment(Buffer.concat([UNICODE, foreign]), ofFile)
        expect(await read(jpeg(other))).toBe(prompt)
        expect(await read(png(chunk('eXIf', other)))).toBe(prompt)
      }
      const keyword = Buffer.from('parameters\0', 'latin1')
      expect(await readSettings(png(chunk('tEXt', Buffer.concat([keyword, said]))))).toEqual(a1111)
      expect(await read(png(chunk('tEXt', Buffer.concat([keyword, foreign]))))).toBe(prompt)
    }
  }
})

const COMFY = {
  3: {
    class_type: 'KSampler',
    inputs: {
      seed: ['9', 0],
      steps: 12,
      cfg: 5,
      sampler_name: 'euler_ancestral',
      scheduler: 'normal',
      model: ['8', 0],
      positive: ['6', 0],
      negative: ['7', 0],
      latent_image: ['5', 0],
    },
  },
  4: { class_type: 'CheckpointLoaderSimple', inputs: { ckpt_name: 'xl/juggernaut.safetensors' } },
  5: { class_type: 'EmptyLatentImage', inputs: { width: 1024, height: 768, batch_size: 1 } },
  6: { class_type: 'CLIPTextEncode', inputs: { text: ['10', 0], clip: ['4', 1] } },
  7: { class_type: 'CLIPTextEncode', inputs: { text: 'text', clip: ['4', 1] } },
  8: {
    class_type: 'LoraLoader',
    inputs: { lora_name: 'film.safetensors', strength_model: 0.8, model: ['4', 0], clip: ['4', 1] },
  },
  9: { class_type: 'PrimitiveInt', inputs: { value: 77 } },
  10: { class_type: 'String', inputs: { string: 'a cat on a roof' } },
}

const comfy = {
  program: 'ComfyUI',
  request: {
    prompt: 'a cat on a roof',
    negative_prompt: 'text',
    steps: 12,
    guidance_scale: 5,
    width: 1024,
    height: 768,
    hires: null,
  },
  seed: '77',
  leftOut: [],
  model: 'juggernaut',
  sampler: 'Euler a',
  loras: [{ model: 'film', weight: 0.8 }],
}

test('ComfyUI: the graph of a PNG and of a WebP', async () => {
  const graph = JSON.stringify(COMFY).replace('"batch_size":1', '"batch_size":NaN')
  expect(await readSettings(png(text('workflow', '{}'), text('prompt', graph)))).toEqual(comfy)
  const webp = await sharp(plain)
    .withExif({ IFD0: { Make: `prompt:${graph}` } })
    .webp()
    .toBuffer()
  expect(await readSettings(new Blob([Uint8Array.from(webp)]))).toEqual(comfy)
})

test('ComfyUI: a circle of nodes ends, and a graph that draws nothing has no settings', async () => {
  const circle = {
    1: {
      class_type: 'KSampler',
      inputs: { seed: 1, positive: ['2', 0], latent_image: ['2', 0], model: ['2', 0] },
    },
    2: { class_type: 'Join', inputs: { model: ['2', 0], a: ['2', 0] } },
  }
  expect(await readSettings(png(text('prompt', JSON.stringify(circle))))).toMatchObject({
    model: null,
    seed: '1',
  })
  expect(await readSettings(png(text('prompt', '{"1":{"class_type":"Note"}}')))).toBeNull()
})

test('InvokeAI, SwarmUI and Fooocus', async () => {
  const invoke = {
    positive_prompt: 'a fox',
    negative_prompt: '',
    width: 512,
    height: 512,
    seed: 5,
    cfg_scale: 7,
    steps: 30,
    scheduler: 'dpmpp_2m_k',
    model: { key: 'x', name: 'Dreamshaper 8' },
    loras: [{ model: { name: 'ink' }, weight: 0.5 }],
  }
  expect(await readSettings(png(text('invokeai_metadata', JSON.stringify(invoke))))).toMatchObject({
    program: 'InvokeAI',
    request: { prompt: 'a fox', steps: 30, guidance_scale: 7 },
    seed: '5',
    model: 'Dreamshaper 8',
    sampler: 'DPM++ 2M Karras',
    loras: [{ model: 'ink', weight: 0.5 }],
  })
  const swarm = {
    sui_image_params: {
      prompt: 'a fox',
      negativeprompt: 'dog',
      model: 'OfficialStableDiffusion/sd_xl_base_1.0.safetensors',
      seed: 6,
      steps: 20,
      cfgscale: 7,
      width: 1024,
      height: 1024,
      sampler: 'uni_pc',
      loras: ['ink'],
      loraweights: ['0.7'],
    },
  }
  expect(await readSettings(png(text('parameters', JSON.stringify(swarm))))).toMatchObject({
    program: 'SwarmUI',
    request: { negative_prompt: 'dog', guidance_scale: 7 },
    model: 'sd_xl_base_1.0',
    sampler: 'UniPC',
    loras: [{ model: 'ink', weight: 0.7 }],
  })
  const fooocus = {
    prompt: 'a fox',
    negative_prompt: '',
    steps: 30,
    resolution: '(1152, 896)',
    guidance_scale: 4,
    base_model: 'juggernautXL_v8',
    sampler: 'dpmpp_sde_gpu',
    scheduler: 'karras',
    seed: '9',
    loras: [['sd_xl_offset.safetensors', 0.1]],
  }
  expect(
    await readSettings(
      png(text('fooocus_scheme', 'fooocus'), text('parameters', JSON.stringify(fooocus))),
    ),
  ).toMatchObject({
    program: 'Fooocus',
    request: { width: 1152, height: 896 },
    seed: '9',
    model: 'juggernautXL_v8',
    sampler: 'DPM++ SDE Karras',
    loras: [{ model: 'sd_xl_offset', weight: 0.1 }],
  })
})

test.each([
  ['a photo', plain],
  ['a file that is cut off', plain.subarray(0, 40)],
  ['no image', Buffer.from('hello')],
  ['nothing', Buffer.alloc(0)],
  [
    'a length beyond the end',
    Buffer.concat([plain.subarray(0, 8), Buffer.from('ffffffff74455874', 'hex')]),
  ],
  ['a JPEG with a torn Exif', Buffer.from('ffd8ffe1000e457869660000494900000000ffff', 'hex')],
])('%s has no settings', async (_name, bytes) => {
  expect(await readSettings(new Blob([Uint8Array.from(bytes)]))).toBeNull()
})

test('what is not here is named, never replaced', () => {
  const model = { id: 'dream-v8', name: 'Dream V8' } as GenerationModel
  const here = {
    models: [model],
    loras: new Map([['ink', null]]),
    samplers: new Set(['Euler a', 'DPM++ 2M Karras']),
  }
  const taken = takeOver(a1111, here, EMPTY_FORM)
  expect(taken.missing).toEqual([])
  expect(taken.form).toMatchObject({
    model: 'dream-v8',
    sampler: 'DPM++ 2M Karras',
    seed: 1234,
    width: 640,
    numImages: 1,
    loras: [{ model: 'ink', weight: 0.6 }],
  })
  const other = takeOver(
    {
      ...comfy,
      sampler: 'res_multistep',
      seed: '1099511627776',
      request: { width: 1001, height: 9000 },
    },
    here,
    { ...EMPTY_FORM, prompt: 'a fox', model: 'dream-v8', seed: 5, numImages: 2 },
  )
  expect(other.missing).toEqual([
    { kind: 'model', name: 'juggernaut' },
    { kind: 'sampler', name: 'res_multistep' },
    { kind: 'lora', name: 'film' },
    { kind: 'seed', name: '1099511627776' },
  ])
  expect(other.form).toMatchObject({
    model: 'dream-v8',
    seed: 5,
    numImages: 2,
    loras: [],
    width: 1000,
    height: 2048,
    prompt: 'a fox',
  })
})
