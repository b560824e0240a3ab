import { Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useMutation } from '@tanstack/react-query'
import { api, call } from '#web/lib/api.ts'
import type { WildcardList, WildcardListDetail } from '#contract/wildcards.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { EmptyState, ErrorState } from '#web/ui/states.tsx'
import { ListForm } from './list-form.tsx'
import { useTexts } from './texts.ts'
import { useWordLists } from './use-word-lists.ts'

/** One's lists of words: makes, changes and removes them, and puts their names into the prompt. */
export function ListsDialog({
  onClose,
  onInsert,
}: {
  onClose: () => void
  onInsert: (name: string) => void
}) {
  const t = useTexts()
  /** The list that is edited; null: a new one; undefined: none. */
  const [edited, setEdited] = useState<WildcardListDetail | null>()
  return (
    <Dialog opened onClose={onClose} title={t('lists.title')} size={560}>
      {edited === undefined ? (
        <Lists onEdit={setEdited} onInsert={onInsert} />
      ) : (
        <ListForm list={edited} onDone={() => setEdited(undefined)} />
      )}
    </Dialog>
  )
}

function Lists({
  onEdit,
  onInsert,
}: {
  onEdit: (list: WildcardListDetail | null) => void
  onInsert: (name: string) => void
}) {
  const t = useTexts()
  const lists = useWordLists()
  return (
    <Stack gap="sm">
      <Text size="sm" c="dimmed">
        {t('lists.hint')}
      </Text>
      {lists.isPending && <Text role="status">{t('lists.loading')}</Text>}
      {lists.isError && (
        <ErrorState what={t('lists.failed')} onRetry={() => void lists.refetch()} />
      )}
      {lists.data?.length === 0 && <EmptyState picture="crown-3d-style" text={t('lists.empty')} />}
      {lists.data?.map((list) => (
        <Row key={list.id} list={list} onEdit={onEdit} onInsert={onInsert} />
      ))}
      <Group justify="flex-end">
        <Button data-autofocus onClick={() => onEdit(null)}>
          {t('lists.new')}
        </Button>
      </Group>
    </Stack>
  )
}

function Row({
  list: { id, name, lines },
  onEdit,
  onInsert,
}: {
  list: WildcardList
  onEdit: (list: WildcardListDetail) => void
  onInsert: (name: string) => void
}) {
  const t = useTexts()
  const open = useMutation({
    mutationFn: () => call(api.wildcards.detail, { params: { id } }),
    onSuccess: onEdit,
  })
  return (
    <Group justify="space-between" gap="xs">
      <Button
        variant="subtle"
        aria-label={t('lists.edit', { name })}
        loading={open.isPending}
        onClick={() => open.mutate()}
      >{`__${name}__`}</Button>
      <Group gap="sm">
        <Text size="sm" c="dimmed">
          {t('lists.lines', { count: lines })}
        </Text>
        <Button
          variant="default"
          aria-label={t('lists.insertNamed', { name })}
          onClick={() => onInsert(name)}
        >
          {t('lists.insert')}
        </Button>
      </Group>
    </Group>
  )
}
