import { useCallback, useEffect, useMemo, useRef } from 'react'
import { useSearchParams } from 'react-router'

/** What of the library is shown; it stands in the address, so that Back and a link show the same. */
export interface LibraryFilter {
  search: string
  /** Types of jobs with commas between them, or none. */
  type: string
  /** Id of a model, or none. */
  model: string
  /** One of {@link RATINGS}, or none. */
  rating: string
  /** Last day, as in 2026-11-30, or none. */
  to: string
  place: 'all' | 'favorites' | 'trash'
  /** Id of a collection, or none. */
  collection: string
}

/** What the images made here are rated. */
export const RATINGS = ['PG', 'Mature', 'X'] as const

/** What narrows a place, when it does not. */
export const WIDE = { search: '', type: '', model: '', rating: '', to: '' } as const

const EMPTY: LibraryFilter = { ...WIDE, place: 'all', collection: '' }

const PLACES: readonly string[] = ['favorites', 'trash'] satisfies LibraryFilter['place'][]

/** The filter in the address, and how to change it. */
export function useLibraryFilter(): {
  filter: LibraryFilter
  /** Something is left out of what the place has. */
  isNarrowed: boolean
  /** @param step whether Back goes to what was shown before; not for a word that is being typed, or a day that is being looked for */
  change(part: Partial<LibraryFilter>, step?: boolean): void
} {
  const [query, setQuery] = useSearchParams()
  const text = query.toString()
  const filter = useMemo((): LibraryFilter => {
    const given = new URLSearchParams(text)
    const place = given.get('place') ?? ''
    return {
      search: given.get('search') ?? '',
      type: given.get('type') ?? '',
      model: given.get('model') ?? '',
      rating: RATINGS.find((one) => one === given.get('rating')) ?? '',
      to: given.get('to') ?? '',
      place: PLACES.includes(place) ? (place as LibraryFilter['place']) : 'all',
      collection: given.get('collection') ?? '',
    }
  }, [text])
  // Of two changes that come one upon the other, the second knows the first, which is not in the address yet.
  const latest = useRef(query)
  useEffect(() => {
    latest.current = query
  }, [query])
  const change = useCallback(
    (part: Partial<LibraryFilter>, step = !('search' in part)) => {
      const next = new URLSearchParams(latest.current)
      for (const [name, value] of Object.entries(part)) {
        if (value === EMPTY[name as keyof LibraryFilter]) next.delete(name)
        else next.set(name, value)
      }
      next.delete('view')
      latest.current = next
      setQuery(next, { replace: !step, preventScrollReset: true })
    },
    [setQuery],
  )
  const isNarrowed = Object.keys(WIDE).some((name) => filter[name as keyof typeof WIDE] !== '')
  return { filter, isNarrowed, change }
}
