/** What the kinds that draw over what is there have in common. */
import { z } from 'zod'
import { Id } from '../common.ts'
import { SAMPLERS } from '../samplers.ts'
import { LIMITS } from '../values/jobs/drawing.ts'
import { InputPicture, toolParameters } from './tool.ts'

const { seed } = LIMITS

/** How far what is drawn may leave the image; more would make another image of it. */
export const REFINE_STRENGTH = { min: 0.05, max: 0.7 } as const

export const refineRequest = {
  image: InputPicture,
  strength: z.number().min(REFINE_STRENGTH.min).max(REFINE_STRENGTH.max),
  /** Left out or null: random. */
  seed: z.int().min(seed.min).max(seed.max).nullable().optional(),
}

/** Fields of a job beside those of its request. */
export const refineParameters = {
  ...toolParameters,
  prompt: z.string(),
  model: Id,
  /** Edge of what is drawn at once, pixels. */
  part: z.number().int(),
  steps: z.number().int(),
  guidance_scale: z.number(),
  sampler: z.enum(SAMPLERS),
}
