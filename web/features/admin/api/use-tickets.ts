import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { TicketState } from '#contract/support.ts'
import { api, call } from '#web/lib/api.ts'
import { cursorOf } from '#web/lib/cursor.ts'
import { adminKeys } from '#web/lib/admin-keys.ts'
import { useRequestKey } from '#web/lib/use-request-key.ts'
import { useAct, withCursor } from './use-admin.ts'

/** Tickets in a state, always read anew when the page is opened. */
export const useTeamTickets = (state: TicketState) =>
  useInfiniteQuery({
    queryKey: adminKeys.tickets(state),
    queryFn: ({ pageParam, signal }) =>
      call(
        api.adminTickets.list,
        { query: { state, ...withCursor(pageParam ?? undefined) } },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => cursorOf(next),
    refetchOnMount: 'always',
    placeholderData: (previous) => previous,
  })

export const useTeamTicket = (id: string) =>
  useQuery({
    queryKey: adminKeys.ticket(id),
    queryFn: ({ signal }) => call(api.adminTickets.read, { params: { id } }, { signal }),
    refetchOnMount: 'always',
  })

export function useAnswer(id: string) {
  const keys = useRequestKey()
  return useAct(async (body: { text: string; close: boolean; credits?: number }) => {
    const sent = { ...body, key: keys.of(body) }
    const ticket = await call(api.adminTickets.answer, { params: { id }, body: sent })
    keys.sent()
    return ticket
  })
}

export const useAssign = (id: string) =>
  useAct((to: 'me' | 'nobody') => call(api.adminTickets.assign, { params: { id }, body: { to } }))

export const useCloseTicket = (id: string) =>
  useAct(() => call(api.adminTickets.close, { params: { id }, body: {} }))
