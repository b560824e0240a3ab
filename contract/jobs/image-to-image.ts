import { z } from 'zod'
import { drawingParameters, drawingRequest } from './drawing.ts'

/** Draws over a picture, repaints a part of it (`mask`) or adds to it (`outpaint`). */
export const ImageToImageRequest = z.strictObject({
  type: z.literal('ITI'),
  ...drawingRequest,
})

export const ImageToImageParameters = z.looseObject({
  type: z.literal('ITI'),
  ...drawingParameters,
})
