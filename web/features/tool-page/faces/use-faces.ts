import { useQuery } from '@tanstack/react-query'
import type { Face } from '#contract/faces.ts'
import { api, call } from '#web/lib/api.ts'
import type { SourcePicture } from '#web/features/generate/api/use-source-picture.ts'
import { queryKeys } from '#web/lib/query-keys.ts'

/** The faces of an image, the largest first; undefined while they are looked for. */
export function useFaces(picture: SourcePicture | null | undefined): {
  faces: readonly Face[] | undefined
  failed: boolean
  retry(): void
} {
  const id = picture?.id ?? ''
  const { data, isError, refetch } = useQuery({
    queryKey: queryKeys.faces(id),
    queryFn: ({ signal }) =>
      call(
        // Only what was uploaded is deleted by itself.
        picture?.expires_at === null ? api.predictionImages.faces : api.uploadedImages.faces,
        { params: { id } },
        { signal },
      ),
    enabled: Boolean(picture),
    staleTime: Infinity,
  })
  return { faces: data?.results, failed: isError, retry: () => void refetch() }
}
