import { z } from 'zod'
import { Id } from '../common.ts'
import { InputPicture, toolParameters } from './tool.ts'
import { Said } from '../said.ts'

/** Most backgrounds of one order: all that there are. */
export const HEADSHOT_LIMITS = { backgrounds: 8 } as const

/** How much of the person is seen. */
export const FRAMINGS = ['close', 'shoulders'] as const

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
