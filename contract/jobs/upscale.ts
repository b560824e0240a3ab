import { z } from 'zod'
import { Id } from '../common.ts'
import { InputPicture, toolParameters } from './tool.ts'

/** Times as wide and as high. */
const Scale = z.literal([2, 3, 4])
const ProScale = z.literal([2, 3, 4, 8])

/** Enlarges a picture by a fast network. */
export const UpscaleRequest = z.strictObject({
  type: z.literal('UI'),
  image: InputPicture,
  scale: Scale.default(2),
  quote: Id.optional(),
})

/** Enlarges a picture by a larger network: slower, nearer to the original. */
export const ProUpscaleRequest = z.strictObject({
  type: z.literal('UU'),
  image: InputPicture,
  scale: ProScale.default(2),
  quote: Id.optional(),
})

export const UpscaleParameters = z.looseObject({
  type: z.literal('UI'),
  image: InputPicture,
  scale: Scale,
  ...toolParameters,
})

export const ProUpscaleParameters = z.looseObject({
  type: z.literal('UU'),
  image: InputPicture,
  scale: ProScale,
  ...toolParameters,
})

/** What `upscale/` and `upscale_image/` take beside the picture: `pro` makes it of type UU. */
export const UpscaleChoice = z.strictObject({
  scale: ProScale.default(2),
  pro: z.boolean().default(false),
  quote: Id.optional(),
})
