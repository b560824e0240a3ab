import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api, call } from '#web/lib/api.ts'
import { adminKeys } from '#web/lib/admin-keys.ts'

/** The examples that came with the app. */
export const useExamples = () =>
  useQuery({
    queryKey: adminKeys.examples,
    queryFn: ({ signal }) => call(api.examples.read, {}, { signal }),
  })

/** Keeps the examples, or removes them. */
export function useDecideExamples() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (keep: boolean) => call(api.examples.decide, { body: { keep } }),
    onSuccess: (now) => client.setQueryData(adminKeys.examples, now),
  })
}
