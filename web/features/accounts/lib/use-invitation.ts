import { useQuery } from '@tanstack/react-query'
import { useLocation } from 'react-router'
import type { InvitationLink } from '#contract/invitations.ts'
import { api, call } from '#web/lib/api.ts'
import { queryKeys } from '#web/lib/query-keys.ts'

/** Token of the invitation that the page's address names. */
export function useInvitationToken(): string | undefined {
  const { search } = useLocation()
  return new URLSearchParams(search).get('invitation') ?? undefined
}

/** What an invitation is worth; null while that is not known, and where there is none. `check` asks again where that failed. */
export function useInvitation(token: string | undefined): {
  invitation: InvitationLink | null
  isUnknown: boolean
  check(): void
} {
  const { data, isError, refetch } = useQuery({
    queryKey: queryKeys.invitation(token ?? ''),
    queryFn: ({ signal }) =>
      call(api.invitations.check, { body: { token: token ?? '' } }, { signal }),
    enabled: token !== undefined,
  })
  return { invitation: data ?? null, isUnknown: isError && !data, check: () => void refetch() }
}
