import type { RandomModel } from './write-model.ts'

const scheduler = {
  _class_name: 'EulerDiscreteScheduler',
  num_train_timesteps: 1000,
  beta_schedule: 'scaled_linear',
  beta_start: 0.00085,
  beta_end: 0.012,
  prediction_type: 'epsilon',
  steps_offset: 1,
  timestep_spacing: 'leading',
}
const index = (kind: string, more: object = {}) => ({
  _class_name: kind,
  scheduler: ['diffusers', 'EulerDiscreteScheduler'],
  text_encoder: ['transformers', 'CLIPTextModel'],
  tokenizer: ['transformers', 'CLIPTokenizer'],
  unet: ['diffusers', 'UNet2DConditionModel'],
  vae: ['diffusers', 'AutoencoderKL'],
  ...more,
})
const vae = {
  block_out_channels: [128, 256, 512, 512],
  layers_per_block: 2,
  latent_channels: 4,
  norm_num_groups: 32,
  scaling_factor: 0.18215,
  down_block_types: Array<string>(4).fill('DownEncoderBlock2D'),
  up_block_types: Array<string>(4).fill('UpDecoderBlock2D'),
}
const text = {
  architectures: ['CLIPTextModel'],
  vocab_size: 49_408,
  hidden_size: 768,
  intermediate_size: 3072,
  num_hidden_layers: 12,
  num_attention_heads: 12,
  max_position_embeddings: 77,
  hidden_act: 'quick_gelu',
  eos_token_id: 49_407,
}
const unet = {
  in_channels: 4,
  out_channels: 4,
  layers_per_block: 2,
  norm_num_groups: 32,
  sample_size: 64,
}
const attending = (kind: 'Down' | 'Up') => `CrossAttn${kind}Block2D`

/** Of the sizes that people have, drawing at 512 x 512: Stable Diffusion 1.5 and XL Turbo. */
export const FULL_MODELS = {
  'sd-1.5': {
    pipeline: index('StableDiffusionPipeline'),
    scheduler,
    unet: {
      ...unet,
      block_out_channels: [320, 640, 1280, 1280],
      down_block_types: [...Array<string>(3).fill(attending('Down')), 'DownBlock2D'],
      up_block_types: ['UpBlock2D', ...Array<string>(3).fill(attending('Up'))],
      cross_attention_dim: 768,
      attention_head_dim: 8,
    },
    vae,
    text,
  },
  'sdxl-turbo': {
    pipeline: index('StableDiffusionXLPipeline', {
      text_encoder_2: ['transformers', 'CLIPTextModelWithProjection'],
      tokenizer_2: ['transformers', 'CLIPTokenizer'],
    }),
    scheduler: { ...scheduler, timestep_spacing: 'trailing' },
    unet: {
      ...unet,
      block_out_channels: [320, 640, 1280],
      down_block_types: ['DownBlock2D', attending('Down'), attending('Down')],
      up_block_types: [attending('Up'), attending('Up'), 'UpBlock2D'],
      cross_attention_dim: 2048,
      attention_head_dim: [5, 10, 20],
      transformer_layers_per_block: [1, 2, 10],
      use_linear_projection: true,
      addition_embed_type: 'text_time' as const,
      addition_time_embed_dim: 256,
      projection_class_embeddings_input_dim: 2816,
    },
    vae: { ...vae, scaling_factor: 0.13025 },
    text,
    text2: {
      ...text,
      architectures: ['CLIPTextModelWithProjection'],
      hidden_size: 1280,
      intermediate_size: 5120,
      num_hidden_layers: 32,
      num_attention_heads: 20,
      hidden_act: 'gelu',
      projection_dim: 1280,
    },
  },
} satisfies Record<string, RandomModel>
