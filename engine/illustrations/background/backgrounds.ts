import { z } from 'zod'

/** Red, green and blue, from 0 to 1. */
export const colour = z.tuple([z.number(), z.number(), z.number()])

export const backgroundSchema = z.object({
  words: z.string(),
  /** Colours from 0 to 1. */
  upper: colour,
  lower: colour,
  /** Where they meet, from 0 (the upper edge) to 1; null if one goes over into the other. */
  horizon: z.number().nullable(),
})

/** A background that is more than a colour. */
export interface NamedBackground extends z.infer<typeof backgroundSchema> {
  /** How much a colour goes over into the other from left to right, against from above: 0 if not given. */
  lean?: number
}

export const backdropSchema = backgroundSchema.pick({ upper: true, lower: true })

/** What may be behind things where nothing is said of that: a colour that goes over into another. */
export type Backdrop = z.infer<typeof backdropSchema>
