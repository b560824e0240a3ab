import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ApiError } from '#contract/client.ts'
import { api, call } from '#web/lib/api.ts'
import type { UploadedImage, UploadPurpose } from '#contract/uploaded-images.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import type { Coverable } from '#web/lib/use-cover.ts'
import { prepareUpload } from '../lib/prepare-upload.ts'
import { DRAWING_ROOM, type Room, type Size } from '../lib/sizes.ts'

/** A picture to start from: an uploaded or a made one. */
export interface SourcePicture extends Size, Coverable {
  url: string
  /** When an uploaded one is deleted by itself; null for a made one. */
  expires_at: string | null
}

/** A signed address is good for a day at least. */
const FRESH_MS = 12 * 3600_000

function ofUpload({ id, url, width, height, expires_at }: UploadedImage): SourcePicture {
  return { id, url, width, height, expires_at }
}

const isMissing = (error: unknown) => error instanceof ApiError && error.status === 404

async function readSource(id: string, signal: AbortSignal): Promise<SourcePicture | null> {
  try {
    return ofUpload(await call(api.uploadedImages.detail, { params: { id } }, { signal }))
  } catch (error) {
    if (!isMissing(error)) throw error
  }
  try {
    const image = await call(api.predictionImages.detail, { params: { id } }, { signal })
    const { url, width, height, rating } = image
    return { id, url, width, height, rating, expires_at: null }
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

/** The picture of an id; null when it is not there any more, undefined while that is not known. */
export function useSourcePicture(
  id: string | null,
  enabled: boolean,
): { picture: SourcePicture | null | undefined; failed: boolean; retry: () => void } {
  const { data, isError, refetch } = useQuery({
    queryKey: queryKeys.source(id),
    queryFn: ({ signal }) => readSource(id ?? '', signal),
    enabled: enabled && id !== null,
    staleTime: FRESH_MS,
  })
  return { picture: data, failed: isError, retry: () => void refetch() }
}

async function upload(file: Blob, purpose: UploadPurpose): Promise<SourcePicture> {
  const form = new FormData()
  form.append('image', file, purpose)
  return ofUpload(await call(api.uploadedImages.upload, { query: { purpose }, body: form }))
}

/** Sends a picture, made smaller first where it is larger than what it is for. */
export function useUpload(room: Room = DRAWING_ROOM) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (file: Blob) => {
      const { file: prepared, scaledTo } = await prepareUpload(file, room)
      return { picture: await upload(prepared, 'picture'), scaledTo }
    },
    meta: { showsOwnErrors: true },
    onSuccess: ({ picture }) => {
      client.setQueryData(queryKeys.source(picture.id), picture)
      void client.invalidateQueries({ queryKey: queryKeys.uploads })
    },
  })
}

/** Sends a painted mask. */
export function useUploadMask() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (file: Blob) => upload(file, 'mask'),
    onSuccess: (mask) => client.setQueryData(queryKeys.source(mask.id), mask),
  })
}
