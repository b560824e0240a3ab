import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api, call } from '#web/lib/api.ts'
import { cursorOf } from '#web/lib/cursor.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { refresh } from '#web/lib/refresh.ts'
import { useRequestKey } from '#web/lib/use-request-key.ts'

/** The viewer's tickets, newest first. */
export const useTickets = () =>
  useInfiniteQuery({
    queryKey: queryKeys.ticketList,
    queryFn: ({ signal, pageParam: cursor }) =>
      call(api.support.list, { query: cursor === null ? {} : { cursor } }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => cursorOf(next),
    refetchOnMount: 'always',
  })

/** One ticket with its messages; kept up to date by the events of notifications. */
export const useTicket = (id: string) =>
  useQuery({
    queryKey: queryKeys.ticket(id),
    queryFn: ({ signal }) => call(api.support.read, { params: { id } }, { signal }),
    refetchOnMount: 'always',
  })

export interface NewTicket {
  subject: string
  text: string
  job?: string | null
  payment?: string | null
}

/** Opens a ticket. */
export function useOpenTicket() {
  const client = useQueryClient()
  const keys = useRequestKey()
  return useMutation({
    mutationFn: (body: NewTicket) =>
      call(api.support.create, { body: { ...body, key: keys.of(body) } }),
    meta: { showsOwnErrors: true },
    onSuccess(ticket) {
      keys.sent()
      client.setQueryData(queryKeys.ticket(ticket.id), ticket)
      void refresh(client, queryKeys.ticketList)
    },
  })
}

/** Adds a message to a ticket. */
export function useWriteMessage(id: string) {
  const client = useQueryClient()
  const keys = useRequestKey()
  return useMutation({
    mutationFn: (text: string) =>
      call(api.support.write, { params: { id }, body: { text, key: keys.of(text) } }),
    meta: { showsOwnErrors: true },
    onSuccess(ticket) {
      keys.sent()
      client.setQueryData(queryKeys.ticket(id), ticket)
      void refresh(client, queryKeys.ticketList)
    },
  })
}
