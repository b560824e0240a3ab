import { useQuery } from '@tanstack/react-query'
import type { Business } from '#contract/admin-business.ts'
import { api, call } from '#web/lib/api.ts'
import { adminKeys } from '#web/lib/admin-keys.ts'
import { useAct } from './use-admin.ts'

const REFRESH_MS = 60_000

/** Hours, days or months; the last ones unless it says which. */
export interface BusinessSpan {
  by: Business['by']
  from?: string
  to?: string
}

/** The business of a time, read again every minute. */
export const useBusiness = (span: BusinessSpan) =>
  useQuery({
    queryKey: adminKeys.business(span),
    queryFn: ({ signal }) => call(api.adminBusiness.read, { query: span }, { signal }),
    refetchOnMount: 'always',
    refetchInterval: REFRESH_MS,
    placeholderData: (previous) => previous,
  })

/** Reads every minute what sweeps failed at too often. */
export const useSetAside = () =>
  useQuery({
    queryKey: adminKeys.setAside,
    queryFn: ({ signal }) => call(api.admin.setAside, {}, { signal }),
    refetchOnMount: 'always',
    refetchInterval: REFRESH_MS,
  })

export const useTryAgain = () =>
  useAct((body: { kind: string; item: string }) => call(api.admin.tryAgain, { body }))
