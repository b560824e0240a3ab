import { useQuery } from '@tanstack/react-query'
import { api, call } from '#web/lib/api.ts'
import type { MapKind } from '#contract/jobs/drawing.ts'
import { queryKeys } from '#web/lib/query-keys.ts'

/** What a control would follow in an image, as a `data:` URL; the engine of the model finds it. */
export function useControlMap(
  model: string | null,
  kind: MapKind,
  image: string | null,
): { map: string | undefined; isPending: boolean; error: Error | null; retry: () => void } {
  const { data, isFetching, error, refetch } = useQuery({
    queryKey: queryKeys.controlMap(model, kind, image),
    queryFn: async ({ signal }) => {
      const body = { kind, image: image ?? '', ...(model !== null && { model }) }
      return (await call(api.generationServers.showControl, { body }, { signal })).image
    },
    enabled: image !== null,
    retry: false,
  })
  return { map: data, isPending: isFetching, error, retry: () => void refetch() }
}
