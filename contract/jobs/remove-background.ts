import { z } from 'zod'
import { Id } from '../common.ts'
import { backgroundFields } from './background.ts'
import { OUTPUT_SIZE_IDS } from './output-sizes.ts'
import { InputPicture, toolParameters } from './tool.ts'

const options = {
  /** At most one of the three; none: all but the subject is transparent. */
  ...backgroundFields,
  /** A soft shadow under the subject. */
  shadow: z.boolean().optional(),
  /** Cuts off what is empty around the subject; the result is as large as that. */
  crop: z.boolean().optional(),
  /** The result has this size, the subject as large as it fits: `shop` (2000 x 2000, on white unless told otherwise), `portrait` (1080 x 1350), `story` (1080 x 1920) or `linkedin` (800 x 800). */
  output_size: z.enum(OUTPUT_SIZE_IDS).optional(),
  /**
   * An own upload of the size of `image`, which corrects what was found: white is kept, black is erased, middle grey
   * stays as it was found.
   */
  correction: Id.optional(),
}

/** Makes all but the subject of a picture transparent, in the picture's own size, or puts something behind it. */
export const RemoveBackgroundRequest = z.strictObject({
  type: z.literal('RB'),
  image: InputPicture,
  ...options,
  quote: Id.optional(),
})

export const RemoveBackgroundParameters = z.looseObject({
  type: z.literal('RB'),
  image: InputPicture,
  ...options,
  ...toolParameters,
})

/** What `remove_background_image/` takes beside the picture. */
export const RemoveBackgroundChoice = RemoveBackgroundRequest.omit({ type: true, image: true })
