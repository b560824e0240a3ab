import { Button, Stack, Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import type { PersonNote } from '#contract/admin-person-record.ts'
import { isBlank } from '#contract/is-blank.ts'
import { focusFirstInvalid } from '#web/lib/form.ts'
import { formatTime } from '#web/lib/format.ts'
import { Form } from '#web/ui/form.tsx'
import { useAddNote } from '../api/use-person.ts'
import classes from './person.module.css'

/** What colleagues noted about a person, and the form for one more. */
export function PersonNotes({ id, notes }: { id: string; notes: readonly PersonNote[] }) {
  const [text, setText] = useState('')
  const add = useAddNote(id)
  const [wasTried, setTried] = useState(false)
  const submit = (form: HTMLFormElement) => {
    setTried(true)
    if (isBlank(text)) {
      focusFirstInvalid(form)
      return
    }
    if (add.isPending) return
    add.mutate(text, {
      onSuccess: () => {
        setText('')
        setTried(false)
      },
    })
  }
  return (
    <Stack gap="sm">
      {notes.length > 0 && (
        <ul className={classes.lines}>
          {notes.map(({ id: note, author, text: said, created_at: at }) => (
            <li key={note} style={{ whiteSpace: 'pre-wrap' }}>
              {said}
              <Text size="xs" c="dimmed">
                {author === '' ? 'A former colleague' : author}, {formatTime(at)}
              </Text>
            </li>
          ))}
        </ul>
      )}
      <Form onSubmit={submit}>
        <Stack gap="xs">
          <Textarea
            label="New note"
            description="For colleagues; it is part of the copy of the person’s data."
            value={text}
            onChange={({ currentTarget }) => setText(currentTarget.value)}
            maxLength={2000}
            error={wasTried && isBlank(text) && 'Write something.'}
            autosize
            minRows={2}
            required
          />
          <Button
            type="submit"
            variant="default"
            loading={add.isPending}
            style={{ alignSelf: 'start' }}
          >
            Add note
          </Button>
        </Stack>
      </Form>
    </Stack>
  )
}
