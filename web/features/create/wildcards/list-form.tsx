import { Button, Group, Stack, Textarea, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { api, call } from '#web/lib/api.ts'
import type { WildcardListDetail } from '#contract/wildcards.ts'
import { WILDCARD_LIMITS } from '#contract/values/wildcards.ts'
import { fieldErrorsOf, handleError } from '#web/lib/errors.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { takeFocus } from '#web/lib/take-focus.ts'
import { useTexts } from './texts.ts'

/** Makes a list of words, or changes one. @param list the one that is changed; null: a new one */
export function ListForm({
  list,
  onDone,
}: {
  list: WildcardListDetail | null
  onDone: () => void
}) {
  const t = useTexts()
  const client = useQueryClient()
  const [name, setName] = useState(list?.name ?? '')
  const [text, setText] = useState(list?.text ?? '')
  const [isSure, setSure] = useState(false)
  const end = {
    meta: { showsOwnErrors: true },
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: queryKeys.wildcards })
      // What is understood of a prompt may have changed with the list.
      void client.invalidateQueries({ queryKey: queryKeys.quotes })
      onDone()
    },
    onError: (error: Error) => {
      const { name: ofName, text: ofText } = fieldErrorsOf(error)
      if (ofName === undefined && ofText === undefined) handleError(error)
    },
  }
  const save = useMutation({
    mutationFn: () =>
      list === null
        ? call(api.wildcards.create, { body: { name, text } })
        : call(api.wildcards.change, { params: { id: list.id }, body: { name, text } }),
    ...end,
  })
  const remove = useMutation({
    mutationFn: ({ id }: WildcardListDetail) => call(api.wildcards.remove, { params: { id } }),
    ...end,
  })
  const faults = fieldErrorsOf(save.error)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // The dialog stands in the form of the page, which a press of Enter here must not send.
    event.stopPropagation()
    save.mutate()
  }

  return (
    <form noValidate onSubmit={submit}>
      <Stack gap="sm">
        <TextInput
          label={t('list.name')}
          description={t('list.nameHint')}
          value={name}
          maxLength={WILDCARD_LIMITS.name}
          ref={takeFocus}
          error={faults['name']}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <Textarea
          label={t('list.text')}
          description={t('list.textHint')}
          rows={10}
          value={text}
          error={faults['text']}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
        <Group justify="space-between">
          {list === null ? (
            <span />
          ) : (
            <Button
              variant={isSure ? 'filled' : 'default'}
              color={isSure ? 'red' : undefined}
              loading={remove.isPending}
              onClick={() => (isSure ? remove.mutate(list) : setSure(true))}
            >
              {t(isSure ? 'list.deleteSure' : 'list.delete')}
            </Button>
          )}
          <Group gap="sm">
            <Button variant="default" onClick={onDone}>
              {t('list.cancel')}
            </Button>
            <Button
              type="submit"
              loading={save.isPending}
              disabled={name.trim() === '' || text.trim() === ''}
            >
              {t('list.save')}
            </Button>
          </Group>
        </Group>
      </Stack>
    </form>
  )
}
