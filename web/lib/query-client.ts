import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { handleError, reportError } from './errors.ts'

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: {
      /** The form that made the call shows the error itself. */
      showsOwnErrors?: boolean
    }
  }
}

/**
 * Queries never go stale and do not refetch on window focus: changes come by events. A failed query
 * shows on its own part of the page, a failed mutation as a notification.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { staleTime: Infinity, refetchOnWindowFocus: false, retry: 1 },
    },
    queryCache: new QueryCache({ onError: reportError }),
    mutationCache: new MutationCache({
      onError: (error, _variables, _result, mutation) => {
        if (mutation.meta?.showsOwnErrors) reportError(error)
        else handleError(error)
      },
    }),
  })
}
