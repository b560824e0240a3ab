import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { LIMITS } from '#contract/jobs/drawing.ts'
import { Deferred } from '#web/ui/deferred.tsx'
import { useGenerationForm } from '../lib/form-store.ts'
import { begunName, withList } from './complete-list.ts'
import { useTexts } from './texts.ts'
import { useWordLists } from './use-word-lists.ts'

const loadDialog = () => import('./lists-dialog.tsx').then(({ ListsDialog }) => ListsDialog)
/** More would push away what stands below the prompt. */
const MOST_SUGGESTED = 8

const promptField = () => document.querySelector<HTMLTextAreaElement>('#prompt')

/** The way to one's lists of words, and the names that fit where `__` was begun in the prompt. */
export function PromptLists() {
  const t = useTexts()
  const { form, change } = useGenerationForm()
  const [isOpen, setOpen] = useState(false)
  const cursor = promptField()?.selectionStart ?? form.prompt.length
  const begun = begunName(form.prompt.slice(0, cursor))
  const lists = useWordLists(begun !== null)
  const fitting =
    begun === null ? [] : (lists.data ?? []).filter(({ name }) => name.startsWith(begun))

  function insert(name: string): void {
    const field = promptField()
    const next = withList(form.prompt, field?.selectionStart ?? form.prompt.length, name)
    if (next.prompt.length > LIMITS.prompt) return
    change({ prompt: next.prompt })
    // Once the field shows it.
    setTimeout(() => {
      field?.focus()
      field?.setSelectionRange(next.cursor, next.cursor)
    })
  }

  return (
    <Group gap={8}>
      <Button
        type="button"
        variant="default"
        size="compact-sm"
        mih={44}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        {t('lists.open')}
      </Button>
      {fitting.length > 0 && (
        <Group gap={8} role="group" aria-label={t('lists.suggested')}>
          {fitting.slice(0, MOST_SUGGESTED).map(({ id, name }) => (
            <Button
              key={id}
              type="button"
              variant="light"
              size="compact-sm"
              mih={44}
              onClick={() => insert(name)}
            >
              {`__${name}__`}
            </Button>
          ))}
        </Group>
      )}
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
    </Group>
  )
}
