import type { Size } from '#web/features/generate/lib/sizes.ts'
import { type Price, usePriceList, useQuote } from '#web/features/generate/api/use-quote.ts'
import type { OrderInput } from '#web/features/generate/lib/order.ts'

/**
 * The price of drawings: from the table at once, from a binding quote a moment later.
 * @param output.size of each image, in pixels; null while it is not known
 * @param output.count of images in all
 */
export function usePrice(
  order: OrderInput,
  { size, count }: { size: Size | null; count: number },
  enabled: boolean,
): Price {
  const prices = usePriceList()
  const price = useQuote(order, enabled)
  const line =
    size === null
      ? undefined
      : prices?.image.find(({ max_pixels }) => size.width * size.height <= max_pixels)
  const listed = line === undefined ? null : line.credits * count
  return { ...price, cost: price.cost ?? listed }
}
