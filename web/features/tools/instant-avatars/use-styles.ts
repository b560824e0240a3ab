import { useQuery } from '@tanstack/react-query'
import { api, call } from '#web/lib/api.ts'
import { queryKeys } from '#web/lib/query-keys.ts'

/** Milliseconds, after which a page that is opened asks which engine draws. */
const FRESH_MS = 60_000

/** The looks that can be ordered now, and who draws them; everybody may see them. */
export const useStyles = () =>
  useQuery({
    queryKey: queryKeys.avatarStyles,
    queryFn: ({ signal }) => call(api.inferenceJobs.avatarStyles, {}, { signal }),
    staleTime: FRESH_MS,
  })
