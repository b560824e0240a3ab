import { z } from 'zod'
import { Id } from '../common.ts'
import { drawingRequest } from './drawing.ts'
import { refineParameters, refineRequest } from './refine.ts'

/** Times as wide and as high. */
const Scale = z.literal([2, 3, 4])

/** Enlarges an image and draws over it from a prompt: details come that the image did not have. To 4 megapixels. */
export const UpscaleByPromptRequest = z.strictObject({
  type: z.literal('UIT'),
  ...refineRequest,
  scale: Scale.default(2),
  prompt: drawingRequest.prompt,
  strength: refineRequest.strength.default(0.3),
  quote: Id.optional(),
})

export const UpscaleByPromptParameters = z.looseObject({
  type: z.literal('UIT'),
  ...refineRequest,
  scale: Scale,
  ...refineParameters,
})
