import { useQuery } from '@tanstack/react-query'
import { api, call } from '#web/lib/api.ts'
import { adminKeys } from '#web/lib/admin-keys.ts'
import { useAct, useAdminQuery } from './use-admin.ts'

/** How often the page looks again. */
const EVERY_MS = 5000

export const useEngines = () =>
  useQuery({
    queryKey: adminKeys.engines,
    queryFn: ({ signal }) => call(api.adminEngines.list, {}, { signal }),
    refetchOnMount: 'always',
    refetchInterval: EVERY_MS,
    placeholderData: (previous) => previous,
  })

export type NewEngine = Parameters<typeof call<typeof api.adminEngines.add>>[1]['body']
export type EngineChange = Parameters<typeof call<typeof api.adminEngines.change>>[1]['body']

export const useAddEngine = () =>
  useAct((body: NewEngine) => call(api.adminEngines.add, { body }), { ownErrors: true })

export const useChangeEngine = () =>
  useAct(
    ({ id, ...body }: { id: string } & EngineChange) =>
      call(api.adminEngines.change, { params: { id }, body }),
    { ownErrors: true },
  )

export const useEngineOrders = () =>
  useAdminQuery(adminKeys.engineOrders, api.adminEngines.orders, {})

export type NewEngineOrder = Parameters<typeof call<typeof api.adminEngines.order>>[1]['body']

export const useSetEngineOrder = () =>
  useAct((body: NewEngineOrder) => call(api.adminEngines.order, { body }))

export const useTestEngine = () =>
  useAct((id: string) => call(api.adminEngines.test, { params: { id }, body: {} }))

export const useDrawSamples = () =>
  useAct((id: string) => call(api.adminEngines.samples, { params: { id }, body: {} }))

export type EngineMode = 'pause' | 'drain' | 'resume'

export const useSetEngineMode = () =>
  useAct(({ id, mode }: { id: string; mode: EngineMode }) =>
    call(api.adminEngines[mode], { params: { id }, body: {} }),
  )

export const useRemoveEngine = () =>
  useAct((id: string) => call(api.adminEngines.remove, { params: { id } }))
