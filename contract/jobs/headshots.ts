import { z } from 'zod'
import { Id } from '../common.ts'
import { InputPicture, toolParameters } from './tool.ts'
import { Said } from '../said.ts'
import { FRAMINGS } from '../values/jobs/headshots.ts'

export const HEADSHOT_LIMITS = {
  /** Most backgrounds of one order: all that there are. */
  backgrounds: 8,
  /** Shorter side of the face, pixels: smaller ones become rough when they are enlarged. */
  smallestFace: 90,
} as const

const Background = z.string().min(1).max(60)

/** Shows head and shoulders of a photo's person before some backgrounds, relit. Their attire stays as it is. */
export const HeadshotsRequest = z.strictObject({
  type: z.literal('PHS'),
  image: InputPicture,
  /** Ids of `inference_jobs/headshots/backgrounds/`, each once; one picture is made of each. */
  backgrounds: z.array(Background).min(1).max(HEADSHOT_LIMITS.backgrounds),
  framing: z.enum(FRAMINGS).default('shoulders'),
  quote: Id.optional(),
})

export const HeadshotsParameters = z.looseObject({
  type: z.literal('PHS'),
  image: InputPicture,
  backgrounds: z.array(Background),
  framing: z.enum(FRAMINGS),
  ...toolParameters,
})

/** A background to choose; `sample_url` is root-relative, null where there is no sample. */
export const HeadshotBackground = z.object({
  id: z.string(),
  name: Said,
  sample_url: z.string().nullable(),
})
export type HeadshotBackground = z.infer<typeof HeadshotBackground>
