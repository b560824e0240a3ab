import { z } from 'zod'
import { Id } from '../common.ts'
import { InputPicture, toolParameters } from './tool.ts'

/** Draws all faces of a picture clearer that are not sharp already; nothing outside of them changes. */
export const FixFacesRequest = z.strictObject({
  type: z.literal('FF'),
  image: InputPicture,
  quote: Id.optional(),
})

export const FixFacesParameters = z.looseObject({
  type: z.literal('FF'),
  image: InputPicture,
  ...toolParameters,
})
