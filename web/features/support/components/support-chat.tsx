import { Skeleton, Text } from '@mantine/core'
import { useState } from 'react'
import { ChatFrame } from '#web/ui/chat-frame.tsx'
import { ErrorState } from '#web/ui/states.tsx'
import { useTicket, useTickets } from '../api/use-support.ts'
import { useTexts } from '../texts.ts'
import { NewTicket } from './new-ticket.tsx'
import classes from './support.module.css'
import { Thread } from './thread.tsx'

/** The chat of installations without a chat service: the newest ticket that is not closed, or a new one. */
export function SupportChat() {
  const t = useTexts()
  return (
    <ChatFrame title={t('chat.title')} closeLabel={t('chat.close')}>
      <div className={classes.chat}>
        <Conversation />
      </div>
    </ChatFrame>
  )
}

function Conversation() {
  const t = useTexts()
  const list = useTickets()
  const [opened, setOpened] = useState<string | null>(null)
  const newest = list.data?.pages[0]?.results.find(({ state }) => state !== 'closed')
  if (list.isError)
    return <ErrorState what={t('list.failed')} onRetry={() => void list.refetch()} />
  if (!list.data) return <Skeleton h={120} aria-hidden="true" />
  if (newest) return <Open id={newest.id} isNew={newest.id === opened} />
  return (
    <>
      <Text size="sm">{t('chat.intro')}</Text>
      <NewTicket onOpened={({ id }) => setOpened(id)} />
    </>
  )
}

function Open({ id, isNew }: { id: string; isNew: boolean }) {
  const t = useTexts()
  const { data: ticket, isError, refetch } = useTicket(id)
  if (ticket)
    return (
      <>
        <Text fw={700}>{ticket.subject}</Text>
        <Thread ticket={ticket} isNew={isNew} />
      </>
    )
  if (isError) return <ErrorState what={t('ticket.failed')} onRetry={() => void refetch()} />
  return <Skeleton h={120} aria-hidden="true" />
}
