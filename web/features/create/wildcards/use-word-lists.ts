import { useQuery } from '@tanstack/react-query'
import { api, call } from '#web/lib/api.ts'
import { queryKeys } from '#web/lib/query-keys.ts'

/** Own lists of words, by name. */
export const useWordLists = (enabled = true) =>
  useQuery({
    queryKey: queryKeys.wildcards,
    queryFn: ({ signal }) => call(api.wildcards.list, {}, { signal }),
    select: ({ results }) => results,
    meta: { showsOwnErrors: true },
    enabled,
  })
