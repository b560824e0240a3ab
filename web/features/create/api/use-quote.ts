import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import { api } from '#contract/index.ts'
import type { Quote, QuoteRequest } from '#contract/quotes.ts'
import { call } from '#web/lib/api.ts'
import { queryKeys } from '#web/lib/query-keys.ts'

/** Ten minutes less a margin for the way to the server. */
const QUOTE_FRESH_MS = 9 * 60_000

/** One generation, a batch, or a grid. */
export type OrderInput = Exclude<QuoteInput, { call: string }>

/** Whatever has a price. */
type QuoteInput = z.input<typeof QuoteRequest>

/** The price of a request before the button is pressed. */
export interface Price {
  /** Credits for the whole request; null while unknown. */
  cost: number | null
  /** The binding quote for exactly this request, if there is one already. */
  quote: Quote | null
  /** What the server has against this very request, so that it is said before the button is pressed. */
  refusal: unknown
  /** Asks for a new quote, as after a changed price. */
  refresh(): void
}

/** A binding quote a moment after the last change; `cost` is null until then. */
export function useQuote(request: QuoteInput | null, enabled: boolean): Price {
  const key = JSON.stringify(request)
  const [settledKey] = useDebouncedValue(key, 450)
  const asked = enabled && request !== null && settledKey === key
  const quote = useQuery({
    queryKey: queryKeys.quote(settledKey),
    queryFn: ({ signal }) =>
      call(api.quotes.create, { body: JSON.parse(settledKey) as QuoteInput }, { signal }),
    enabled: asked,
    staleTime: QUOTE_FRESH_MS,
    refetchInterval: QUOTE_FRESH_MS,
    gcTime: QUOTE_FRESH_MS,
    retry: false,
  })
  const binding = asked ? (quote.data ?? null) : null
  return {
    cost: binding?.cost ?? null,
    quote: binding,
    refusal: asked ? quote.error : null,
    refresh: () => void quote.refetch(),
  }
}

/** Credits by the price list, which every page may read. */
export function usePriceList() {
  const { data } = useQuery({
    queryKey: queryKeys.plans,
    queryFn: ({ signal }) => call(api.plans.list, {}, { signal }),
  })
  return data?.prices
}
