import { useQuery } from '@tanstack/react-query'
import { adminKeys } from '#web/lib/admin-keys.ts'
import { api, call } from '#web/lib/api.ts'

/** Whom a person invited, and by whom they were invited. */
export const useReferralsOf = (id: string) =>
  useQuery({
    queryKey: adminKeys.referralsOf(id),
    queryFn: ({ signal }) => call(api.referrals.ofPerson, { params: { id } }, { signal }),
    refetchOnMount: 'always',
  })
