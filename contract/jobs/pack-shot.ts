import { z } from 'zod'
import { Id } from '../common.ts'
import { drawingParameters, drawingRequest } from './drawing.ts'

/** One image of a photo pack: drawn with an own training, or with a model for packs without a subject. */
export const PackShotRequest = z.strictObject({
  type: z.literal('PPS'),
  training: Id.nullable().default(null),
  model: drawingRequest.model,
  prompt: drawingRequest.prompt,
  negative_prompt: drawingRequest.negative_prompt,
  width: drawingRequest.width,
  height: drawingRequest.height,
  style: drawingRequest.style,
  seed: drawingRequest.seed,
  quote: drawingRequest.quote,
})

export const PackShotParameters = z.looseObject({
  ...drawingParameters,
  type: z.literal('PPS'),
  training: Id.nullable(),
  /** The prompt as it was asked for, with its `{subject}`. */
  shot: z.string(),
})
