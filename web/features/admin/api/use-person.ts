import { useQuery } from '@tanstack/react-query'
import { api, call } from '#web/lib/api.ts'
import { adminKeys } from '#web/lib/admin-keys.ts'
import { useAct } from './use-admin.ts'

/** One person with everything that they were banned for. */
export const usePerson = (id: string) =>
  useQuery({
    queryKey: adminKeys.person(id),
    queryFn: ({ signal }) => call(api.adminPeople.read, { params: { id } }, { signal }),
    refetchOnMount: 'always',
  })

/** What is kept about a person. */
export const useRecord = (id: string) =>
  useQuery({
    queryKey: adminKeys.record(id),
    queryFn: ({ signal }) => call(api.adminPersonRecord.read, { params: { id } }, { signal }),
    refetchOnMount: 'always',
  })

/** The newest tickets of a person. */
export const useTicketsOf = (user: string) =>
  useQuery({
    queryKey: adminKeys.ticketsOf(user),
    queryFn: ({ signal }) => call(api.adminTickets.list, { query: { user } }, { signal }),
    refetchOnMount: 'always',
  })

/** Takes the second factor from a person. */
export const useResetSecondFactor = (id: string) =>
  useAct((reason: string) =>
    call(api.adminPeople.resetSecondFactor, { params: { id }, body: { reason } }),
  )

export const useAddNote = (id: string) =>
  useAct((text: string) => call(api.adminPersonRecord.note, { params: { id }, body: { text } }))
