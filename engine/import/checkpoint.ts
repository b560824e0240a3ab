import { modelBroken } from '../model-files.ts'
import type { Weights } from './network-builder.ts'
import { originalUnetName, originalVaeName } from './original-names.ts'
import type { Safetensors, StoredTensor } from '../safetensors.ts'
import { openSafetensors } from '../safetensors.ts'

/** A Stable Diffusion 1.5 checkpoint in one file; the three networks name their weights as diffusers does. */
export interface Checkpoint {
  file: Safetensors
  unet: Weights
  vae: Weights
  textEncoder: Weights
}

/** Kinds of files that people have, by a key that only they have, and why they are refused. */
const FOREIGN: [RegExp, string][] = [
  [
    /lora[_.]|_lora|hada_w|lokr_w/,
    'is a LoRA, no checkpoint: put it into the folder "loras" of the data folder',
  ],
  [
    /double_blocks\.|single_transformer_blocks\./,
    'is a FLUX checkpoint; only Stable Diffusion 1.5 can be imported',
  ],
  [
    /joint_blocks\./,
    'is a Stable Diffusion 3 checkpoint; only Stable Diffusion 1.5 can be imported',
  ],
  [
    /^conditioner\.embedders\.|add_embedding\.|label_emb\.|text_encoder_2\./,
    'is a Stable Diffusion XL checkpoint; of single files only Stable Diffusion 1.5 can be imported, of others a folder in the layout of diffusers',
  ],
  [/controlnet|control_model/, 'is a ControlNet, no checkpoint'],
  [
    /^cond_stage_model\.model\.|^conditioner\./,
    'is a Stable Diffusion 2 checkpoint (its text encoder is another one); of single files only 1.5 can be imported, of others a folder in the layout of diffusers',
  ],
]

/** What every checkpoint has, as a person would call it. */
const PARTS = [
  ['unet', 'conv_in.weight', 'U-Net'],
  ['textEncoder', 'text_model.embeddings.token_embedding.weight', 'text encoder'],
  ['vae', 'decoder.conv_in.weight', 'decoder of pictures (VAE)'],
  ['vae', 'encoder.conv_in.weight', 'encoder of pictures (VAE)'],
] as const

/**
 * Opens a checkpoint with the key names of diffusers (with or without `unet.`, `vae.`, `text_encoder.` before
 * them) or with the original ones.
 *
 * @throws EngineError `model_broken` saying what the file is instead
 */
export async function openCheckpoint(path: string): Promise<Checkpoint> {
  const file = await openSafetensors(path)
  try {
    const names = [...file.tensors.keys()]
    for (const [pattern, reason] of FOREIGN)
      if (names.some((name) => pattern.test(name))) throw modelBroken(path, reason)
    const checkpoint = {
      file,
      unet: unetWeights(file),
      vae: vaeWeights(file),
      textEncoder: weightsBy(file, textNames),
    }
    for (const [part, name, words] of PARTS)
      if (!checkpoint[part].has(name)) throw modelBroken(path, `has no ${words}`)
    refuseOtherShapes(path, checkpoint)
    return checkpoint
  } catch (error) {
    await file.close()
    throw error
  }
}

function refuseOtherShapes(path: string, { unet }: Checkpoint): void {
  const [out, inner] = [unet.get('conv_out.weight').shape[0], unet.get('conv_in.weight').shape[1]]
  if (out !== inner)
    throw modelBroken(
      path,
      `takes ${inner} channels and answers ${out}: it edits pictures and cannot draw from text alone`,
    )
  const projection = 'mid_block.attentions.0.proj_in.weight'
  if (unet.has(projection) && unet.get(projection).shape.length === 2)
    throw modelBroken(
      path,
      'is a Stable Diffusion 2 checkpoint (its attention is built otherwise); only 1.5 can be imported',
    )
}

function unetWeights(file: Safetensors): Weights {
  const layers = (count: number): number =>
    file.tensors.has(`model.diffusion_model.input_blocks.${count + 1}.0.in_layers.2.weight`)
      ? layers(count + 1)
      : count
  const inLevel = layers(0)
  return weightsBy(file, (name) => {
    const original = originalUnetName(name, inLevel)
    // An enlarging layer comes after the attention, where there is one.
    const originals = [1, 2].map((place) => original.replace('.UP.', `.${place}.`))
    return [`unet.${name}`, name, ...new Set(originals)]
  })
}

function vaeWeights(file: Safetensors): Weights {
  const levels = (count: number): number =>
    file.tensors.has(`first_stage_model.decoder.up.${count}.block.0.conv1.weight`)
      ? levels(count + 1)
      : count
  const upLevels = levels(0)
  return weightsBy(file, (name) => {
    const names = vaeNames(name)
    return [...names.map((one) => `vae.${one}`), ...names, originalVaeName(name, upLevels)]
  })
}

/** As diffusers names a weight of the VAE, and as it did earlier. */
export function vaeNames(name: string): string[] {
  const earlier = name
    .replace('.to_q.', '.query.')
    .replace('.to_k.', '.key.')
    .replace('.to_v.', '.value.')
    .replace('.to_out.0.', '.proj_attn.')
  return [name, earlier]
}

/** Some programs leave out the first word. */
function textNames(name: string): string[] {
  const short = name.replace(/^text_model\./, '')
  const prefixes = ['text_encoder.', '', 'cond_stage_model.transformer.']
  return prefixes.flatMap((prefix) => [prefix + name, prefix + short])
}

/** The weights of a file by the names that each may have there. */
export function weightsBy(file: Safetensors, namesOf: (name: string) => string[]): Weights {
  const find = (name: string): StoredTensor | undefined => {
    for (const one of namesOf(name)) {
      const tensor = file.tensors.get(one)
      if (tensor) return tensor
    }
    return undefined
  }
  return {
    has: (name) => find(name) !== undefined,
    get(name) {
      const tensor = find(name)
      if (tensor) return tensor
      throw modelBroken(file.file, `has no weight ${name}`)
    },
  }
}
