/** The samplers of the product, in the order in which they are shown. */
export const SAMPLERS = [
  'Euler a',
  'Euler',
  'LMS',
  'Heun',
  'DPM2',
  'DPM2 a',
  'DPM2 Karras',
  'DPM2 a Karras',
  'DPM++ 2S a',
  'DPM++ 2S a Karras',
  'DPM++ 2M',
  'DPM++ 2M Karras',
  'DPM++ SDE',
  'DPM++ SDE Karras',
  'DPM fast',
  'LMS Karras',
  'DDIM',
  'PLMS',
  'UniPC',
  'LCM',
] as const

export type Sampler = (typeof SAMPLERS)[number]

/** Samplers that work with any model. LCM is left out: its steps are only for models that were distilled for them. */
export const COMMON_SAMPLERS: readonly Sampler[] = SAMPLERS.filter((name) => name !== 'LCM')
