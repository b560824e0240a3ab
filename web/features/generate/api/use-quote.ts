import { useQuery } from '@tanstack/react-query'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { api, call } from '#web/lib/api.ts'
import type { Quote } from '#contract/quotes.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import type { QuoteInput } from '../lib/order.ts'

/** Ten minutes less a margin for the way to the server. */
const QUOTE_FRESH_MS = 9 * 60_000

/** The price of a request before the button is pressed. */
export interface Price {
  /** Credits for the whole request; null while unknown. */
  cost: number | null
  /** The binding quote for exactly this request, if there is one already. */
  quote: Quote | null
  /** What the very same request cost a moment ago, if that has changed; null otherwise. */
  was: number | null
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
    was: useFormerCost(settledKey, binding?.cost),
    refusal: asked ? quote.error : null,
    refresh: () => void quote.refetch(),
  }
}

/** The last other cost that a request had since it was made; null: it has had one only. */
function useFormerCost(request: string, cost: number | undefined): number | null {
  const [known, setKnown] = useState<{ request: string; cost: number; was: number | null }>()
  const isSame = known?.request === request
  if (cost !== undefined && !(isSame && known.cost === cost))
    setKnown({ request, cost, was: isSame ? known.cost : null })
  return isSame ? known.was : null
}

/** Credits by the price list, which every page may read. */
export function usePriceList() {
  const { data } = useQuery({
    queryKey: queryKeys.plans,
    queryFn: ({ signal }) => call(api.plans.list, {}, { signal }),
  })
  return data?.prices
}
