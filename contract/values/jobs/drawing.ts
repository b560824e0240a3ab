export const LIMITS = {
  prompt: 2000,
  size: { min: 64, max: 2048, step: 8 },
  images: { min: 1, max: 4 },
  /** Images that the create page orders at once: past those of one job they are a batch of jobs. */
  ordered: { min: 1, max: 16 },
  steps: { min: 1, max: 100 },
  guidance: { min: 1, max: 30 },
  seed: { min: 0, max: 4294967295 },
  loraWeight: { min: 0, max: 2 },
  controlStrength: { min: 0, max: 2 },
  /** Images that lead one drawing: A1111's extension has three units unless told otherwise. */
  controls: 3,
  /** One generation makes at most this many pixels a picture. */
  pixels: 4 * 1048576,
} as const

/** Steps, guidance and sampler are those of a model that has no others. */
export const DEFAULTS = {
  num_images: 4,
  size: 512,
  steps: 20,
  guidance_scale: 4,
  sampler: 'Euler a',
  strength: 0.6,
} as const

/** Maps of an image that can lead where things are drawn: its edges, what is near and far in it, or how people stand. */
export const MAP_KINDS = ['canny', 'depth', 'pose'] as const

/** All that can lead a drawing; `reference`: how the image looks, wherever things stand in it. */
export const CONTROL_KINDS = [...MAP_KINDS, 'reference'] as const

export type ControlKind = (typeof CONTROL_KINDS)[number]

/** The feature of a model that can follow images of a kind. */
export const controlFeature = (kind: ControlKind) => `control_${kind}` as const
