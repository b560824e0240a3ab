import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api, call } from '#web/lib/api.ts'
import type { PredictionImage } from '#contract/prediction-images.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { useEditHistory } from './use-history.ts'

/** Told of each change, for lists beside the history that show the same pictures. */
export interface PictureWatcher {
  onChanged(image: PredictionImage): void
  onRemoved(id: string): void
  onRestored(image: PredictionImage): void
}

/** Like, describe, delete and bring back pictures; lists on the page follow at once. */
export function useImageActions({ onChanged, onRemoved, onRestored }: PictureWatcher) {
  const client = useQueryClient()
  const editHistory = useEditHistory()

  const showChanged = (image: PredictionImage) => {
    editHistory.replace(image)
    client.setQueryData(queryKeys.image(image.id), image)
    onChanged(image)
  }

  const update = useMutation({
    mutationFn: ({ id, ...body }: { id: string; is_favorite?: boolean; alt?: string }) =>
      call(api.predictionImages.update, { params: { id }, body }),
    onSuccess: showChanged,
  })

  const remove = useMutation({
    mutationFn: (image: PredictionImage) =>
      call(api.predictionImages.remove, { params: { id: image.id } }),
    onSuccess: (_, image) => {
      onRemoved(image.id)
      editHistory.remove(image.id)
    },
  })

  const restore = useMutation({
    mutationFn: (id: string) => call(api.predictionImages.restore, { params: { id }, body: {} }),
    onSuccess: (image) => {
      onRestored(image)
      editHistory.bringBack(image)
      return client.invalidateQueries({ queryKey: queryKeys.pictures })
    },
  })

  const parameters = useMutation({
    mutationFn: (id: string) => call(api.predictionImages.parameters, { params: { id } }),
  })

  return { update, remove, restore, parameters }
}
