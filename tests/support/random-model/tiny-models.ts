import type { RandomModel } from './write-model.ts'

const VOCABULARY = 600
const START = VOCABULARY - 2

const scheduler = {
  _class_name: 'PNDMScheduler',
  num_train_timesteps: 1000,
  beta_schedule: 'scaled_linear',
  beta_start: 0.00085,
  beta_end: 0.012,
  prediction_type: 'epsilon',
  set_alpha_to_one: false,
  skip_prk_steps: true,
  steps_offset: 1,
  timestep_spacing: 'leading',
}
const index = (kind: string, by: string, more: object = {}) => ({
  _class_name: kind,
  scheduler: ['diffusers', by],
  text_encoder: ['transformers', 'CLIPTextModel'],
  tokenizer: ['transformers', 'CLIPTokenizer'],
  unet: ['diffusers', 'UNet2DConditionModel'],
  vae: ['diffusers', 'AutoencoderKL'],
  ...more,
})
const unet = {
  in_channels: 4,
  out_channels: 4,
  block_out_channels: [16, 32],
  layers_per_block: 1,
  down_block_types: ['CrossAttnDownBlock2D', 'DownBlock2D'],
  up_block_types: ['UpBlock2D', 'CrossAttnUpBlock2D'],
  cross_attention_dim: 32,
  attention_head_dim: 8,
  norm_num_groups: 8,
  sample_size: 8,
}
const vae = {
  block_out_channels: [8, 16],
  layers_per_block: 1,
  latent_channels: 4,
  norm_num_groups: 4,
  scaling_factor: 0.18215,
  down_block_types: ['DownEncoderBlock2D', 'DownEncoderBlock2D'],
  up_block_types: ['UpDecoderBlock2D', 'UpDecoderBlock2D'],
}
const text = {
  architectures: ['CLIPTextModel'],
  model_type: 'clip_text_model',
  vocab_size: VOCABULARY,
  hidden_size: 32,
  intermediate_size: 64,
  num_hidden_layers: 3,
  num_attention_heads: 4,
  max_position_embeddings: 77,
  hidden_act: 'quick_gelu',
  bos_token_id: START,
  eos_token_id: START + 1,
}

/** The smallest of each kind: Stable Diffusion 1, 2, LCM and XL. */
export const TINY_MODELS = {
  'sd-1': {
    pipeline: index('StableDiffusionPipeline', 'PNDMScheduler'),
    scheduler,
    unet,
    vae,
    text,
  },
  'sd-2': {
    pipeline: index('StableDiffusionPipeline', 'DDIMScheduler'),
    scheduler: { ...scheduler, _class_name: 'DDIMScheduler', prediction_type: 'v_prediction' },
    unet: { ...unet, attention_head_dim: [2, 4], use_linear_projection: true },
    vae,
    text: { ...text, hidden_act: 'gelu', eos_token_id: 2 },
  },
  lcm: {
    pipeline: index('LatentConsistencyModelPipeline', 'LCMScheduler'),
    scheduler: { ...scheduler, _class_name: 'LCMScheduler', original_inference_steps: 50 },
    unet: { ...unet, time_cond_proj_dim: 16 },
    vae,
    text,
  },
  xl: {
    pipeline: index('StableDiffusionXLPipeline', 'EulerDiscreteScheduler', {
      force_zeros_for_empty_prompt: true,
      text_encoder_2: ['transformers', 'CLIPTextModelWithProjection'],
      tokenizer_2: ['transformers', 'CLIPTokenizer'],
    }),
    scheduler: { ...scheduler, _class_name: 'EulerDiscreteScheduler' },
    unet: {
      ...unet,
      down_block_types: ['DownBlock2D', 'CrossAttnDownBlock2D'],
      up_block_types: ['CrossAttnUpBlock2D', 'UpBlock2D'],
      attention_head_dim: [2, 4],
      transformer_layers_per_block: [1, 2],
      use_linear_projection: true,
      cross_attention_dim: 56,
      addition_embed_type: 'text_time' as const,
      addition_time_embed_dim: 8,
      projection_class_embeddings_input_dim: 6 * 8 + 20,
    },
    vae: { ...vae, scaling_factor: 0.13025 },
    text: { ...text, eos_token_id: 2 },
    text2: {
      ...text,
      architectures: ['CLIPTextModelWithProjection'],
      hidden_size: 24,
      num_attention_heads: 3,
      hidden_act: 'gelu',
      projection_dim: 20,
    },
  },
} satisfies Record<string, RandomModel>
