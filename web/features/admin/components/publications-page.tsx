import { Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import type { WaitingPublication } from '#contract/publications.ts'
import { formatTime } from '#web/lib/format.ts'
import { TableState } from '#web/ui/data-table.tsx'
import { Segments } from '#web/ui/segments.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { useDecidePublication, usePublications } from '../api/use-publications.ts'
import classes from './admin.module.css'
import { AdminFrame } from './admin-frame.tsx'
import { WaitingModels } from './waiting-models.tsx'

const STATES: { value: 'scanning' | 'hidden'; label: string }[] = [
  { value: 'scanning', label: 'Waiting' },
  { value: 'hidden', label: 'Hidden' },
]

function Publication({ publication }: { publication: WaitingPublication }) {
  const decide = useDecidePublication()
  const { id, url, alt, prompt, rating, flagged, creator, created_at: at, state } = publication
  return (
    <li className={classes.review}>
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
      <Group grow>
        {state === 'scanning' && (
          <Button
            variant="default"
            loading={decide.isPending}
            onClick={() => decide.mutate({ id, action: 'hide' })}
          >
            Hide
          </Button>
        )}
        <Button loading={decide.isPending} onClick={() => decide.mutate({ id, action: 'publish' })}>
          Publish
        </Button>
      </Group>
    </li>
  )
}

/** Images that people published and that the staff looks at first. */
export function PublicationsPage() {
  const [state, setState] = useState<'scanning' | 'hidden'>('scanning')
  const publications = usePublications(state)
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
        <ul className={classes.reviews}>
          {shown.map((publication) => (
            <Publication key={publication.id} publication={publication} />
          ))}
        </ul>
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
