import { useState } from 'react'
import { Deferred } from '#web/ui/deferred.tsx'
import { formStore } from '#web/features/generate/lib/form-store.ts'
import { SmallButton } from '#web/ui/small-button.tsx'
import { promptField, writePrompt } from '../lib/prompt-field.ts'
import { withList } from './complete-list.ts'
import { useTexts } from './texts.ts'

const loadDialog = () => import('./lists-dialog.tsx').then(({ ListsDialog }) => ListsDialog)

/** The way to one's lists of words. */
export function PromptLists() {
  const t = useTexts()
  const [isOpen, setOpen] = useState(false)

  function insert(name: string): void {
    const before = formStore.getState().form.prompt
    const at = promptField()?.selectionStart ?? before.length
    const { prompt, cursor } = withList(before, at, name)
    writePrompt(prompt, cursor)
  }

  return (
    <>
      <SmallButton type="button" mih={44} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {t('lists.open')}
      </SmallButton>
      {isOpen && (
        <Deferred
          load={loadDialog}
          props={{
            onClose: () => setOpen(false),
            onInsert: (name: string) => {
              setOpen(false)
              insert(name)
            },
          }}
        />
      )}
    </>
  )
}
