import { Button, Text } from '@mantine/core'
import { useState } from 'react'
import type { WaitingPublication } from '#contract/publications.ts'
import { formatTime } from '#web/lib/format.ts'
import { TableState } from '#web/ui/data-table.tsx'
import { Segments } from '#web/ui/segments.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { useDecidePublications, usePublications } from '../api/use-publications.ts'
import classes from './admin.module.css'
import { AdminFrame } from './admin-frame.tsx'
import { WaitingModels } from './waiting-models.tsx'
import { WaitingQueue } from './waiting-queue.tsx'

const STATES: { value: 'scanning' | 'hidden'; label: string }[] = [
  { value: 'scanning', label: 'Waiting' },
  { value: 'hidden', label: 'Hidden' },
]

function Publication({ publication }: { publication: WaitingPublication }) {
  const { url, alt, prompt, rating, flagged, creator, created_at: at } = publication
  return (
    <>
      <div className={classes.frameOfPicture}>
        <img src={url} alt={alt || 'Waiting image'} loading="lazy" className={classes.picture} />
      </div>
      <div>
        <Text fw={700} lineClamp={3}>
          {prompt ?? 'The prompt is not shown.'}
        </Text>
        <Text size="sm" c="dimmed">
          {creator.name}, {formatTime(at)}
        </Text>
        <Text size="sm">
          {rating}
          {flagged && ', needs a close look'}
        </Text>
      </div>
    </>
  )
}

const LONGEST_NAME = 80

const nameOf = ({ prompt, creator }: WaitingPublication): string =>
  prompt?.slice(0, LONGEST_NAME) ?? `an image of ${creator.name}`

/** Images that people published and that the staff looks at first. */
export function PublicationsPage() {
  const [state, setState] = useState<'scanning' | 'hidden'>('scanning')
  const publications = usePublications(state)
  const decide = useDecidePublications()
  const shown = publications.data?.pages.flatMap(({ results }) => results)
  return (
    <AdminFrame title="Publications">
      <Segments
        aria-label="Which images"
        value={state}
        onChange={(value) => setState(value)}
        data={STATES}
        style={{ justifySelf: 'start' }}
      />
      <Text size="sm" c="dimmed">
        In a list: arrow keys to move, Space to select several, A to select all or none, P to
        publish, H to hide.
      </Text>
      <WaitingModels state={state} />
      {!shown && (
        <TableState isError={publications.isError} onRetry={() => void publications.refetch()} />
      )}
      {shown?.length === 0 && (
        <EmptyState
          picture={null}
          text={state === 'scanning' ? 'No image waits to be published.' : 'No image is hidden.'}
        />
      )}
      {shown && shown.length > 0 && (
        <WaitingQueue kind="image" items={shown} state={state} decide={decide} nameOf={nameOf}>
          {(publication) => <Publication publication={publication} />}
        </WaitingQueue>
      )}
      {publications.hasNextPage && (
        <Button
          variant="default"
          loading={publications.isFetchingNextPage}
          onClick={() => void publications.fetchNextPage()}
        >
          Show more
        </Button>
      )}
    </AdminFrame>
  )
}
