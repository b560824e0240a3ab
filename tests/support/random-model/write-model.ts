import { createHash } from 'node:crypto'
import { closeSync, mkdirSync, openSync, writeFileSync, writeSync } from 'node:fs'
import path from 'node:path'
import { clipVocabulary } from '#engine/import/clip-vocabulary.ts'
import type { TensorShape, TextConfig, UnetConfig, VaeConfig } from './tensors.ts'
import { textTensors, unetTensors, vaeTensors } from './tensors.ts'

/** A model in the layout of diffusers, which no training ever saw. */
export interface RandomModel {
  pipeline: Record<string, unknown>
  scheduler: Record<string, unknown>
  unet: UnetConfig
  vae: VaeConfig
  text: TextConfig
  /** Of Stable Diffusion XL. */
  text2?: TextConfig
}

export interface RandomWeights {
  /** How numbers are stored; half precision if left out. */
  element?: 'F16' | 'F32'
  /** The U-Net in so many files, with an index. */
  shards?: number
}

/** Writes a folder as a hub has it; the same model is the same bytes everywhere. */
export async function writeRandomModel(
  folder: string,
  model: RandomModel,
  { element = 'F16', shards = 1 }: RandomWeights = {},
): Promise<void> {
  const { unet, vae, text, text2, scheduler, pipeline } = model
  const put = (name: string, content: unknown): void => {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true })
    writeFileSync(path.join(folder, name), JSON.stringify(content))
  }
  put('model_index.json', pipeline)
  put('scheduler/scheduler_config.json', scheduler)
  put('unet/config.json', { _class_name: 'UNet2DConditionModel', ...unet })
  put('vae/config.json', { _class_name: 'AutoencoderKL', ...vae })
  writeShards(path.join(folder, 'unet'), unetTensors(unet), element, shards)
  const name = 'diffusion_pytorch_model.safetensors'
  writeTensors(path.join(folder, 'vae', name), vaeTensors(vae), element)
  for (const [part, pad, config] of [
    ['', '<|endoftext|>', text],
    ['_2', '!', text2],
  ] as const) {
    if (!config) continue
    put(`text_encoder${part}/config.json`, config)
    const file = path.join(folder, `text_encoder${part}`, 'model.safetensors')
    writeTensors(file, textTensors(config), element)
    const clip = (await clipVocabulary(config.vocab_size))!
    put(`tokenizer${part}/vocab.json`, clip.vocabulary)
    const merges = path.join(folder, `tokenizer${part}/merges.txt`)
    writeFileSync(merges, `${['#version: 0.2', ...clip.merges].join('\n')}\n`)
    put(`tokenizer${part}/tokenizer_config.json`, {
      tokenizer_class: 'CLIPTokenizer',
      model_max_length: config.max_position_embeddings,
      bos_token: '<|startoftext|>',
      eos_token: '<|endoftext|>',
      pad_token: pad,
      unk_token: '<|endoftext|>',
    })
  }
}

/** How many numbers a model's networks have. */
export function countWeights({ unet, vae, text, text2 }: RandomModel): number {
  const all = [
    unetTensors(unet),
    vaeTensors(vae),
    textTensors(text),
    text2 ? textTensors(text2) : [],
  ]
  return all.flat().reduce((sum, [, shape]) => sum + sizeOf(shape), 0)
}

const WEIGHTS = 'diffusion_pytorch_model'

function writeShards(
  folder: string,
  tensors: TensorShape[],
  element: 'F16' | 'F32',
  count: number,
): void {
  if (count === 1)
    return writeTensors(path.join(folder, `${WEIGHTS}.safetensors`), tensors, element)
  const weights: Record<string, string> = {}
  for (let shard = 0; shard < count; shard++) {
    const name = `${WEIGHTS}-0000${shard + 1}-of-0000${count}.safetensors`
    const inside = tensors.filter((_, i) => i % count === shard)
    for (const [tensor] of inside) weights[tensor] = name
    writeTensors(path.join(folder, name), inside, element)
  }
  const index = { metadata: {}, weight_map: weights }
  writeFileSync(path.join(folder, `${WEIGHTS}.safetensors.index.json`), JSON.stringify(index))
}

function writeTensors(file: string, tensors: TensorShape[], element: 'F16' | 'F32'): void {
  const width = element === 'F16' ? 2 : 4
  const header: Record<string, object> = { __metadata__: { format: 'pt' } }
  let end = 0
  for (const [name, shape] of tensors) {
    const bytes = sizeOf(shape) * width
    header[name] = { dtype: element, shape, data_offsets: [end, end + bytes] }
    end += bytes
  }
  const text = Buffer.from(JSON.stringify(header))
  const length = Buffer.alloc(8)
  length.writeBigUInt64LE(BigInt(text.length))
  const handle = openSync(file, 'w')
  writeSync(handle, Buffer.concat([length, text]))
  for (const [name, shape] of tensors) {
    const values = randomValues(name, shape)
    const stored = element === 'F16' ? new Float16Array(values) : values
    writeSync(handle, new Uint8Array(stored.buffer))
  }
  closeSync(handle)
}

const sizeOf = (shape: number[]): number => shape.reduce((product, size) => product * size, 1)

/** Of a size that keeps what passes through about as large as it was; norms are near one, so that a mistake shows. */
function randomValues(name: string, shape: number[]): Float32Array {
  const count = sizeOf(shape)
  const [rows = 1] = shape
  const scale = shape.length === 1 ? 0.2 : Math.sqrt(3 / (count / rows))
  const middle = shape.length === 1 && name.endsWith('.weight') ? 1 : 0
  const values = new Float32Array(count)
  let state = createHash('sha256').update(name).digest().readUInt32LE() | 1
  for (let i = 0; i < count; i++) {
    // Marsaglia's xorshift.
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    values[i] = middle + (scale * state) / 2 ** 31
  }
  return values
}
