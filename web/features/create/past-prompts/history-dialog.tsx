import { ActionIcon, Button, Stack, Text, TextInput, UnstyledButton } from '@mantine/core'
import { IconPin, IconPinFilled, IconTrash } from '@tabler/icons-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import type { PastPrompt } from '#contract/past-prompts.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { EmptyState, ErrorState } from '#web/ui/states.tsx'
import { UndoMessage } from '#web/ui/undo-message.tsx'
import classes from './history-dialog.module.css'
import { useTexts } from './texts.ts'
import { useChangePastPrompts, usePastPrompts } from './use-past-prompts.ts'

/** Shown at once; more on demand. */
const PAGE = 60

/** Of a press on an arrow key: from the search into the list, and from one prompt to the next. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (step === undefined || event.nativeEvent.isComposing) return
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-stop]')]
  const at = stops.indexOf(document.activeElement as HTMLElement)
  if (at < 0) return
  event.preventDefault()
  stops[at + step]?.focus()
}

/** One's past prompts: finds and uses them, pins them and deletes them from the list. */
export function HistoryDialog({
  onUse,
  onClose,
}: {
  onUse: (prompt: string) => void
  onClose: () => void
}) {
  const t = useTexts()
  const past = usePastPrompts({ enabled: true, maxAge: 0 })
  const { pin, remove, restore } = useChangePastPrompts()
  const [search, setSearch] = useState('')
  const [most, setMost] = useState(PAGE)
  const [deleted, setDeleted] = useState<PastPrompt | null>(null)
  const field = useRef<HTMLInputElement>(null)
  const words = search.toLowerCase().split(/\s+/)
  const all = past.data ?? []
  const found = all.filter(({ prompt }) =>
    words.every((word) => prompt.toLowerCase().includes(word)),
  )

  async function drop(one: PastPrompt): Promise<void> {
    // What was pressed goes with it.
    field.current?.focus()
    try {
      await remove.mutateAsync(one)
      setDeleted(one)
    } catch {
      // The mutation has said what went wrong.
    }
  }

  return (
    <Dialog opened onClose={onClose} title={t('history.title')} size={600}>
      <Stack gap="sm" onKeyDown={moveFocus}>
        <Text size="sm" c="dimmed">
          {t('history.hint')}
        </Text>
        <TextInput
          label={t('history.search')}
          description={t('history.searchHint')}
          inputWrapperOrder={['label', 'input', 'description']}
          value={search}
          ref={field}
          data-autofocus
          data-stop
          onChange={({ currentTarget }) => setSearch(currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
            // Else the form of the page is sent.
            event.preventDefault()
            if (found[0] !== undefined) onUse(found[0].prompt)
          }}
        />
        <div role="status">
          {deleted !== null && (
            <UndoMessage
              text={t('history.deleted')}
              onUndo={() => {
                setDeleted(null)
                restore.mutate(deleted)
                field.current?.focus()
              }}
            />
          )}
          {past.isPending && t('history.loading')}
          {past.isSuccess && all.length > 0 && (
            <Text size="xs" c="dimmed">
              {found.length === 0
                ? t('history.noMatch')
                : t('history.count', { count: found.length })}
            </Text>
          )}
        </div>
        {past.isError && (
          <ErrorState what={t('history.failed')} onRetry={() => void past.refetch()} />
        )}
        {past.isSuccess && all.length === 0 && (
          <EmptyState picture="red-fox-3d-style" text={t('history.empty')} />
        )}
        {found.length > 0 && (
          <ul className={classes.list}>
            {found.slice(0, most).map((one) => (
              <Row
                key={one.id}
                past={one}
                onUse={() => onUse(one.prompt)}
                onPin={() => pin.mutate({ id: one.id, pinned: !one.pinned })}
                onDelete={() => void drop(one)}
              />
            ))}
          </ul>
        )}
        {found.length > most && (
          <Button variant="default" onClick={() => setMost(most + PAGE)}>
            {t('history.more')}
          </Button>
        )}
      </Stack>
    </Dialog>
  )
}

function Row({
  past: { prompt, pinned },
  onUse,
  onPin,
  onDelete,
}: {
  past: PastPrompt
  onUse: () => void
  onPin: () => void
  onDelete: () => void
}) {
  const t = useTexts()
  return (
    <li className={classes.row}>
      <UnstyledButton
        className={classes.prompt}
        aria-label={t('history.use', { prompt })}
        data-stop
        onClick={onUse}
      >
        <Text size="sm" lineClamp={3}>
          {prompt}
        </Text>
      </UnstyledButton>
      <ActionIcon
        variant="subtle"
        color={pinned ? undefined : 'gray'}
        size={44}
        aria-label={t('history.pin', { prompt })}
        aria-pressed={pinned}
        onClick={onPin}
      >
        {pinned ? <IconPinFilled size={18} /> : <IconPin size={18} />}
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={44}
        aria-label={t('history.delete', { prompt })}
        onClick={onDelete}
      >
        <IconTrash size={18} />
      </ActionIcon>
    </li>
  )
}
