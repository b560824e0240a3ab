import { Button, Textarea } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { messageOf } from '#web/lib/errors.ts'
import { Form } from '#web/ui/form.tsx'

/** As the contract says, without its schemas. */
const LONGEST = 2000

/** Where a comment is written; what fails is said below it, and what was written stays. */
export function CommentForm({
  label,
  submit,
  text = '',
  isFocused = false,
  onSubmit,
}: {
  label: string
  submit: string
  /** What there is to change. */
  text?: string
  isFocused?: boolean
  onSubmit(text: string): Promise<unknown>
}) {
  const [written, setWritten] = useState(text)
  const [error, setError] = useState<string | null>(null)
  const [isSending, setSending] = useState(false)
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    if (isFocused) field.current?.focus()
  }, [isFocused])
  const send = async () => {
    if (written.trim() === '') return
    setSending(true)
    try {
      await onSubmit(written)
      setWritten('')
      setError(null)
      // The button cannot be pressed again before more is written.
      if (!isFocused) field.current?.focus()
    } catch (problem) {
      setError(messageOf(problem))
    } finally {
      setSending(false)
    }
  }
  return (
    <Form onSubmit={send} style={{ maxWidth: '40rem', marginBottom: '1rem' }}>
      <Textarea
        label={label}
        value={written}
        maxLength={LONGEST}
        autosize
        minRows={2}
        maxRows={10}
        error={error}
        ref={field}
        onChange={({ currentTarget }) => setWritten(currentTarget.value)}
      />
      <Button
        type="submit"
        variant="default"
        mt="xs"
        loading={isSending}
        disabled={written.trim() === ''}
      >
        {submit}
      </Button>
    </Form>
  )
}
