import { priceImage } from '#server/domains/billing/index.ts'
import { t } from '#server/texts/index.ts'
import type { Price } from '../../kind.ts'
import type { DrawingParameters } from './parameters.ts'

/**
 * Price of one picture by its size and its model.
 * @param modelCredits of the model, for a picture up to one megapixel
 * @throws {AppError} `invalid` for more than four megapixels
 */
export function priceDrawing(
  {
    width,
    height,
    num_images: count,
    finish,
  }: Pick<DrawingParameters, 'width' | 'height' | 'num_images' | 'finish'>,
  modelCredits = 1,
): Price {
  const credits = priceImage({ width, height }) * modelCredits
  return {
    credits,
    label: t('prices.images', { count, width, height, finish: finish ?? 'none', credits }),
  }
}
