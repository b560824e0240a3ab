import { useQuery } from '@tanstack/react-query'
import { generationServersQuery } from '#web/lib/generation-servers.ts'

/** Whether objects can be selected on this site by pressing on them. */
export function useSelects(): boolean {
  const { data } = useQuery(generationServersQuery)
  return data?.results.some(({ selects }) => selects) ?? false
}
