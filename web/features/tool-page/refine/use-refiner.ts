import { useQuery } from '@tanstack/react-query'
import { REFINE_LIMITS } from '#contract/model-limits.ts'
import type { ToolFacts } from '#contract/tool-facts.ts'
import { generationServersQuery } from '#web/lib/generation-servers.ts'

/** What is to be known of the model that draws over images here; null where no engine has one, and while that is not known. */
export function useRefiner(): ToolFacts | null {
  const { data } = useQuery(generationServersQuery)
  const models = data?.results.flatMap((server) => server.models) ?? []
  const found = models.find(({ features }) => features.includes('refine'))
  return found ? { model: found.name, licence: found.licence, limits: REFINE_LIMITS } : null
}
