import { Anchor, Stack, Text, Title } from '@mantine/core'
import { Link } from 'react-router'
import { paths } from '#contract/paths.ts'
import { LinesSkeleton } from '#web/ui/skeletons.tsx'
import { ErrorState } from '#web/ui/states.tsx'
import { useTicket } from '../api/use-support.ts'
import { useTexts } from '../texts.ts'
import { About } from './about.tsx'
import { Thread } from './thread.tsx'

/** One ticket of the viewer: what it is about, and the conversation. */
export function TicketPage({ id }: { id: string }) {
  const t = useTexts()
  const { data: ticket, isError, error, refetch } = useTicket(id)
  const isGone = isError && (error as { status?: number }).status === 404
  return (
    <Stack gap="md">
      <Anchor component={Link} to={paths.support.link()}>
        {t('ticket.all')}
      </Anchor>
      {ticket ? (
        <>
          <div>
            <Title order={1} style={{ overflowWrap: 'anywhere' }}>
              {ticket.subject}
            </Title>
            <About job={ticket.job} payment={ticket.payment} />
          </div>
          <Thread ticket={ticket} />
        </>
      ) : (
        <>
          <Title order={1}>{t('title')}</Title>
          {isGone && <Text>{t('ticket.gone')}</Text>}
          {isError && !isGone && (
            <ErrorState what={t('ticket.failed')} onRetry={() => void refetch()} />
          )}
          {!isError && <LinesSkeleton />}
        </>
      )}
    </Stack>
  )
}
