import { Anchor, Button, Group, Skeleton, Text, Title } from '@mantine/core'
import { Link } from 'react-router'
import type { HeadshotRun } from '#contract/headshot-runs.ts'
import { paths } from '#contract/paths.ts'
import { formatDay } from '#web/lib/format.ts'
import { Picture } from '#web/ui/picture.tsx'
import { EmptyState, ErrorState } from '#web/ui/states.tsx'
import { useSets, useSingles } from '../api/use-sets.ts'
import { imagesOf } from '../lib/look.ts'
import { useTexts } from '../texts.ts'
import { Receipt } from './receipt.tsx'
import classes from './sets.module.css'

const SHOWN = 3
const PLACES = [0, 1, 2]
const SINGLES = `${paths.library.link()}?type=PHS`

/** Own headshots: sets, and beside them those that were made of single photos. */
export function SetsPage() {
  const t = useTexts()
  const sets = useSets()
  const singles = useSingles()
  const runs = sets.data?.pages.flatMap(({ results }) => results)
  const images = singles.data?.results
  const create = (
    <Button component={Link} to={paths.createHeadshots.link()}>
      {t('list.create')}
    </Button>
  )
  const isEmpty = runs?.length === 0 && images?.length === 0
  return (
    <>
      <div className={classes.head}>
        <Title order={1}>{t('list.title')}</Title>
        {!isEmpty && create}
      </div>
      <Receipt />
      {isEmpty && (
        <EmptyState
          picture="owl-glossy-style-on-purple-background"
          text={t('list.empty')}
          action={create}
        />
      )}
      {sets.isError && !runs && (
        <ErrorState what={t('list.failed')} onRetry={() => void sets.refetch()} />
      )}
      {sets.isPending && (
        <div className={classes.list} aria-hidden="true">
          {PLACES.map((place) => (
            <Skeleton key={place} h={210} radius={16} />
          ))}
        </div>
      )}
      {runs && runs.length > 0 && (
        <section aria-labelledby="sets">
          <Title order={2} fz="lg" mb="sm" id="sets">
            {t('list.sets')}
          </Title>
          <ul className={classes.list}>
            {runs.map((run) => (
              <SetCard key={run.id} run={run} />
            ))}
          </ul>
          {sets.hasNextPage && (
            <Button
              mb="xl"
              variant="default"
              loading={sets.isFetchingNextPage}
              onClick={() => void sets.fetchNextPage()}
            >
              {t('list.more')}
            </Button>
          )}
        </section>
      )}
      {singles.isError && !images && (
        <ErrorState what={t('list.singlesFailed')} onRetry={() => void singles.refetch()} />
      )}
      {images && images.length > 0 && (
        <section aria-labelledby="singles">
          <Group justify="space-between" mb="sm">
            <Title order={2} fz="lg" id="singles">
              {t('list.singles')}
            </Title>
            <Anchor component={Link} to={SINGLES} size="sm">
              {t('list.allSingles')}
            </Anchor>
          </Group>
          <ul className={classes.tiles}>
            {images.map((image, at) => (
              <li key={image.id} className={classes.tile}>
                <Link
                  className={classes.frame}
                  to={`${SINGLES}&view=${image.id}`}
                  aria-label={t('list.open', { number: at + 1 })}
                >
                  <Picture
                    image={{ ...image, alt: image.alt || t('list.single') }}
                    sizes="(min-width: 62em) 12rem, 46vw"
                  />
                </Link>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

function SetCard({ run }: { run: HeadshotRun }) {
  const t = useTexts()
  const images = imagesOf(run)
  const count = run.shots.length
  const ready = run.shots.filter(({ status }) => status === 'ready' || status === 'failed').length
  return (
    <li className={classes.card}>
      {images.length > 0 && (
        <div className={classes.samples}>
          {images.slice(0, SHOWN).map((image) => (
            <Picture key={image.id} image={{ ...image, alt: '' }} sizes="6rem" />
          ))}
        </div>
      )}
      <div className={classes.body}>
        <Title order={3} fz="md">
          <Anchor component={Link} to={paths.headshotSet.link(run.id)} inherit>
            {t('list.set', { day: formatDay(run.created_at), count })}
          </Anchor>
        </Title>
        <Text size="sm">
          {run.status === 'done'
            ? t('set.done', { count: images.length })
            : t(`state.${run.status}`, { ready, count })}
        </Text>
      </div>
    </li>
  )
}
