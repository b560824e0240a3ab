import { useMutation, useQuery } from '@tanstack/react-query'
import type { PlanChoice } from '#contract/billing.ts'
import { api, ApiError, call } from '#web/lib/api.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { useTakeBilling } from './use-billing.ts'

/** The provider holds to the preview for ten minutes. */
const PREVIEW_LASTS_MS = 9 * 60_000

/** Of everything that is shown before it is done: an older preview is of an older moment. */
export const previewOptions = {
  gcTime: 0,
  refetchOnMount: 'always',
  retry: (failures: number, error: Error) =>
    failures < 1 && !(error instanceof ApiError && error.status < 500),
} as const

/** Reads what a change would cost and bring, again before the provider no longer holds to it. */
export function usePlanPreview(choice: PlanChoice, options: { enabled: boolean }) {
  return useQuery({
    queryKey: queryKeys.planChange(choice.plan, choice.period),
    queryFn: ({ signal }) => call(api.billing.preview, { body: choice }, { signal }),
    ...options,
    ...previewOptions,
    refetchInterval: ({ state }) => (state.status === 'success' ? PREVIEW_LASTS_MS : false),
  })
}

/** Makes the change that the preview showed. */
export function useChangePlan() {
  const take = useTakeBilling()
  return useMutation({
    meta: { showsOwnErrors: true },
    mutationFn: (change: PlanChoice & { proration_date: number | null; seen: string }) =>
      call(api.billing.change, { body: change }),
    onSuccess: ({ billing }) => take(billing),
  })
}
