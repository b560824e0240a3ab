import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '#contract/index.ts'
import { call } from '#web/lib/api.ts'
import { queryKeys } from '#web/lib/query-keys.ts'

/** Own uploaded pictures, newest first, page by page, and the room that they take. */
export function useUploads() {
  return useInfiniteQuery({
    queryKey: queryKeys.uploads,
    queryFn: ({ pageParam, signal }) => {
      const cursor = pageParam === null ? {} : { cursor: pageParam }
      return call(api.uploadedImages.list, { query: cursor }, { signal })
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) =>
      next === null ? null : new URL(next, 'http://host').searchParams.get('cursor'),
    refetchOnMount: 'always',
  })
}

/** Deletes an uploaded picture with all its copies. */
export function useRemoveUpload() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call(api.uploadedImages.remove, { params: { id } }),
    onSuccess: (_, id) => {
      client.setQueryData(queryKeys.source(id), null)
      return client.invalidateQueries({ queryKey: queryKeys.uploads })
    },
  })
}
