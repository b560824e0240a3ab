import { skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { api, call } from '#web/lib/api.ts'
import type { UploadedImage, UploadStorage } from '#contract/uploaded-images.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { type Cell, editImages, type ImagePages } from '../lib/image-pages.ts'
import { useImagePages } from './use-image-pages.ts'

const cellOf = ({ id }: UploadedImage): Cell => ({ id, ratio: 1, job: null, day: 0 })

/** Own uploaded images, newest first, and the room that all of them take. */
export function useUploads() {
  const client = useQueryClient()
  const read = useCallback(
    async (cursor: string | null, limit: number, signal?: AbortSignal) => {
      const query = { limit: String(limit), ...(cursor !== null && { cursor }) }
      const answer = await call(api.uploadedImages.list, { query }, signal && { signal })
      client.setQueryData(queryKeys.uploadStorage, answer.storage)
      return answer
    },
    [client],
  )
  const list = useImagePages({ key: queryKeys.uploads, enabled: true, read, cellOf })
  // Comes with each page of the list.
  const { data: storage } = useQuery<UploadStorage>({
    queryKey: queryKeys.uploadStorage,
    queryFn: skipToken,
  })
  return { list, storage }
}

/** Deletes an uploaded image with all its copies. */
export function useRemoveUpload() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call(api.uploadedImages.remove, { params: { id } }),
    onSuccess: (_, id) => {
      client.setQueryData(queryKeys.source(id), null)
      client.setQueryData<ImagePages<UploadedImage>>(
        queryKeys.uploads,
        (known) =>
          known && editImages(known, (images) => images.filter((one) => one.id !== id), cellOf),
      )
      return client.invalidateQueries({ queryKey: queryKeys.uploads })
    },
  })
}
