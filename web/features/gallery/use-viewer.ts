import { notifications } from '@mantine/notifications'
import { createElement, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { PredictionImage } from '#contract/prediction-images.ts'
import { nameImages } from '#web/lib/name-image.ts'
import { UndoMessage } from '#web/ui/undo-message.tsx'
import { useTexts } from './texts.ts'
import { type PictureWatcher, useImageActions } from './api/use-image-actions.ts'
import { downloadImage } from './lib/download-image.ts'
import type { ResultHandlers } from './lib/result-handlers.ts'
import { useViewedPicture } from './lib/use-viewed-picture.ts'

const UNDO_MS = 8000

/** The picture named by `view` in the address, its neighbours, and what can be done with it. */
export function useViewer(
  images: readonly PredictionImage[],
  /** These answer true when they have left for another page, and the viewer with it. */
  reuse: (parameters: Record<string, unknown>, seed: number | null) => boolean,
  startFrom: ((image: PredictionImage) => boolean) | null,
  watcher: PictureWatcher,
) {
  const t = useTexts()
  const [deleted, setDeleted] = useState<ReadonlySet<string>>(new Set())
  const [shared, setShared] = useState<PredictionImage | null>(null)
  const [saved, setSaved] = useState<PredictionImage | null>(null)
  const [reproduced, setReproduced] = useState<PredictionImage | null>(null)
  const { update, remove, restore, parameters } = useImageActions(watcher)
  const shown = images.filter(({ id }) => !deleted.has(id))
  const { image, open, step, close } = useViewedPicture(shown)
  const index = shown.findIndex(({ id }) => id === image?.id)
  // One function for the life of the page, so that the pictures of the grid are not drawn again.
  const openOf = useRef(open)
  useEffect(() => {
    openOf.current = open
  })

  function deleteWithUndo(target: PredictionImage): void {
    setDeleted((ids) => new Set([...ids, target.id]))
    if (image?.id === target.id) {
      const neighbour = index < 0 ? undefined : (shown[index + 1] ?? shown[index - 1])
      if (neighbour === undefined) close()
      else step(neighbour.id)
    }
    const bringBack = () => setDeleted((ids) => new Set([...ids].filter((id) => id !== target.id)))
    remove.mutate(target, {
      onSuccess: () => {
        const id = `undo-${target.id}`
        notifications.show({
          id,
          autoClose: UNDO_MS,
          message: createElement(UndoMessage, {
            text: t('viewer.deleted'),
            onUndo: () => {
              notifications.hide(id)
              restore.mutate(target.id, { onSuccess: bringBack })
            },
          }),
        })
      },
      onError: bringBack,
    })
  }

  const closeIfOpen = () => {
    if (image !== null) close()
  }
  const latest: ResultHandlers = {
    download: (target) => downloadImage(target),
    saveAs: setSaved,
    reproduce: setReproduced,
    copyPrompt: (target) =>
      void navigator.clipboard.writeText(target.prompt ?? '').then(
        () => notifications.show({ message: t('viewer.copied') }),
        () => notifications.show({ color: 'red', message: t('viewer.notCopied') }),
      ),
    reuse: (target) =>
      parameters.mutate(target.id, {
        onSuccess: (made) => {
          if (!reuse(made, target.seed)) closeIfOpen()
        },
      }),
    startFrom:
      startFrom &&
      ((target) => {
        if (!startFrom(target)) closeIfOpen()
      }),
    like: (target) => update.mutate({ id: target.id, is_favorite: !target.is_favorite }),
    share: setShared,
    remove: deleteWithUndo,
  }
  const handlers = useStableHandlers(latest)

  return {
    image,
    alt: image === null ? '' : nameImages(shown)(image).alt,
    deleted,
    /** The image whose link is being asked for. */
    shared,
    stopSharing: () => setShared(null),
    /** The image of which it is asked how to save it. */
    saved,
    stopSaving: () => setSaved(null),
    /** The image that may be made again. */
    reproduced,
    stopReproducing: () => setReproduced(null),
    hasPrevious: index > 0,
    hasNext: index >= 0 && index < shown.length - 1,
    open: useCallback(({ id }: PredictionImage) => openOf.current(id), []),
    close,
    step: (by: -1 | 1) => {
      const next = shown[index + by]
      if (next !== undefined) step(next.id)
    },
    handlers,
  }
}

export type ViewerState = ReturnType<typeof useViewer>

/** The same handlers for the life of the page, each doing what the newest one does. */
function useStableHandlers(latest: ResultHandlers): ResultHandlers {
  const current = useRef(latest)
  useEffect(() => {
    current.current = latest
  })
  const startsFrom = latest.startFrom !== null
  return useMemo(
    () => ({
      download: (image) => current.current.download(image),
      saveAs: (image) => current.current.saveAs(image),
      copyPrompt: (image) => current.current.copyPrompt(image),
      reuse: (image) => current.current.reuse(image),
      reproduce: (image) => current.current.reproduce(image),
      startFrom: startsFrom ? (image) => current.current.startFrom?.(image) : null,
      like: (image) => current.current.like(image),
      share: (image) => current.current.share(image),
      remove: (image) => current.current.remove(image),
    }),
    [startsFrom],
  )
}
