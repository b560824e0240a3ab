import type { DrawingRequest } from '#contract/generation-request.ts'
import { t } from '#server/texts/index.ts'
import { controlInputs } from '../drawing/control-input.ts'
import { drawing } from '../drawing/kind.ts'
import type { DrawingParameters } from '../drawing/parameters.ts'
import type { Kind } from '../../kind.ts'

/** Pictures that start from another: drawn over, repainted under a mask, or extended. */
export const imageToImage: Kind<DrawingRequest, DrawingParameters> = {
  ...drawing,
  type: 'ITI',
  title: t('kinds.imageToImage'),
  inSentence: t('kinds.imageToImageInSentence'),
  inputs: ({ image, mask, controls }) => [
    ...(image === undefined ? [] : [{ field: 'image', id: image, uploadsOnly: false }]),
    // A mask is painted for one picture and uploaded; an image that was made here cannot be one.
    ...(mask === undefined ? [] : [{ field: 'mask', id: mask, uploadsOnly: true }]),
    ...controlInputs({ controls }),
  ],
}
