import { useQuery } from '@tanstack/react-query'
import { type Answer, api, call } from '#web/lib/api.ts'
import type { PaymentsMode } from '#contract/plans-and-prices.ts'
import { queryKeys } from '#web/lib/query-keys.ts'

export type Plans = Answer<typeof api.plans.list>

/** Plans, packs and prices. */
export function usePlans(initialData?: Plans) {
  return useQuery({
    queryKey: queryKeys.plans,
    queryFn: ({ signal }) => call(api.plans.list, {}, { signal }),
    ...(initialData && { initialData }),
  })
}

/** Whether anything can be bought here; null while that is not known. */
export const usePaymentsMode = (): PaymentsMode | null => usePlans().data?.payments ?? null
