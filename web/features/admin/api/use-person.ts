import { api, call } from '#web/lib/api.ts'
import { adminKeys } from '#web/lib/admin-keys.ts'
import { useAct, useAdminQuery } from './use-admin.ts'

/** One person with everything that they were banned for. */
export const usePerson = (id: string) =>
  useAdminQuery(adminKeys.person(id), api.adminPeople.read, { params: { id } })

/** What is kept about a person. */
export const useRecord = (id: string) =>
  useAdminQuery(adminKeys.record(id), api.adminPersonRecord.read, { params: { id } })

/** The newest tickets of a person. */
export const useTicketsOf = (user: string) =>
  useAdminQuery(adminKeys.ticketsOf(user), api.adminTickets.list, { query: { user } })

/** Takes the second factor from a person. */
export const useResetSecondFactor = (id: string) =>
  useAct((reason: string) =>
    call(api.adminPeople.resetSecondFactor, { params: { id }, body: { reason } }),
  )

export const useAddNote = (id: string) =>
  useAct((text: string) => call(api.adminPersonRecord.note, { params: { id }, body: { text } }))
