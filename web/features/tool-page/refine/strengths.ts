/** How far what is drawn may leave the image, by what people choose; between the limits of `REFINE_STRENGTH`. */
export const STRENGTHS = { little: 0.2, some: 0.35, much: 0.5 } as const

export type Strength = keyof typeof STRENGTHS

/** The choice that is nearest to a strength that was asked for in numbers. */
export function nearestStrength(wanted: unknown): Strength {
  if (typeof wanted !== 'number') return 'some'
  const choices = Object.entries(STRENGTHS) as [Strength, number][]
  const far = ([, strength]: [Strength, number]) => Math.abs(strength - wanted)
  return choices.reduce((best, next) => (far(next) < far(best) ? next : best))[0]
}
