import { z } from 'zod'
import { Id } from '../common.ts'
import { InputPicture, toolParameters } from './tool.ts'

const fields = {
  image: InputPicture,
  /** An own upload of the size of `image`: white is painted over, black stays as it is, grey is mixed. */
  mask: Id,
}

/** Paints what is around a thing over it, in the picture's own size. */
export const RemoveObjectRequest = z.strictObject({
  type: z.literal('RO'),
  ...fields,
  quote: Id.optional(),
})

export const RemoveObjectParameters = z.looseObject({
  type: z.literal('RO'),
  ...fields,
  ...toolParameters,
})
