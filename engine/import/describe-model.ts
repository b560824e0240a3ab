import path from 'node:path'
import { modelBroken } from '../model-files.ts'
import type { Checkpoint } from './checkpoint.ts'
import { clipVocabulary } from './clip-vocabulary.ts'
import type { ImportOptions } from './import-options.ts'
import type { Weights } from './network-builder.ts'

/** The files of a model folder beside its networks, by their place in it; objects are written as JSON. */
export type ModelPlan = Record<string, string | object>

/** Edge in latents that Stable Diffusion 1.5 was trained at. */
const SAMPLE_EDGE = 64
const SCALING_FACTOR = 0.18215
const EMBEDDINGS = 'text_model.embeddings'

/** @throws EngineError `model_broken` if no vocabulary fits the text encoder */
export async function describeModel(
  { file, unet, vae, textEncoder }: Checkpoint,
  options: ImportOptions,
): Promise<ModelPlan> {
  const tokens = textEncoder.get(`${EMBEDDINGS}.token_embedding.weight`).shape[0] ?? 0
  const clip = await clipVocabulary(tokens)
  if (!clip)
    throw modelBroken(file.file, `has a vocabulary of ${tokens} tokens, which is not CLIP's`)
  return {
    'model_index.json': {
      _class_name: 'OnnxStableDiffusionPipeline',
      scheduler: ['diffusers', 'PNDMScheduler'],
      text_encoder: ['diffusers', 'OnnxRuntimeModel'],
      tokenizer: ['transformers', 'CLIPTokenizer'],
      unet: ['diffusers', 'OnnxRuntimeModel'],
      vae_decoder: ['diffusers', 'OnnxRuntimeModel'],
      vae_encoder: ['diffusers', 'OnnxRuntimeModel'],
    },
    'scheduler/scheduler_config.json': {
      _class_name: 'PNDMScheduler',
      num_train_timesteps: 1000,
      beta_schedule: 'scaled_linear',
      beta_start: 0.00085,
      beta_end: 0.012,
      prediction_type: options.prediction,
      set_alpha_to_one: false,
      skip_prk_steps: true,
      steps_offset: 1,
    },
    'unet/config.json': {
      _class_name: 'UNet2DConditionModel',
      in_channels: unet.get('conv_in.weight').shape[1],
      out_channels: unet.get('conv_out.weight').shape[0],
      block_out_channels: widths(unet, 'down_blocks'),
      attention_head_dim: options.heads,
      norm_num_groups: options.groups,
      sample_size: SAMPLE_EDGE,
    },
    'vae_decoder/config.json': {
      _class_name: 'AutoencoderKL',
      latent_channels: vae.get('post_quant_conv.weight').shape[1],
      block_out_channels: widths(vae, 'encoder.down_blocks'),
      scaling_factor: SCALING_FACTOR,
    },
    'tokenizer/tokenizer_config.json': {
      tokenizer_class: 'CLIPTokenizer',
      model_max_length: textEncoder.get(`${EMBEDDINGS}.position_embedding.weight`).shape[0],
      bos_token: '<|startoftext|>',
      eos_token: '<|endoftext|>',
      pad_token: '<|endoftext|>',
      unk_token: '<|endoftext|>',
    },
    'tokenizer/vocab.json': JSON.stringify(clip.vocabulary),
    'tokenizer/merges.txt': `${['#version: 0.2', ...clip.merges].join('\n')}\n`,
    'model.json': {
      id: options.id,
      name: options.id,
      source: `imported from ${path.basename(file.file)}`,
    },
  }
}

/** Channels of each level. */
function widths(weights: Weights, blocks: string): number[] {
  const found: number[] = []
  for (;;) {
    const name = `${blocks}.${found.length}.resnets.0.conv1.weight`
    if (!weights.has(name)) return found
    found.push(weights.get(name).shape[0] ?? 0)
  }
}
