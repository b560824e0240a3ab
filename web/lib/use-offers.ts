import { useQuery } from '@tanstack/react-query'
import { generationServersQuery, type Offer, offersOf } from './generation-servers.ts'

const NONE: readonly Offer[] = []

/** What the engines of this site offer beside what every site has; nothing as long as that is not known. */
export function useOffers(): readonly Offer[] {
  const { data } = useQuery(generationServersQuery)
  return data === undefined ? NONE : offersOf(data.results)
}
