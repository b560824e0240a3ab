import { Button, Group, NumberInput, Stack, Text, Textarea } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import type { AdminTicketDetail } from '#contract/support.ts'
import { LONGEST_MESSAGE, MOST_CREDITS_BACK } from '#contract/values/support.ts'
import { formatCredits, formatNumber } from '#web/lib/format.ts'
import { useSession } from '#web/lib/session.ts'
import { takeFocus } from '#web/lib/take-focus.ts'
import { typedNumber } from '../add/typed-number.ts'
import { useAnswer, useAssign, useCloseTicket } from '../api/use-tickets.ts'

/** Returns what the job of a ticket cost; null: nothing, or there is none. */
const costOf = ({ job }: AdminTicketDetail): number | null =>
  job === null || job.credits === 0 ? null : job.credits

/** Returns why so many credits cannot be given back; false: they can. */
const faultOf = (credits: number | undefined): string | false =>
  credits !== undefined &&
  credits > MOST_CREDITS_BACK &&
  `${formatNumber(MOST_CREDITS_BACK)} at most`

/**
 * Answers a ticket, with credits back if wanted, and closes, takes or hands it back. It says what was done, in the place of the
 * button that was pressed, which is disabled or gone by then.
 */
export function AnswerForm({ ticket }: { ticket: AdminTicketDetail }) {
  // Counted: the same words once more are other news.
  const [done, setDone] = useState({ text: '', times: 0 })
  const tell = (news: string) => setDone(({ times }) => ({ text: news, times: times + 1 }))
  const { me } = useSession()
  const answer = useAnswer(ticket)
  const [text, setText] = useState('')
  const [credits, setCredits] = useState<number | string>('')
  const cost = costOf(ticket)
  const typed = typedNumber(credits)
  // Too many are left to the server to refuse, never dropped.
  const back = typed !== null && typed > 0 ? typed : undefined
  const isOwn = ticket.email === me?.email
  const send = (close: boolean) =>
    answer.mutate(
      { text, close, ...(back !== undefined && { credits: back }) },
      {
        onSuccess({ messages }) {
          setText('')
          setCredits('')
          tell(close ? 'The answer is sent, and the ticket is closed.' : 'The answer is sent.')
          if (back === undefined) return
          const isGiven = messages.findLast(({ from }) => from === 'team')?.credits === back
          notifications.show({
            message: isGiven
              ? `Answered, with ${formatCredits(back)} given back.`
              : 'Answered. A second administrator has to agree to the credits; the customer was not told of them.',
          })
        },
      },
    )
  const fault = faultOf(back)
  const isUnready = text.trim() === '' || fault !== false
  return (
    <Stack gap="sm">
      <Textarea
        label="Answer"
        description="The customer reads it on the page and in an email."
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        maxLength={LONGEST_MESSAGE}
        autosize
        minRows={4}
        maxRows={16}
      />
      {!isOwn && (
        <NumberInput
          label="Credits to give back with it"
          description={
            cost === null
              ? 'Leave empty to give none. The same email names them.'
              : `Leave empty to give none. The same email names them; the job cost ${formatCredits(cost)}.`
          }
          error={fault}
          clampBehavior="none"
          value={credits}
          onChange={setCredits}
          allowDecimal={false}
          allowNegative={false}
          max={MOST_CREDITS_BACK}
          styles={{ wrapper: { maxWidth: '12rem' } }}
        />
      )}
      {back !== undefined && back > ticket.credits_at_once && fault === false && (
        <Text role="status">
          {ticket.credits_at_once === 0
            ? 'They wait for a second administrator'
            : `More than ${formatNumber(ticket.credits_at_once)} wait for a second administrator`}
          : the email does not name them, so do not promise them.
        </Text>
      )}
      <Group gap="xs">
        <Button disabled={isUnready} loading={answer.isPending} onClick={() => send(false)}>
          Send
        </Button>
        <Button
          variant="default"
          disabled={isUnready}
          loading={answer.isPending}
          onClick={() => send(true)}
        >
          Send and close
        </Button>
        <OtherActs ticket={ticket} onDone={tell} />
      </Group>
      {done.times > 0 && (
        <Text key={done.times} role="status" tabIndex={-1} ref={takeFocus}>
          {done.text}
        </Text>
      )}
    </Stack>
  )
}

/** Closes a ticket without an answer, takes it, or hands it back. */
function OtherActs({ ticket, onDone }: { ticket: AdminTicketDetail; onDone(done: string): void }) {
  const { state, assigned_to: assignee } = ticket
  const { me } = useSession()
  const assign = useAssign(ticket.id)
  const close = useCloseTicket(ticket)
  const isMine = assignee !== null && assignee === me?.email
  return (
    <>
      {state !== 'closed' && (
        <Button
          variant="default"
          loading={close.isPending}
          onClick={() =>
            close.mutate(undefined, { onSuccess: () => onDone('The ticket is closed.') })
          }
        >
          Close
        </Button>
      )}
      {(assignee === null || isMine) && (
        <Button
          variant="default"
          loading={assign.isPending}
          onClick={() =>
            assign.mutate(isMine ? 'nobody' : 'me', {
              onSuccess: () =>
                onDone(isMine ? 'The ticket is handed back.' : 'The ticket is yours.'),
            })
          }
        >
          {isMine ? 'Hand back' : 'Take it'}
        </Button>
      )}
    </>
  )
}
