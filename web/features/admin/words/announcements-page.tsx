import { Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import type { AdminAnnouncement } from '#contract/admin-announcements.ts'
import { formatTime } from '#web/lib/format.ts'
import { Noted, StateBadge, type StateLook } from '#web/ui/cells.tsx'
import { ListTable } from '#web/ui/data-table.tsx'
import {
  useEndAnnouncement,
  useUndoAnnouncement,
  useWrittenAnnouncements,
} from '../api/use-words.ts'
import { AdminFrame } from '../components/admin-frame.tsx'
import { AnnouncementForm } from './announcement-form.tsx'

const STATES: Record<AdminAnnouncement['state'], StateLook> = {
  planned: { label: 'Planned', color: 'blue' },
  shown: { label: 'Shown', color: 'green' },
  over: { label: 'Over', color: 'gray' },
}

const audienceOf = ({ plan, brand }: AdminAnnouncement): string =>
  [plan === null ? null : `Plan ${plan}`, brand].filter((part) => part !== null).join(', ') ||
  'Everybody'

function Actions({ news, onChange }: { news: AdminAnnouncement; onChange(): void }) {
  const end = useEndAnnouncement()
  const undo = useUndoAnnouncement()
  return (
    <Group gap="xs" justify="inherit">
      <Button variant="default" size="compact-sm" onClick={onChange}>
        Change
      </Button>
      {news.can_undo && (
        <Button
          variant="default"
          size="compact-sm"
          loading={undo.isPending}
          onClick={() => undo.mutate(news)}
        >
          Undo
        </Button>
      )}
      {news.state !== 'over' && (
        <Button
          variant="default"
          size="compact-sm"
          loading={end.isPending}
          onClick={() => end.mutate(news.id)}
        >
          End
        </Button>
      )}
    </Group>
  )
}

/** News for people who are signed in: a form for new ones, and each that there was. */
export function AnnouncementsPage() {
  const list = useWrittenAnnouncements()
  const [open, setOpen] = useState<AdminAnnouncement | 'new' | null>(null)
  const savedOf = (one: AdminAnnouncement | 'new') =>
    list.data?.pages
      .flatMap(({ results }) => results)
      .find(({ id }) => one !== 'new' && id === one.id) ?? null
  return (
    <AdminFrame title="Announcements">
      <Text>
        An announcement stands above every page of people who are logged in, until they close it. It
        is not shown again to people who closed it, even after it is changed.
      </Text>
      {open === null ? (
        <Group>
          <Button onClick={() => setOpen('new')}>New announcement</Button>
        </Group>
      ) : (
        <AnnouncementForm
          key={open === 'new' ? open : open.id}
          news={open === 'new' ? null : open}
          saved={savedOf(open)}
          onDone={() => setOpen(null)}
        />
      )}
      <ListTable
        list={list}
        label="Announcements"
        keyOf={({ id }) => id}
        empty="Nothing was announced yet."
        columns={[
          {
            title: 'Text',
            render: ({ content, link }) => <Noted note={link}>{content.en.text}</Noted>,
          },
          { title: 'State', render: ({ state }) => <StateBadge look={STATES[state]} /> },
          { title: 'For', render: audienceOf },
          { title: 'From', render: ({ starts_at: at }) => formatTime(at) },
          { title: 'Until', render: ({ ends_at: at }) => formatTime(at) },
          { title: 'Closed by', kind: 'number', render: ({ dismissed }) => String(dismissed) },
          {
            title: 'Action',
            render: (news) => <Actions news={news} onChange={() => setOpen(news)} />,
          },
        ]}
      />
    </AdminFrame>
  )
}
