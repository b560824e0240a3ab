import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import type { AdminTicketDetail, TicketState } from '#contract/support.ts'
import { api, call } from '#web/lib/api.ts'
import { cursorOf } from '#web/lib/cursor.ts'
import { adminKeys } from '#web/lib/admin-keys.ts'
import { useRequestKey } from '#web/lib/use-request-key.ts'
import { useAct, useAdminQuery, withCursor } from './use-admin.ts'

/** Tickets in a state, always read again when the page is opened. */
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
  useAdminQuery(adminKeys.ticket(id), api.adminTickets.read, { params: { id } })

/** Newest message that is shown: what comes after it is to be read before anything is sent. */
const seenOf = ({ messages }: AdminTicketDetail) => messages.at(-1)?.id

export function useAnswer(ticket: AdminTicketDetail) {
  const keys = useRequestKey()
  return useAct(async (body: { text: string; close: boolean; credits?: number }) => {
    // The key is of the answer alone: sent again, it stays the same although the answer itself is shown by then.
    const sent = { ...body, seen: seenOf(ticket), key: keys.of(body) }
    const answered = await call(api.adminTickets.answer, { params: { id: ticket.id }, body: sent })
    keys.sent()
    return answered
  })
}

export const useAssign = (id: string) =>
  useAct((to: 'me' | 'nobody') => call(api.adminTickets.assign, { params: { id }, body: { to } }))

/** Shows what was asked for in the job of a ticket; each call is written down. */
export const useShowTicketJob = (id: string) =>
  useMutation({
    mutationFn: () => call(api.adminTickets.showJob, { params: { id }, body: {} }),
    meta: { showsOwnErrors: true },
  })

export const useCloseTicket = (ticket: AdminTicketDetail) =>
  useAct(() =>
    call(api.adminTickets.close, { params: { id: ticket.id }, body: { seen: seenOf(ticket) } }),
  )
