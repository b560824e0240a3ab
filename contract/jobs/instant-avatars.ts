import { z } from 'zod'
import { Id } from '../common.ts'
import { LIMITS } from '../values/jobs/drawing.ts'
import { InputPicture, toolParameters } from './tool.ts'
import { Said } from '../said.ts'

const { seed } = LIMITS

/** Most looks of one order (all that there are), and most images of each. */
export const AVATAR_LIMITS = {
  styles: 12,
  num_images: 4,
  /** Shorter side of the face, pixels. */
  smallestFace: 64,
} as const

const Style = z.string().min(1).max(60)

/** Shows the person of a portrait in some looks: `num_images` pictures of each, look by look. */
export const InstantAvatarsRequest = z.strictObject({
  type: z.literal('ISI'),
  image: InputPicture,
  /** Ids of `instantid/styles/`, each once. */
  styles: z.array(Style).min(1).max(AVATAR_LIMITS.styles),
  num_images: z.int().min(1).max(AVATAR_LIMITS.num_images).default(1),
  /** null: random. Picture i uses seed + i modulo 2^32. */
  seed: z.int().min(seed.min).max(seed.max).nullable().default(null),
  quote: Id.optional(),
})

export const InstantAvatarsParameters = z.looseObject({
  type: z.literal('ISI'),
  image: InputPicture,
  styles: z.array(Style),
  num_images: z.number().int(),
  seed: z.number().int().nullable(),
  ...toolParameters,
})

/** A look to choose; `sample_url` is root-relative, null where there is no sample. */
const AvatarStyle = z.object({
  id: z.string(),
  name: Said,
  sample_url: z.string().nullable(),
})

/** The looks that can be ordered, with the price of an image. */
export const AvatarStyles = z.object({
  results: z.array(AvatarStyle),
  credits: z.int().min(0),
  /** The model that draws the person by the photo, and the company that is given it; null: the photo itself is changed, here. */
  drawn_by: z
    .object({ model: z.string(), licence: z.string(), photos_go_to: z.string() })
    .nullable(),
})
export type AvatarStyles = z.infer<typeof AvatarStyles>
