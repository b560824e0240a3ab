import { useQuery } from '@tanstack/react-query'
import { api, call } from '#web/lib/api.ts'
import { adminKeys } from '#web/lib/admin-keys.ts'
import { useAct } from './use-admin.ts'

/** How often the page looks again, and how often while a model is on its way. */
const EVERY_MS = 10_000
const UNDERWAY_MS = 1000

export const useModels = () =>
  useQuery({
    queryKey: adminKeys.models,
    queryFn: ({ signal }) => call(api.adminModels.list, {}, { signal }),
    refetchOnMount: 'always',
    refetchInterval: ({ state: { data } }) =>
      data?.downloads.some(({ state }) => state === 'queued' || state === 'running') === true
        ? UNDERWAY_MS
        : EVERY_MS,
    placeholderData: (previous) => previous,
  })

export const useLookUpModel = () =>
  useAct((source: string) => call(api.adminModels.lookUp, { body: { source } }), {
    ownErrors: true,
  })

export type NewModel = Parameters<typeof call<typeof api.adminModels.add>>[1]['body']

export const useAddModel = () =>
  useAct((body: NewModel) => call(api.adminModels.add, { body }), { ownErrors: true })

export const useCancelModel = () =>
  useAct((id: string) => call(api.adminModels.cancel, { params: { id }, body: {} }))

export const useRemoveModel = () =>
  useAct((id: string) => call(api.adminModels.remove, { params: { id } }))

export const useSwitchNetwork = () =>
  useAct(({ id, on }: { id: string; on: boolean }) =>
    call(api.adminModels.switchNetwork, { params: { id }, body: { on } }),
  )

/** A network beside the program's own, on a photo of the site. */
export const useNetworkComparison = (id: string, address: string) =>
  useQuery({
    queryKey: adminKeys.networkComparison(id),
    queryFn: async ({ signal }) => {
      const photo = await readBase64(await fetch(address, { signal }))
      return call(api.adminModels.compareNetwork, { params: { id }, body: { photo } }, { signal })
    },
    // It takes seconds of the processor, and comes out the same.
    staleTime: Infinity,
    retry: false,
  })

async function readBase64(response: Response): Promise<string> {
  const bytes = new Uint8Array(await response.arrayBuffer())
  return btoa(Array.from(bytes, (byte) => String.fromCodePoint(byte)).join(''))
}
