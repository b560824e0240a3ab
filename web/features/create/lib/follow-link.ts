import { notifications } from '@mantine/notifications'
import { createElement } from 'react'
import { UndoMessage } from '#web/ui/undo-message.tsx'
import type { CreateTexts } from '../texts.ts'
import { formOfLink } from '#web/features/generate/lib/form-of-request.ts'
import { formStore } from '#web/features/generate/lib/form-store.ts'
import { sourceStore } from '#web/features/generate/lib/source-store.ts'

const UNDO_MS = 8000

/** Fills the draft with what a link names and nothing else; what was written before can be brought back. */
export function followLink(link: URLSearchParams, t: CreateTexts): void {
  const { form, change } = formStore.getState()
  const { source } = sourceStore.getState()
  const linked = formOfLink(link, form)
  const image = link.get('image')
  if (linked !== null) change(linked)
  if (image !== null) sourceStore.getState().choose(image)
  if (linked === null || form.prompt.trim() === '' || form.prompt === linked.prompt) return
  const id = 'create-draft-replaced'
  notifications.show({
    id,
    autoClose: UNDO_MS,
    message: createElement(UndoMessage, {
      text: t('linkedDraft.replaced'),
      onUndo: () => {
        notifications.hide(id)
        change(form)
        sourceStore.getState().change(source)
      },
    }),
  })
}
