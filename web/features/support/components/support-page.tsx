import { Badge, Button, Stack, Text, Title } from '@mantine/core'
import { Link, useNavigate } from 'react-router'
import type { Ticket } from '#contract/support.ts'
import { paths } from '#contract/paths.ts'
import { formatTime } from '#web/lib/format.ts'
import { AFTER_ACT } from '#web/lib/take-focus.ts'
import { LinesSkeleton } from '#web/ui/skeletons.tsx'
import { ErrorState } from '#web/ui/states.tsx'
import { useTickets } from '../api/use-support.ts'
import { useTexts } from '../texts.ts'
import { NewTicket } from './new-ticket.tsx'
import classes from './support.module.css'

const COLORS: Record<Ticket['state'], string> = { open: 'gray', answered: 'green', closed: 'gray' }

/** Where a customer writes to support, and finds what was written before. */
export function SupportPage({ job, payment }: { job: string | null; payment: string | null }) {
  const t = useTexts()
  const navigate = useNavigate()
  return (
    <Stack gap="xl">
      <div>
        <Title order={1}>{t('title')}</Title>
        <Text mt="xs">{t('intro')}</Text>
      </div>
      <NewTicket
        job={job}
        payment={payment}
        onOpened={({ id }) => void navigate(paths.supportTicket.link(id), { state: AFTER_ACT })}
      />
      <Tickets />
    </Stack>
  )
}

function Tickets() {
  const t = useTexts()
  const list = useTickets()
  const all = list.data?.pages.flatMap(({ results }) => results)
  return (
    <section aria-labelledby="tickets">
      <Title order={2} fz="lg" id="tickets" mb="sm">
        {t('list.title')}
      </Title>
      {list.isPending && <LinesSkeleton />}
      {list.isError && !all && (
        <ErrorState what={t('list.failed')} onRetry={() => void list.refetch()} />
      )}
      {all?.length === 0 && <Text c="dimmed">{t('list.empty')}</Text>}
      {all && all.length > 0 && (
        <ul className={classes.list} aria-labelledby="tickets">
          {all.map(({ id, subject, state, updated_at: at }) => (
            <li key={id}>
              <Link to={paths.supportTicket.link(id)} className={classes.ticket}>
                <span className={classes.words}>
                  {subject}
                  <Text span size="sm" c="dimmed" display="block">
                    {formatTime(at)}
                  </Text>
                </span>
                <Badge variant="light" color={COLORS[state]} miw="max-content">
                  {t(`state.${state}`)}
                </Badge>
              </Link>
            </li>
          ))}
        </ul>
      )}
      {list.hasNextPage && (
        <Button
          mt="md"
          variant="default"
          loading={list.isFetchingNextPage}
          onClick={() => void list.fetchNextPage()}
        >
          {t('list.more')}
        </Button>
      )}
    </section>
  )
}
