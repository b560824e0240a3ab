import { z } from 'zod'
import { IMAGE_TYPES } from './values/resized-image.ts'
import { fault } from './said.ts'
import { DOWNLOAD_EDGES } from './values/picture-download.ts'

/** Query of `GET /media/...` with `download`: asks for another file of an image than the stored one. */
export const PictureDownloadQuery = z.object({
  format: z.enum(IMAGE_TYPES).optional(),
  /** Longest edge in pixels; an image is never enlarged. Left out: its own. */
  edge: z
    .string()
    .transform(Number)
    .refine((value) => DOWNLOAD_EDGES.some((edge) => edge === value), fault('media.noSuchSize'))
    .optional(),
  /** Leaves out prompt and settings; how the image came to be stays. */
  plain: z.literal('1').optional(),
})
export type PictureDownloadQuery = z.infer<typeof PictureDownloadQuery>
