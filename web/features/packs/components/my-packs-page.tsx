import { Anchor, Button, Group, Skeleton, Text, Title } from '@mantine/core'
import { Link } from 'react-router'
import type { PackKind, PackRun } from '#contract/packs.ts'
import { formatDay } from '#web/lib/format.ts'
import { Picture } from '#web/ui/picture.tsx'
import { EmptyState, ErrorState } from '#web/ui/states.tsx'
import { useRuns } from '../api/use-runs.ts'
import { pagesOf } from '../lib/kinds.ts'
import { useTexts } from '../texts.ts'
import classes from './packs.module.css'

const PLACES = [0, 1, 2]

/** Own runs, newest first. */
export function MyPacksPage({ kind }: { kind: PackKind }) {
  const t = useTexts()
  const runs = useRuns(kind)
  const pages = pagesOf(kind)
  const all = runs.data?.pages.flatMap(({ results }) => results)
  return (
    <>
      <div className={classes.head}>
        <Title order={1}>{t(`mine.title.${kind}`)}</Title>
        <Button component={Link} to={pages.all.link()}>
          {t('mine.choose')}
        </Button>
      </div>
      {runs.isError && !all && (
        <ErrorState what={t('mine.failed')} onRetry={() => void runs.refetch()} />
      )}
      {runs.isPending && (
        <div className={classes.list} aria-hidden="true">
          {PLACES.map((place) => (
            <Skeleton key={place} h={240} radius={12} />
          ))}
        </div>
      )}
      {all?.length === 0 && (
        <EmptyState picture="two-penguins-in-the-snow-flat-style" text={t('mine.empty')} />
      )}
      {all && all.length > 0 && (
        <ul className={classes.list}>
          {all.map((run) => (
            <RunCard key={run.id} run={run} />
          ))}
        </ul>
      )}
      {runs.hasNextPage && (
        <Button
          mt="md"
          variant="default"
          loading={runs.isFetchingNextPage}
          onClick={() => void runs.fetchNextPage()}
        >
          {t('list.more')}
        </Button>
      )}
    </>
  )
}

const SHOWN = 2

function RunCard({ run }: { run: PackRun }) {
  const t = useTexts()
  const images = run.shots.flatMap(({ image }) => (image ? [image] : [])).slice(0, SHOWN)
  return (
    <li className={classes.card}>
      {images.length > 0 && (
        <div className={classes.samples}>
          {images.map((image) => (
            <Picture key={image.id} image={image} sizes="9rem" />
          ))}
        </div>
      )}
      <div className={classes.body}>
        <Title order={2} fz="md" style={{ overflowWrap: 'anywhere' }}>
          <Anchor component={Link} to={pagesOf(run.kind).run.link(run.id)} inherit>
            {run.title}
          </Anchor>
        </Title>
        <Group gap="xs" justify="space-between">
          <Text size="sm">
            {t(`runState.${run.state}`)} ·{' '}
            {t('run.delivered', { delivered: run.counts.delivered, shots: run.counts.shots })}
          </Text>
          <Text size="sm" c="dimmed">
            {formatDay(run.created_at)}
          </Text>
        </Group>
      </div>
    </li>
  )
}
