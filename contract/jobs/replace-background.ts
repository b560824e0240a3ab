import { z } from 'zod'
import { Id } from '../common.ts'
import { backgroundFields } from './background.ts'
import { drawingRequest } from './drawing.ts'
import { LIMITS } from '../values/jobs/drawing.ts'
import { InputPicture, toolParameters } from './tool.ts'

const { seed } = LIMITS

const options = {
  ...backgroundFields,
  /** Id of `inference_jobs/headshots/backgrounds/`, or a photograph: `mountain-lake`, `green-hills`, `dunes`, `city-sunset`, `city-night`, `colosseum`. */
  scene: z.string().min(1).max(60).optional(),
  /** The background that it has, far out of focus. */
  blur: z.literal(true).optional(),
  /** A background that the image model draws. */
  prompt: drawingRequest.prompt.optional(),
  /** What draws it; left out: the preferred model. */
  model: Id.optional(),
  /** Seed of the new background; random if left out or null. */
  seed: z.int().min(seed.min).max(seed.max).nullable().optional(),
}

/** Cuts the subject out and puts it, in the light of the new background, on exactly one of the backgrounds. */
export const ReplaceBackgroundRequest = z.strictObject({
  type: z.literal('RPB'),
  image: InputPicture,
  ...options,
  quote: Id.optional(),
})

export const ReplaceBackgroundParameters = z.looseObject({
  type: z.literal('RPB'),
  image: InputPicture,
  ...options,
  ...toolParameters,
})
