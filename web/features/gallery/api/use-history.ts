import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { api, call } from '#web/lib/api.ts'
import type { PredictionImage } from '#contract/prediction-images.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { type Cell, editImages, type ImagePages, withImage } from '../lib/image-pages.ts'
import { dayOf, tileRatio } from '../lib/tile-grid.ts'
import { type ImageList, useImagePages } from './use-image-pages.ts'

/** What the grid has to know of an image. */
export const cellOf = (image: PredictionImage): Cell => ({
  id: image.id,
  ratio: tileRatio(image),
  job: image.job,
  day: dayOf(image.created_at),
})

/**
 * Own images, newest first.
 * @param types of jobs, with commas between them; left out: all
 */
export function useHistory(enabled: boolean, types?: string): ImageList<PredictionImage> {
  const key = useMemo(() => queryKeys.historyOf(types ?? ANY), [types])
  const read = useCallback(
    (cursor: string | null, limit: number, signal?: AbortSignal) =>
      call(
        api.predictionImages.list,
        {
          query: {
            limit: String(limit),
            ...(types !== undefined && { type: types }),
            ...(cursor !== null && { cursor }),
          },
        },
        signal && { signal },
      ),
    [types],
  )
  return useImagePages({ key, enabled, read, cellOf })
}

const ANY = ''

/** Whether a history, by the types in its key, has images of a type. */
const hasType = (types: unknown, type: string): boolean =>
  typeof types === 'string' && (types === ANY || types.split(',').includes(type))

/** Changes the history as far as it has been read; elsewhere there is nothing to change. */
export function useEditHistory() {
  const client = useQueryClient()
  const change = (
    edit: (known: ImagePages<PredictionImage>) => ImagePages<PredictionImage>,
    type?: string,
  ): void => {
    client.setQueriesData<ImagePages<PredictionImage>>(
      {
        queryKey: queryKeys.history,
        predicate: ({ queryKey }) => type === undefined || hasType(queryKey.at(-1), type),
      },
      (known) => known && edit(known),
    )
  }
  return {
    replace: (image: PredictionImage) =>
      change((known) => editImages(known, (images) => replaceIn(images, image), cellOf)),
    remove: (id: string) =>
      change((known) =>
        editImages(known, (images) => images.filter((image) => image.id !== id), cellOf),
      ),
    bringBack: (image: PredictionImage) =>
      change((known) => withImage(known, image, cellOf), image.type),
  }
}

const replaceIn = (images: readonly PredictionImage[], image: PredictionImage) =>
  images.map((other) => (other.id === image.id ? image : other))
