/** How far what is drawn may leave the image, by what people choose; between the limits of `REFINE_STRENGTH`. */
export const STRENGTHS = { little: 0.2, some: 0.35, much: 0.5 } as const

export type Strength = keyof typeof STRENGTHS
