/** Numbers that a link may name. */
const NUMBERS = ['width', 'height', 'steps', 'guidance_scale', 'seed', 'num_images'] as const
export type LinkedNumber = (typeof NUMBERS)[number]

/** The query parameters of a link to the page that fill the form. */
export const LINK_NAMES: readonly string[] = [
  'prompt',
  'negative_prompt',
  'model',
  'selected_mode',
  'lora_models',
  'lora_weights',
  'style',
  'sampler',
  'remix_of',
  ...NUMBERS,
]
