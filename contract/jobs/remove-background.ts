import { z } from 'zod'
import { Id } from '../common.ts'
import { InputPicture, toolParameters } from './tool.ts'

/** Makes all but the subject of a picture transparent, in the picture's own size. */
export const RemoveBackgroundRequest = z.strictObject({
  type: z.literal('RB'),
  image: InputPicture,
  quote: Id.optional(),
})

export const RemoveBackgroundParameters = z.looseObject({
  type: z.literal('RB'),
  image: InputPicture,
  ...toolParameters,
})
