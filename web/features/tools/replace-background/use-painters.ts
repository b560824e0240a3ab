import { useQuery } from '@tanstack/react-query'
import type { GenerationModel } from '#contract/generation-servers.ts'
import { generationServersQuery } from '#web/lib/generation-servers.ts'

const NONE: readonly GenerationModel[] = []

/**
 * The models that draw any background here: those of the engine that also puts them behind the subject. One that draws things of a
 * collection draws no place that looks real.
 */
export function usePainters(): readonly GenerationModel[] {
  const { data } = useQuery(generationServersQuery)
  const server = data?.results.find(({ kind, state }) => kind === 'builtin' && state !== 'down')
  return server?.models.filter(({ draws }) => draws !== 'known_things') ?? NONE
}
