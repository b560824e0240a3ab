import { z } from 'zod'
import { Id } from '../common.ts'
import { backgroundFields } from './background.ts'
import { InputPicture, toolParameters } from './tool.ts'

/** Cuts the subject out and puts it, in the light of the new background, on exactly one of the backgrounds. */
export const ReplaceBackgroundRequest = z.strictObject({
  type: z.literal('RPB'),
  image: InputPicture,
  ...backgroundFields,
  quote: Id.optional(),
})

export const ReplaceBackgroundParameters = z.looseObject({
  type: z.literal('RPB'),
  image: InputPicture,
  ...backgroundFields,
  ...toolParameters,
})
