import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Preset, PresetSettings } from '#contract/presets.ts'
import { api, call } from '#web/lib/api.ts'
import { queryKeys } from '#web/lib/query-keys.ts'

interface PresetList {
  results: Preset[]
}

/** Own presets, by name. */
export const usePresets = () =>
  useQuery({
    queryKey: queryKeys.presets,
    queryFn: ({ signal }) => call(api.presets.list, {}, { signal }),
    select: ({ results }: PresetList) => results,
    meta: { showsOwnErrors: true },
  })

const reread = (client: QueryClient) => () =>
  void client.invalidateQueries({ queryKey: queryKeys.presets })

/** Makes presets, changes and deletes them, and brings deleted ones back. */
export function useChangePresets() {
  const client = useQueryClient()
  const onSettled = reread(client)
  const form = { meta: { showsOwnErrors: true }, onSettled }
  return {
    create: useMutation({
      mutationFn: (body: { name: string; settings: PresetSettings }) =>
        call(api.presets.create, { body }),
      ...form,
    }),
    change: useMutation({
      mutationFn: ({ id, ...body }: { id: string; name?: string; settings?: PresetSettings }) =>
        call(api.presets.change, { params: { id }, body }),
      ...form,
    }),
    remove: useMutation({
      mutationFn: ({ id }: Preset) => call(api.presets.remove, { params: { id } }),
      // At once, for the focus goes on to the next one.
      onMutate: async ({ id }) => {
        await client.cancelQueries({ queryKey: queryKeys.presets })
        client.setQueryData<PresetList>(
          queryKeys.presets,
          (list) => list && { results: list.results.filter((one) => one.id !== id) },
        )
      },
      onSettled,
    }),
    restore: useMutation({
      mutationFn: ({ id }: Preset) => call(api.presets.restore, { params: { id }, body: {} }),
      onSettled,
    }),
    use: useMutation({
      mutationFn: ({ id }: Preset) => call(api.presets.use, { params: { id }, body: {} }),
      // The settings are on the page; only the order of the list misses this.
      meta: { showsOwnErrors: true },
      onSettled,
    }),
  }
}
