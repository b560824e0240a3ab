import type { DrawingRequest } from '#contract/generation-request.ts'
import type { InputPicture } from '../kind.ts'

/** The image that leads a drawing, where there is one. */
export const controlInput = ({ control }: Pick<DrawingRequest, 'control'>): InputPicture[] =>
  control ? [{ field: 'control', id: control.image, uploadsOnly: false }] : []
