import type { DrawingRequest } from '#contract/generation-request.ts'
import type { InputPicture } from '../kind.ts'

/** Under which name the image of a control is found, by its place. */
export const controlField = (place: number) => `controls.${place}`

/** The images that lead a drawing. */
export const controlInputs = ({
  controls = [],
}: Pick<DrawingRequest, 'controls'>): InputPicture[] =>
  controls.map(({ image }, place) => ({
    field: controlField(place),
    id: image,
    uploadsOnly: false,
  }))
