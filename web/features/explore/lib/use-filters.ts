import { useLocation, useNavigation, useSearchParams } from 'react-router'

/**
 * The query of the address, or of the one that is on its way: a choice shows at once, and a second one keeps it. And what
 * changes the query: an empty value takes a name out, and those that it does not go with.
 */
export function useFilters(): [
  URLSearchParams,
  (name: string, value: string, without?: readonly string[]) => void,
] {
  const [, setSearch] = useSearchParams()
  const here = useLocation()
  const { location: next } = useNavigation()
  const search = new URLSearchParams((next?.pathname === here.pathname ? next : here).search)
  return [
    search,
    (name, value, without = []) => {
      for (const other of without) search.delete(other)
      if (value === '') search.delete(name)
      else search.set(name, value)
      setSearch(search, { replace: true, preventScrollReset: true })
    },
  ]
}
