import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import type { DrawingRequestInput } from '#contract/generation-request.ts'
import { api } from '#contract/index.ts'
import type { Quote } from '#contract/quotes.ts'
import { call } from '#web/lib/api.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import type { Size } from '../lib/sizes.ts'

export interface Price {
  /** Credits for the whole request; null while unknown. */
  cost: number | null
  /** The binding quote for exactly this request, if there is one already. */
  quote: Quote | null
  /** Asks for a new quote, as after a changed price. */
  refresh(): void
}

/** Ten minutes less a margin for the way to the server. */
const QUOTE_FRESH_MS = 9 * 60_000

/**
 * The price before the button is pressed: from the table at once, from a binding quote a moment later.
 * @param size of the output; null while it is not known
 */
export function usePrice(request: DrawingRequestInput, size: Size | null, enabled: boolean): Price {
  const table = useQuery({
    queryKey: queryKeys.plans,
    queryFn: ({ signal }) => call(api.plans.list, {}, { signal }),
  })
  const key = JSON.stringify(request)
  const [settledKey] = useDebouncedValue(key, 450)
  const quote = useQuery({
    queryKey: queryKeys.quote(settledKey),
    queryFn: ({ signal }) =>
      call(api.quotes.create, { body: JSON.parse(settledKey) as DrawingRequestInput }, { signal }),
    enabled: enabled && settledKey === key,
    staleTime: QUOTE_FRESH_MS,
    refetchInterval: QUOTE_FRESH_MS,
    gcTime: QUOTE_FRESH_MS,
    retry: false,
  })
  const binding = enabled && settledKey === key ? (quote.data ?? null) : null
  const line =
    size === null
      ? undefined
      : table.data?.prices.image.find(({ max_pixels }) => size.width * size.height <= max_pixels)
  const listed = line === undefined ? null : line.credits * (request.num_images ?? 0)
  return {
    cost: binding?.cost ?? listed,
    quote: binding,
    refresh: () => void quote.refetch(),
  }
}
