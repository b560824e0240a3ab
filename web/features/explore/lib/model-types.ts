import type { ModelType } from '#contract/community.ts'

/** What the field calls the types of models, the same in every language. */
export const TYPE_NAMES: Record<ModelType, string> = {
  Checkpoint: 'Checkpoint',
  TextualInversion: 'Textual inversion',
  Hypernetwork: 'Hypernetwork',
  AestheticGradient: 'Aesthetic gradient',
  LORA: 'LoRA',
  Controlnet: 'ControlNet',
  Poses: 'Poses',
  LoCon: 'LyCORIS',
  Upscaler: 'Upscaler',
  VAE: 'VAE',
  Workflows: 'Workflows',
  Other: 'Other',
  Wildcards: 'Wildcards',
  Unknown: 'Unknown',
}
export const TYPES = Object.keys(TYPE_NAMES) as ModelType[]
