import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'react-router'

/** What of the library is shown; it stands in the address, so that Back and a link show the same. */
export interface LibraryFilter {
  search: string
  /** Types of jobs with commas between them, or none. */
  type: string
  /** Last day, as in 2026-11-30, or none. */
  to: string
  place: 'all' | 'favorites' | 'trash'
  /** Id of a collection, or none. */
  collection: string
}

const EMPTY: LibraryFilter = { search: '', type: '', to: '', place: 'all', collection: '' }

const PLACES: readonly string[] = ['favorites', 'trash'] satisfies LibraryFilter['place'][]

/** The filter in the address, and how to change it. */
export function useLibraryFilter(): {
  filter: LibraryFilter
  /** Something is left out of what the place has. */
  isNarrowed: boolean
  change(part: Partial<LibraryFilter>): void
} {
  const [query, setQuery] = useSearchParams()
  const text = query.toString()
  const filter = useMemo((): LibraryFilter => {
    const given = new URLSearchParams(text)
    const place = given.get('place') ?? ''
    return {
      search: given.get('search') ?? '',
      type: given.get('type') ?? '',
      to: given.get('to') ?? '',
      place: PLACES.includes(place) ? (place as LibraryFilter['place']) : 'all',
      collection: given.get('collection') ?? '',
    }
  }, [text])
  const change = useCallback(
    (part: Partial<LibraryFilter>) =>
      setQuery(
        (current) => {
          const next = new URLSearchParams(current)
          for (const [name, value] of Object.entries(part)) {
            if (value === EMPTY[name as keyof LibraryFilter]) next.delete(name)
            else next.set(name, value)
          }
          next.delete('view')
          return next
        },
        // A word that is being typed is one step back, not one for each letter.
        { replace: 'search' in part, preventScrollReset: true },
      ),
    [setQuery],
  )
  const isNarrowed = filter.search !== '' || filter.type !== '' || filter.to !== ''
  return { filter, isNarrowed, change }
}
