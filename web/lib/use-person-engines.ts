import { useQuery } from '@tanstack/react-query'
import { generationServersQuery } from './generation-servers.ts'

/** While none is ready it is asked again this often. */
const ASK_AGAIN_MS = 15_000

/** Models that draw people, of engines that are ready. */
export interface PersonEngines {
  models: readonly string[]
}

/** Which models draw people here now; null: not known yet. A page that uses it changes by itself once there is one. */
export function usePersonEngines(): PersonEngines | null {
  const { data } = useQuery({
    ...generationServersQuery,
    select: ({ results }): PersonEngines => ({
      models: results
        .filter(({ state, circuit }) => state === 'ready' && circuit !== 'open')
        .flatMap(({ models }) => models)
        .filter(({ features }) => features.includes('photo_person'))
        .map(({ id }) => id),
    }),
    refetchInterval: ({ state }) =>
      state.data?.results.some(({ models }) =>
        models.some(({ features }) => features.includes('photo_person')),
      )
        ? false
        : ASK_AGAIN_MS,
  })
  return data ?? null
}
