import type { DrawingRequest } from '#contract/generation-request.ts'
import { t } from '#server/texts/index.ts'
import { controlInputs } from '../drawing/control-input.ts'
import { drawing } from '../drawing/kind.ts'
import type { DrawingParameters } from '../drawing/parameters.ts'
import type { Kind } from '../../kind.ts'

/** Pictures from a prompt alone, or led by images. */
export const textToImage: Kind<DrawingRequest, DrawingParameters> = {
  ...drawing,
  type: 'TTI',
  title: t('kinds.imageGeneration'),
  inSentence: t('kinds.imageGenerationInSentence'),
  inputs: controlInputs,
}
