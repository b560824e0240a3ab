import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { PastPrompt } from '#contract/past-prompts.ts'
import { api, call } from '#web/lib/api.ts'
import { queryKeys } from '#web/lib/query-keys.ts'

interface PromptList {
  results: PastPrompt[]
}

/** Own past prompts: pinned ones, then the latest. @param maxAge of what was read before, in ms */
export const usePastPrompts = ({ enabled, maxAge }: { enabled: boolean; maxAge: number }) =>
  useQuery({
    queryKey: queryKeys.pastPrompts,
    queryFn: ({ signal }) => call(api.pastPrompts.list, {}, { signal }),
    select: ({ results }: PromptList) => results,
    meta: { showsOwnErrors: true },
    staleTime: maxAge,
    enabled,
  })

/** Pins past prompts, leaves them out of the list and brings them back. */
export function useChangePastPrompts() {
  const client = useQueryClient()
  const onSettled = () => void client.invalidateQueries({ queryKey: queryKeys.pastPrompts })
  return {
    pin: useMutation({
      mutationFn: ({ id, pinned }: { id: string; pinned: boolean }) =>
        call(api.pastPrompts.change, { params: { id }, body: { pinned } }),
      onSettled,
    }),
    remove: useMutation({
      mutationFn: ({ id }: PastPrompt) => call(api.pastPrompts.remove, { params: { id } }),
      onSettled,
    }),
    restore: useMutation({
      mutationFn: ({ id }: PastPrompt) =>
        call(api.pastPrompts.restore, { params: { id }, body: {} }),
      onSettled,
    }),
  }
}
