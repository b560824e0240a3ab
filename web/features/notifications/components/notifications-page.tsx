import { Badge, Button, Text, Title } from '@mantine/core'
import { useEffect } from 'react'
import { Link } from 'react-router'
import type { Notification } from '#contract/notifications.ts'
import { formatTime } from '#web/lib/format.ts'
import { LinesSkeleton } from '#web/ui/skeletons.tsx'
import { EmptyState, ErrorState } from '#web/ui/states.tsx'
import { useNotifications, useReadUntil } from '../api/use-notifications.ts'
import { useTexts } from '../texts.ts'
import classes from './notifications.module.css'

/** What happened to what the viewer published; opening the page marks all of it as read. */
export function NotificationsPage() {
  const t = useTexts()
  const list = useNotifications()
  const { mutate: readUntil } = useReadUntil()
  const all = list.data?.pages.flatMap(({ results }) => results)
  const newest = all?.find(({ read }) => !read)?.at
  useEffect(() => {
    if (newest !== undefined) readUntil(newest)
  }, [newest, readUntil])
  return (
    <>
      <Title order={1} mb="md">
        {t('title')}
      </Title>
      {list.isPending && <LinesSkeleton />}
      {list.isError && !all && (
        <ErrorState what={t('failed')} onRetry={() => void list.refetch()} />
      )}
      {all?.length === 0 && (
        <EmptyState picture="owl-glossy-style-on-purple-background" text={t('empty')} />
      )}
      {all && all.length > 0 && (
        <ul className={classes.list} aria-label={t('title')}>
          {all.map((one) => (
            <li key={one.id}>
              <Item item={one} />
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
          {t('more')}
        </Button>
      )}
    </>
  )
}

function Item({
  item: { kind, actor, text, count, url, picture, read, at },
}: {
  item: Notification
}) {
  const t = useTexts()
  return (
    <Link to={url} className={classes.item} data-new={!read || undefined}>
      {picture === null ? (
        <span className={classes.picture} />
      ) : (
        <img src={picture} alt="" className={classes.picture} loading="lazy" />
      )}
      <span className={classes.words}>
        {t(`kind.${kind}`, { name: actor?.name ?? '', text, count })}
        <Text span size="sm" c="dimmed" display="block">
          {formatTime(at)}
        </Text>
      </span>
      {!read && <Badge variant="light">{t('new')}</Badge>}
    </Link>
  )
}
