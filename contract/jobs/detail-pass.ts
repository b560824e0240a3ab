import { z } from 'zod'
import { Id } from '../common.ts'
import { drawingRequest } from './drawing.ts'
import { refineParameters, refineRequest } from './refine.ts'

/** Draws over each face of an image with more detail; nothing outside of them changes. */
export const DetailPassRequest = z.strictObject({
  type: z.literal('AD'),
  ...refineRequest,
  /** What the faces are to be; left out: as they are. */
  prompt: drawingRequest.prompt.optional(),
  strength: refineRequest.strength.default(0.4),
  quote: Id.optional(),
})

export const DetailPassParameters = z.looseObject({
  type: z.literal('AD'),
  ...refineRequest,
  ...refineParameters,
})
