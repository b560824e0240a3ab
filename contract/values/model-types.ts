/** Types of models, as the field names them, in the order in which they are offered. */
export const MODEL_TYPES = [
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
] as const
