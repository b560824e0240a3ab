import { useQueryClient } from '@tanstack/react-query'
import { api } from '#contract/index.ts'
import type { PredictionImage } from '#contract/prediction-images.ts'
import { call } from '#web/lib/api.ts'
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

const read = (cursor: string | null, limit: number, signal?: AbortSignal) =>
  call(
    api.predictionImages.list,
    { query: { limit: String(limit), ...(cursor !== null && { cursor }) } },
    signal && { signal },
  )

/** Own images, newest first. */
export function useHistory(enabled: boolean): ImageList<PredictionImage> {
  return useImagePages({ key: queryKeys.history, enabled, read, cellOf })
}

/** Changes the history as far as it has been read; elsewhere there is nothing to change. */
export function useEditHistory() {
  const client = useQueryClient()
  const change = (
    edit: (known: ImagePages<PredictionImage>) => ImagePages<PredictionImage>,
  ): void => {
    client.setQueryData<ImagePages<PredictionImage>>(
      queryKeys.history,
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
    bringBack: (image: PredictionImage) => change((known) => withImage(known, image, cellOf)),
  }
}

const replaceIn = (images: readonly PredictionImage[], image: PredictionImage) =>
  images.map((other) => (other.id === image.id ? image : other))
