import { useQuery } from '@tanstack/react-query'
import { generationServersQuery } from '#web/lib/generation-servers.ts'

/** Ids of the models that can be drawn with here now; null: not known yet. */
export function useUsableModels(): ReadonlySet<string> | null {
  const { data } = useQuery({
    ...generationServersQuery,
    select: ({ results }) =>
      new Set(
        results
          .filter(({ state, circuit }) => state === 'ready' && circuit !== 'open')
          .flatMap(({ models }) => models)
          .map(({ id }) => id),
      ),
  })
  return data ?? null
}
