import type { DrawingRequest } from '#contract/generation-request.ts'
import type { InputPicture } from '../../kind.ts'

/** The name under which the image of a control is found, by the place of the control. */
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
