import { Button, Stack, Text, Textarea } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import type { TicketDetail } from '#contract/support.ts'
import { isBlank } from '#contract/is-blank.ts'
import { messageOf } from '#web/lib/errors.ts'
import { focusFirstInvalid } from '#web/lib/form.ts'
import { formatTime } from '#web/lib/format.ts'
import { Form } from '#web/ui/form.tsx'
import { Problem } from '#web/ui/problem.tsx'
import { useWriteMessage } from '../api/use-support.ts'
import { useTexts } from '../texts.ts'
import classes from './support.module.css'

/** As the contract says, without its schemas. */
const LONGEST = 5000

/**
 * The messages of a ticket, and the form for the next.
 * @param isNew it takes the place of the form that opened it, and the focus
 */
export function Thread({ ticket, isNew = false }: { ticket: TicketDetail; isNew?: boolean }) {
  const t = useTexts()
  const write = useWriteMessage(ticket.id)
  const [text, setText] = useState('')
  const reply = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    if (isNew) reply.current?.focus()
  }, [isNew])
  const [wasTried, setTried] = useState(false)
  const submit = (form: HTMLFormElement) => {
    setTried(true)
    if (isBlank(text)) {
      focusFirstInvalid(form)
      return
    }
    write.mutate(text, {
      onSuccess: () => {
        setText('')
        setTried(false)
        // The button that was pressed is disabled while it sends, and loses the focus.
        reply.current?.focus()
      },
    })
  }
  return (
    <>
      <div role="log" aria-label={t('thread.label')}>
        <ol className={classes.thread}>
          {ticket.messages.map(({ id, from, text: said, credits, created_at: at }) => (
            <li key={id} className={classes.message} data-own={from === 'customer' || undefined}>
              <Text size="sm" c="dimmed">
                {from === 'customer'
                  ? t('thread.you', { time: formatTime(at) })
                  : t('thread.team', { time: formatTime(at) })}
              </Text>
              {credits !== null && <Text fw={700}>{t('thread.credits', { credits })}</Text>}
              {said}
            </li>
          ))}
        </ol>
      </div>
      <Form onSubmit={submit}>
        <Stack gap="sm">
          <Textarea
            ref={reply}
            label={t('thread.reply')}
            description={ticket.state === 'closed' ? t('thread.closed') : undefined}
            value={text}
            onChange={({ currentTarget }) => setText(currentTarget.value)}
            maxLength={LONGEST}
            error={wasTried && isBlank(text) && t('missing')}
            autosize
            minRows={2}
            maxRows={12}
            required
          />
          <Problem>{write.isError && messageOf(write.error)}</Problem>
          <Button type="submit" h={44} loading={write.isPending} style={{ alignSelf: 'start' }}>
            {t('thread.send')}
          </Button>
        </Stack>
      </Form>
    </>
  )
}
