import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api, call } from '#web/lib/api.ts'
import { queryKeys } from '#web/lib/query-keys.ts'

/** The examples that came with the app. */
export const useExamples = () =>
  useQuery({
    queryKey: queryKeys.adminExamples,
    queryFn: ({ signal }) => call(api.examples.read, {}, { signal }),
  })

/** Keeps the examples, or removes them. */
export function useDecideExamples() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (keep: boolean) => call(api.examples.decide, { body: { keep } }),
    onSuccess: (now) => client.setQueryData(queryKeys.adminExamples, now),
  })
}
