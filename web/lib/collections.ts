import { api, call } from './api.ts'
import { queryKeys } from './query-keys.ts'

/** The viewer's collections, by name. */
export const collectionsQuery = {
  queryKey: queryKeys.collections,
  queryFn: ({ signal }: { signal: AbortSignal }) => call(api.collections.list, {}, { signal }),
}
