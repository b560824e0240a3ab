import type { PriceTable } from '#contract/plans-and-prices.ts'
import { enlarged, type UpscaleModel } from './check-size.ts'

/**
 * Credits by the price list; null where they depend on the size of an image and none is chosen.
 * @param size of the chosen image, pixels
 */
export function listedPrice(
  { pro_upscale: pro, upscale, image }: PriceTable,
  { model, scale }: { model: UpscaleModel; scale: 2 | 3 | 4 | 8 },
  size: { width: number; height: number } | null,
): number | null {
  if (model === 'pro') return pro
  if (model === 'fast') return upscale[`x${scale}`]
  if (size === null) return null
  const { width, height } = enlarged(size, scale)
  const drawn = image.find(({ max_pixels: most }) => width * height <= most)
  return drawn ? upscale[`x${scale}`] + drawn.credits : null
}
