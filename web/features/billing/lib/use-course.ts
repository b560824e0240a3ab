import { useMutation, useQuery } from '@tanstack/react-query'
import { api, call } from '#web/lib/api.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { useTakeBilling } from './use-billing.ts'
import { previewOptions } from './use-plan-change.ts'

/** To the plan's end, or on. */
export type Course = 'cancel' | 'resume'

const CALLS = {
  cancel: { preview: api.billing.previewCancel, act: api.billing.cancel },
  resume: { preview: api.billing.previewResume, act: api.billing.resume },
} as const

/** What it would mean. */
export function useOutlook(course: Course, options: { enabled: boolean }) {
  return useQuery({
    queryKey: queryKeys.outlook(course),
    queryFn: ({ signal }) => call(CALLS[course].preview, { body: {} }, { signal }),
    ...options,
    ...previewOptions,
  })
}

/** Cancels the plan as it was seen, or takes back what was set for it. */
export function useChangeCourse(course: Course) {
  const take = useTakeBilling()
  return useMutation({
    meta: { showsOwnErrors: true },
    mutationFn: (seen: string) => call(CALLS[course].act, { body: { seen } }),
    onSuccess: take,
  })
}
