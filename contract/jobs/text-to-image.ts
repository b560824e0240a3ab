import { z } from 'zod'
import { drawingParameters, drawingRequest } from './drawing.ts'

/** Draws from a prompt alone; what a request without a `type` is. */
export const TextToImageRequest = z.strictObject({
  type: z.literal('TTI').optional().default('TTI'),
  ...drawingRequest,
})

export const TextToImageParameters = z.looseObject({
  type: z.literal('TTI'),
  ...drawingParameters,
})
