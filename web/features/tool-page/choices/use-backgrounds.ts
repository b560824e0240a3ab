import { useQuery } from '@tanstack/react-query'
import { api, call } from '#web/lib/api.ts'
import { queryKeys } from '#web/lib/query-keys.ts'

/** The backgrounds that can be ordered now; everybody may see them. */
export const useBackgrounds = () =>
  useQuery({
    queryKey: queryKeys.headshotBackgrounds,
    queryFn: ({ signal }) => call(api.inferenceJobs.headshotBackgrounds, {}, { signal }),
    staleTime: Infinity,
  })
