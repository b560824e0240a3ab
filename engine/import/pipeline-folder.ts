import { existsSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { modelBroken, readModelJson, readOptionalModelJson } from '../model-files.ts'
import type { Weights } from './network-builder.ts'
import { vaeNames, weightsBy } from './checkpoint.ts'
import type { Safetensors, StoredTensor } from '../safetensors.ts'
import { openSafetensors } from '../safetensors.ts'
import type { TextEncoderShape } from './text-encoder-graph.ts'
import type { UnetShape } from './unet-graph.ts'

/** A network of a folder in the layout of diffusers, its weights open. */
export interface NetworkPart<Shape> {
  file: Safetensors
  weights: Weights
  shape: Shape
}

/** A folder in the layout of diffusers whose weights are safetensors files. */
export interface PipelineFolder {
  unet: NetworkPart<UnetShape>
  vae: NetworkPart<{ groups: number }>
  /** Two of them in Stable Diffusion XL. */
  textEncoders: NetworkPart<TextEncoderShape>[]
  close(): Promise<void>
}

const few = z.int().positive()
const nothing = z.union([z.null(), z.literal(false)]).optional()
/** What would change the network in a way that its weights do not show is refused. */
const unetSchema = z.object({
  attention_head_dim: z.union([few, z.array(few).min(1)]).default(8),
  num_attention_heads: z.union([few, z.array(few).min(1)]).nullish(),
  norm_num_groups: few.default(32),
  addition_time_embed_dim: few.nullish(),
  addition_embed_type: z.literal('text_time').nullish(),
  act_fn: z.literal('silu').default('silu'),
  flip_sin_to_cos: z.literal(true).default(true),
  freq_shift: z.literal(0).default(0),
  center_input_sample: nothing,
  class_embed_type: nothing,
  encoder_hid_dim_type: nothing,
  dual_cross_attention: nothing,
  resnet_time_scale_shift: z.literal('default').default('default'),
  time_embedding_type: z.literal('positional').default('positional'),
})
const vaeSchema = z.object({
  norm_num_groups: few.default(32),
  act_fn: z.literal('silu').default('silu'),
  latents_mean: nothing,
  latents_std: nothing,
})
const textSchema = z.object({
  num_attention_heads: few,
  hidden_act: z.enum(['quick_gelu', 'gelu']).default('quick_gelu'),
  eos_token_id: z.int().default(2),
})

/**
 * Opens the networks of a folder.
 *
 * @throws EngineError `model_broken`: a file that is missing, or a network of a shape that this engine cannot write
 */
export async function openPipelineFolder(folder: string): Promise<PipelineFolder> {
  const opened: Safetensors[] = []
  const close = async (): Promise<void> => {
    for (const file of opened.splice(0)) await file.close()
  }
  const open = async (part: string, base: string): Promise<Safetensors> => {
    const file = await openPart(folder, part, base)
    opened.push(file)
    return file
  }
  try {
    const unetFile = await open('unet', DIFFUSERS)
    const unetConfig = await readModelJson(folder, 'unet/config.json', unetSchema)
    const vaeFile = await open('vae', DIFFUSERS)
    const vaeConfig = await readModelJson(folder, 'vae/config.json', vaeSchema)
    const textEncoders: PipelineFolder['textEncoders'] = []
    for (const part of ['text_encoder', 'text_encoder_2'].filter((name) =>
      existsSync(path.join(folder, name)),
    )) {
      const file = await open(part, TRANSFORMERS)
      const config = await readModelJson(folder, `${part}/config.json`, textSchema)
      const weights = weightsBy(file, (name) => [name, name.replace(/^text_model\./, '')])
      textEncoders.push({
        file,
        weights,
        shape: {
          heads: config.num_attention_heads,
          activation: config.hidden_act,
          endToken: config.eos_token_id,
        },
      })
    }
    // diffusers calls the number of heads after their width, unless both are named.
    const heads = unetConfig.num_attention_heads ?? unetConfig.attention_head_dim
    return {
      unet: {
        file: unetFile,
        weights: weightsBy(unetFile, (name) => [name]),
        shape: {
          heads: typeof heads === 'number' ? [heads] : heads,
          groups: unetConfig.norm_num_groups,
          ...(unetConfig.addition_time_embed_dim && {
            numberWidth: unetConfig.addition_time_embed_dim,
          }),
        },
      },
      vae: {
        file: vaeFile,
        weights: weightsBy(vaeFile, vaeNames),
        shape: { groups: vaeConfig.norm_num_groups },
      },
      textEncoders,
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

const DIFFUSERS = 'diffusion_pytorch_model'
const TRANSFORMERS = 'model'

/** The weights of a network: a file or several, in full precision where there are both. */
async function openPart(folder: string, part: string, base: string): Promise<Safetensors> {
  for (const variant of ['', '.fp16']) {
    const single = path.join(folder, part, `${base}${variant}.safetensors`)
    if (existsSync(single)) return openSafetensors(single)
    const list = `${part}/${base}.safetensors.index${variant}.json`
    const index = await readOptionalModelJson(folder, list, indexSchema)
    if (index) return openShards(path.join(folder, part), list, Object.values(index.weight_map))
  }
  throw modelBroken(path.join(folder, part, `${base}.safetensors`), 'is missing')
}

const indexSchema = z.object({ weight_map: z.record(z.string(), z.string()) })

/** Several files as one. */
async function openShards(
  folder: string,
  list: string,
  all: readonly string[],
): Promise<Safetensors> {
  const shards: Safetensors[] = []
  const close = async (): Promise<void> => {
    for (const shard of shards) await shard.close()
  }
  try {
    for (const name of new Set(all)) {
      // Names come with the model: none may lead out of its folder.
      if (path.basename(name) !== name) throw modelBroken(folder, `${list} names the file ${name}`)
      shards.push(await openSafetensors(path.join(folder, name)))
    }
  } catch (error) {
    await close()
    throw error
  }
  const owners = new Map<StoredTensor, Safetensors>(
    shards.flatMap((shard) =>
      [...shard.tensors.values()].map((tensor) => [tensor, shard] as const),
    ),
  )
  return {
    file: path.join(folder, path.basename(list)),
    tensors: new Map([...owners.keys()].map((tensor) => [tensor.name, tensor])),
    metadata: {},
    start: 0,
    read: (tensor) => owners.get(tensor)!.read(tensor),
    close,
  }
}
