import { useQuery } from '@tanstack/react-query'
import { api, call } from '#web/lib/api.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { useAct } from './use-admin.ts'

const DAY_MS = 86_400_000
const REFRESH_MS = 60_000

/** The hours of the last day, read anew every minute. */
export const useLastDay = () =>
  useQuery({
    queryKey: queryKeys.adminLastDay,
    queryFn: ({ signal }) => {
      const from = new Date(Date.now() - DAY_MS).toISOString()
      return call(api.dashboards.hourlyMetrics, { query: { from } }, { signal })
    },
    refetchOnMount: 'always',
    refetchInterval: REFRESH_MS,
  })

/** What sweeps failed at too often, read anew every minute. */
export const useSetAside = () =>
  useQuery({
    queryKey: queryKeys.adminSetAside,
    queryFn: ({ signal }) => call(api.admin.setAside, {}, { signal }),
    refetchOnMount: 'always',
    refetchInterval: REFRESH_MS,
  })

export const useTryAgain = () =>
  useAct((body: { kind: string; item: string }) => call(api.admin.tryAgain, { body }))
