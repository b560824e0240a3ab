import { z } from 'zod'
import { Id } from '../common.ts'
import { drawingRequest } from './drawing.ts'
import { LIMITS } from '../values/jobs/drawing.ts'
import { InputPicture, toolParameters } from './tool.ts'

const { seed } = LIMITS

/** Runs a workflow that this site has set up and that is none of the other kinds. */
export const OwnWorkflowRequest = z.strictObject({
  type: z.literal('OTR'),
  /** One of `workflows` of the servers; default the first. */
  workflow: Id.optional(),
  /** Required where the workflow takes an image; else left out. */
  image: InputPicture.optional(),
  /** Required where the workflow takes a prompt; else left out. */
  prompt: drawingRequest.prompt.optional(),
  /** Left out or null: random. */
  seed: z.int().min(seed.min).max(seed.max).nullable().optional(),
  quote: Id.optional(),
})

export const OwnWorkflowParameters = z.looseObject({
  type: z.literal('OTR'),
  workflow: Id,
  image: InputPicture.optional(),
  prompt: z.string().optional(),
  seed: z.number().int().nullable(),
  ...toolParameters,
})
