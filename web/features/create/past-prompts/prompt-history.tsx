import { notifications } from '@mantine/notifications'
import { createElement, useEffect, useRef, useState } from 'react'
import { Deferred } from '#web/ui/deferred.tsx'
import { UndoMessage } from '#web/ui/undo-message.tsx'
import { formStore } from '#web/features/generate/lib/form-store.ts'
import { SmallButton } from '#web/ui/small-button.tsx'
import { promptField, writePrompt } from '../lib/prompt-field.ts'
import { useTexts } from './texts.ts'

const loadDialog = () => import('./history-dialog.tsx').then(({ HistoryDialog }) => HistoryDialog)

const NOTICE = 'prompt-replaced'
const UNDO_MS = 8000

/** The way to one's past prompts: a button, and the up arrow in an empty prompt. */
export function PromptHistory() {
  const t = useTexts()
  const [isOpen, setOpen] = useState(false)
  const opener = useRef<HTMLElement>(null)

  useEffect(() => {
    const field = promptField()
    const look = (event: KeyboardEvent) => {
      if (event.key !== 'ArrowUp' || event.isComposing || field === null) return
      if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
      if (field.value !== '') return
      event.preventDefault()
      opener.current = field
      setOpen(true)
    }
    field?.addEventListener('keydown', look)
    return () => field?.removeEventListener('keydown', look)
  }, [])

  function use(prompt: string): void {
    const before = formStore.getState().form.prompt
    setOpen(false)
    writePrompt(prompt)
    if (before.trim() === '' || before === prompt) return
    notifications.hide(NOTICE)
    notifications.show({
      id: NOTICE,
      autoClose: UNDO_MS,
      message: createElement(UndoMessage, {
        text: t('history.replaced'),
        onUndo: () => {
          notifications.hide(NOTICE)
          writePrompt(before)
        },
      }),
    })
  }

  return (
    <>
      <SmallButton
        type="button"
        mih={44}
        aria-haspopup="dialog"
        onClick={({ currentTarget }) => {
          opener.current = currentTarget
          setOpen(true)
        }}
      >
        {t('history.open')}
      </SmallButton>
      {isOpen && (
        <Deferred
          load={loadDialog}
          props={{
            onUse: use,
            onClose: () => {
              setOpen(false)
              opener.current?.focus()
            },
          }}
        />
      )}
    </>
  )
}
