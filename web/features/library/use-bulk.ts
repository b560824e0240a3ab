import { notifications } from '@mantine/notifications'
import { useQueryClient } from '@tanstack/react-query'
import { createElement } from 'react'
import type { BulkAction, PredictionImage } from '#contract/prediction-images.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { UndoMessage } from '#web/ui/undo-message.tsx'
import { useBulkAction, useEditShown } from './api/use-library.ts'
import { useTexts } from './texts.ts'

const UNDO_MS = 8000

/** Those that the page offers. */
export type LibraryAction = Exclude<BulkAction, 'unfavorite'>

export interface Bulk {
  isPending: boolean
  /** Does one thing to images and says how many it changed. */
  run(
    ids: readonly string[],
    action: LibraryAction,
    collection?: { id: string; name: string },
  ): void
}

/** What takes an image out of the list that it is seen in. */
const TAKES_OUT: ReadonlySet<BulkAction> = new Set(['trash', 'restore', 'delete', 'uncollect'])

const editOf =
  (action: BulkAction, changed: ReadonlySet<string>) => (images: readonly PredictionImage[]) => {
    if (TAKES_OUT.has(action)) return images.filter(({ id }) => !changed.has(id))
    if (action !== 'favorite') return images
    return images.map((image) => (changed.has(image.id) ? { ...image, is_favorite: true } : image))
  }

/** Bulk actions with their messages; moving to the trash can be undone for a while. */
export function useBulk(onDone: () => void): Bulk {
  const t = useTexts()
  const client = useQueryClient()
  const editShown = useEditShown()
  const action = useBulkAction()

  const bringBack = (ids: string[]) =>
    action.mutate(
      { ids, action: 'restore' },
      {
        onSuccess: () => {
          void client.resetQueries({ queryKey: queryKeys.pictures })
          void client.invalidateQueries({ queryKey: queryKeys.allLibraryDays })
        },
      },
    )

  const tell = (kind: LibraryAction, ids: string[], name: string): void => {
    const text = t(`done.${kind}`, { count: ids.length, name })
    if (kind !== 'trash' || ids.length === 0) {
      notifications.show({ message: text })
      return
    }
    const id = `undo-${ids[0]}`
    const onUndo = () => {
      notifications.hide(id)
      bringBack(ids)
    }
    const message = createElement(UndoMessage, { text, onUndo })
    notifications.show({ id, autoClose: UNDO_MS, message })
  }

  const run: Bulk['run'] = (ids, kind, collection) =>
    action.mutate(
      { ids: [...ids], action: kind, ...(collection && { collection: collection.id }) },
      {
        onSuccess: ({ results }) => {
          onDone()
          void editShown(editOf(kind, new Set(results)))
          tell(kind, results, collection?.name ?? '')
        },
      },
    )
  return { isPending: action.isPending, run }
}
