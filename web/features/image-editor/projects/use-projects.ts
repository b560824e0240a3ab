import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { EditorProject } from '#contract/editor-projects.ts'
import { api, call } from '#web/lib/api.ts'
import { queryKeys } from '#web/lib/query-keys.ts'

/** Own projects, the one that was changed last first. */
export const useProjects = () =>
  useQuery({
    queryKey: queryKeys.editorProjects,
    queryFn: ({ signal }) => call(api.editorProjects.list, {}, { signal }),
    select: ({ results }) => results,
    // What was edited a moment ago is the first of them.
    refetchOnMount: 'always',
    meta: { showsOwnErrors: true },
  })

/** Renames and deletes projects, and brings deleted ones back. */
export function useChangeProjects() {
  const client = useQueryClient()
  const onSettled = () => void client.invalidateQueries({ queryKey: queryKeys.editorProjects })
  return {
    rename: useMutation({
      mutationFn: ({ id, name }: { id: string; name: string }) =>
        call(api.editorProjects.rename, { params: { id }, body: { name } }),
      meta: { showsOwnErrors: true },
      onSettled,
    }),
    remove: useMutation({
      mutationFn: ({ id }: EditorProject) => call(api.editorProjects.remove, { params: { id } }),
      onSettled,
    }),
    restore: useMutation({
      mutationFn: ({ id }: EditorProject) =>
        call(api.editorProjects.restore, { params: { id }, body: {} }),
      onSettled,
    }),
  }
}
