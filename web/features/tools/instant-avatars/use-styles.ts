import { useQuery } from '@tanstack/react-query'
import { api } from '#contract/index.ts'
import { call } from '#web/lib/api.ts'
import { queryKeys } from '#web/lib/query-keys.ts'

/** The looks that can be ordered now; everybody may see them. */
export const useStyles = () =>
  useQuery({
    queryKey: queryKeys.avatarStyles,
    queryFn: ({ signal }) => call(api.inferenceJobs.avatarStyles, {}, { signal }),
    staleTime: Infinity,
  })
