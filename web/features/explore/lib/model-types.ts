import type { ModelType } from '#contract/community.ts'

/** The types of models, in the order in which they are offered. */
export const TYPES: readonly ModelType[] = [
  'Checkpoint',
  'TextualInversion',
  'Hypernetwork',
  'AestheticGradient',
  'LORA',
  'Controlnet',
  'Poses',
  'LoCon',
  'Upscaler',
  'VAE',
  'Workflows',
  'Other',
  'Wildcards',
  'Unknown',
]
