import { priceImage } from '#server/domains/billing/index.ts'
import type { Price } from '../kind.ts'
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
  const pictures = count === 1 ? '1 image' : `${count} images`
  const each = `${credits} ${credits === 1 ? 'credit' : 'credits'} each`
  if (finish === 'sticker')
    return { credits, label: `${pictures}, ${width} x ${height}, sticker, ${each}` }
  if (finish === 'transparent')
    return { credits, label: `${pictures}, ${width} x ${height}, transparent, ${each}` }
  return { credits, label: `${pictures}, ${width} x ${height}, ${each}` }
}
