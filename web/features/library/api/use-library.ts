import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { api, call, download } from '#web/lib/api.ts'
import type { BulkAction, JobType, PredictionImage } from '#contract/prediction-images.ts'
import { cellOf } from '#web/features/gallery/api/use-history.ts'
import { type ImageList, useImagePages } from '#web/features/gallery/api/use-image-pages.ts'
import { editImages, type ImagePages } from '#web/features/gallery/lib/image-pages.ts'
import { collectionsQuery } from '#web/lib/collections.ts'
import { saveFile } from '#web/lib/save-file.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import type { LibraryFilter } from '../lib/use-library-filter.ts'

const queryOf = ({ search, type, model, rating, to, place, collection }: LibraryFilter) => ({
  ...(search !== '' && { search }),
  ...(type !== '' && { type: type as JobType }),
  ...(model !== '' && { model }),
  ...(rating !== '' && { rating: rating as PredictionImage['rating'] }),
  ...(/^\d{4}-\d\d-\d\d$/.test(to) && { to }),
  ...(place === 'favorites' && { favorite: 'true' as const }),
  ...(place === 'trash' && { trashed: 'true' as const }),
  ...(collection !== '' && { collection }),
})

/** Own images that a filter leaves, newest first. */
export function useLibrary(filter: LibraryFilter): ImageList<PredictionImage> {
  const query = useMemo(() => queryOf(filter), [filter])
  const key = useMemo(() => queryKeys.library(query), [query])
  const read = useCallback(
    (cursor: string | null, limit: number, signal?: AbortSignal) =>
      call(
        api.predictionImages.list,
        { query: { ...query, limit: String(limit), ...(cursor !== null && { cursor }) } },
        signal && { signal },
      ),
    [query],
  )
  return useImagePages({ key, enabled: true, read, cellOf })
}

/** The days of all images that a filter leaves, whichever day it goes up to, newest first. */
export function useDays(filter: LibraryFilter) {
  const query = useMemo(() => queryOf({ ...filter, to: '' }), [filter])
  return useQuery({
    queryKey: queryKeys.libraryDays(query),
    queryFn: ({ signal }) => call(api.predictionImages.days, { query }, { signal }),
  })
}

/** Changes the list that is seen, keeping everybody's place in it; all others are read again when they are next seen. */
export function useEditShown() {
  const client = useQueryClient()
  return useCallback(
    async (edit: (images: readonly PredictionImage[]) => readonly PredictionImage[]) => {
      client.setQueriesData<ImagePages<PredictionImage>>(
        { queryKey: queryKeys.pictures, type: 'active' },
        (known) => known && editImages(known, edit, cellOf),
      )
      await Promise.all([
        client.resetQueries({ queryKey: queryKeys.pictures, type: 'inactive' }),
        client.invalidateQueries({ queryKey: queryKeys.collections }),
        client.invalidateQueries({ queryKey: queryKeys.allLibraryDays }),
      ])
    },
    [client],
  )
}

/** One thing done to many images. */
export function useBulkAction() {
  return useMutation({
    mutationFn: (body: { ids: string[]; action: BulkAction; collection?: string }) =>
      call(api.predictionImages.bulk, { body }),
  })
}

/** Many images as one file. */
export function useZip() {
  return useMutation({
    mutationFn: async (ids: string[]) =>
      saveFile(await download(api.predictionImages.zip, { body: { ids } }), 'atelier-images.zip'),
  })
}

export const useCollections = () => useQuery(collectionsQuery)

/** Makes, renames and removes collections. */
export function useChangeCollections() {
  const client = useQueryClient()
  const onSuccess = () => client.invalidateQueries({ queryKey: queryKeys.collections })
  const create = useMutation({
    mutationFn: (name: string) => call(api.collections.create, { body: { name } }),
    onSuccess,
  })
  const rename = useMutation({
    mutationFn: ({ id, name }: { id: string; name: string }) =>
      call(api.collections.rename, { params: { id }, body: { name } }),
    onSuccess,
  })
  const remove = useMutation({
    mutationFn: (id: string) => call(api.collections.remove, { params: { id } }),
    onSuccess,
  })
  return { create, rename, remove }
}
