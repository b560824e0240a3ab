/** Sizes that shops and networks ask for, in pixels; `margin` is the room around the subject, as a share of the shorter side. */
export const OUTPUT_SIZES = {
  /** On white, unless something else is put behind it. */
  shop: { width: 2000, height: 2000, margin: 0.075 },
  portrait: { width: 1080, height: 1350, margin: 0.06 },
  story: { width: 1080, height: 1920, margin: 0.06 },
  linkedin: { width: 800, height: 800, margin: 0.06 },
} as const

export type OutputSize = keyof typeof OUTPUT_SIZES

/** In the order in which they are offered. */
export const OUTPUT_SIZE_IDS = Object.keys(OUTPUT_SIZES) as [OutputSize, ...OutputSize[]]
