import type { DrawingRequestInput } from '#contract/generation-request.ts'
import type { Size } from '../lib/sizes.ts'
import { type Price, usePriceList, useQuote } from './use-quote.ts'

/**
 * The price of a drawing: from the table at once, from a binding quote a moment later.
 * @param size of the output; null while it is not known
 */
export function usePrice(request: DrawingRequestInput, size: Size | null, enabled: boolean): Price {
  const prices = usePriceList()
  const price = useQuote(request, enabled)
  const line =
    size === null
      ? undefined
      : prices?.image.find(({ max_pixels }) => size.width * size.height <= max_pixels)
  const listed = line === undefined ? null : line.credits * (request.num_images ?? 0)
  return { ...price, cost: price.cost ?? listed }
}
