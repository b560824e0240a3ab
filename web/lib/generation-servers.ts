import type { GenerationServer } from '#contract/generation-servers.ts'
import { api, call } from './api.ts'
import { queryKeys } from './query-keys.ts'

/** The engines and what they can do, read once for all parts of a page. */
export const generationServersQuery = {
  queryKey: queryKeys.generationServers,
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    call(api.generationServers.list, { query: {} }, { signal }),
}

/**
 * What the built-in engine lacks and only some sites have: `edit_image` changes an image as words say, `own_workflow` runs
 * what this site has set up, `refine` draws over what an image shows.
 */
export type Offer = 'edit_image' | 'own_workflow' | 'refine'

/** For an image of the cheapest model that edits; null: there is none. */
export function editCreditsOf(servers: readonly GenerationServer[]): number | null {
  const all = servers.flatMap(({ edit_models: models }) => models.map(({ credits }) => credits))
  return all.length === 0 ? null : Math.min(...all)
}

/** What these engines offer of it. */
export function offersOf(servers: readonly GenerationServer[]): Offer[] {
  const has: Record<Offer, (server: GenerationServer) => boolean> = {
    edit_image: ({ edit_models: models }) => models.length > 0,
    own_workflow: ({ workflows }) => workflows.length > 0,
    refine: ({ features }) => features.includes('refine'),
  }
  return (Object.keys(has) as Offer[]).filter((offer) => servers.some(has[offer]))
}
