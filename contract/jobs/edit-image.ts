import { z } from 'zod'
import { Id } from '../common.ts'
import { drawingRequest } from './drawing.ts'
import { LIMITS } from '../values/jobs/drawing.ts'
import { InputPicture, toolParameters } from './tool.ts'

const { seed } = LIMITS

/** Changes the first image as words say; the others are there to take from. */
export const EditImageRequest = z.strictObject({
  type: z.literal('EDI'),
  images: z.array(InputPicture).min(1).max(4),
  prompt: drawingRequest.prompt,
  /** One of `edit_models` of the servers; default the first. */
  model: Id.optional(),
  /** Left out or null: random. */
  seed: z.int().min(seed.min).max(seed.max).nullable().optional(),
  quote: Id.optional(),
})

export const EditImageParameters = z.looseObject({
  type: z.literal('EDI'),
  images: z.array(InputPicture),
  prompt: z.string(),
  model: Id,
  seed: z.number().int().nullable(),
  ...toolParameters,
})
