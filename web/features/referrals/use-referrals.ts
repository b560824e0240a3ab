import { useQuery } from '@tanstack/react-query'
import { accountKeys } from '#web/lib/account-keys.ts'
import { api, call } from '#web/lib/api.ts'

/** The signed-in person's link to invite others, and what came of it. */
export const useReferrals = () =>
  useQuery({
    queryKey: accountKeys.referrals,
    queryFn: ({ signal }) => call(api.referrals.read, {}, { signal }),
    refetchOnMount: 'always',
  })
