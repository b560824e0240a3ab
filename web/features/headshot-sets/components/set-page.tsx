import { Alert, Anchor, Button, Group, Progress, Text, Title } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import type { HeadshotRun } from '#contract/headshot-runs.ts'
import { paths } from '#contract/paths.ts'
import { usePriceList } from '#web/features/generate/api/use-quote.ts'
import { formatDay } from '#web/lib/format.ts'
import { Segments } from '#web/ui/segments.tsx'
import { PageSkeleton } from '#web/ui/skeletons.tsx'
import { EmptyState, ErrorState } from '#web/ui/states.tsx'
import { useSet, useSetActions, useTraining } from '../api/use-sets.ts'
import { canRedo, hasShots, imagesOf } from '../lib/look.ts'
import { useTexts } from '../texts.ts'
import { DeleteSet } from './delete-set.tsx'
import { SetPayment } from './set-payment.tsx'
import { ShotTile } from './shot-tile.tsx'
import classes from './sets.module.css'

/** One set of headshots, as it goes on. */
export function SetPage({ id }: { id: string }) {
  const t = useTexts()
  const { data: run, isError, refetch } = useSet(id)
  if (isError && !run) return <ErrorState what={t('set.failed')} onRetry={() => void refetch()} />
  if (run === null) return <EmptyState text={t('set.gone')} action={<Back />} />
  return run ? <Set run={run} /> : <PageSkeleton />
}

function Back() {
  const t = useTexts()
  return (
    <Anchor component={Link} to={paths.headshotSets.link()} size="sm">
      {t('list.title')}
    </Anchor>
  )
}

function Set({ run }: { run: HeadshotRun }) {
  const t = useTexts()
  const acts = useSetActions(run.id)
  const prices = usePriceList()
  const shots = useSteadyOrder(run)
  const images = imagesOf(run)
  const favorites = images.filter((image) => image.is_favorite)
  const [asksFavorites, setAsksFavorites] = useState(false)
  const showsFavorites = asksFavorites && favorites.length > 0
  const shown = showsFavorites ? favorites : images
  const { status } = run
  return (
    <>
      <Back />
      <div className={classes.head}>
        <div>
          <Title order={1}>{t('set.title')}</Title>
          <Text size="sm" c="dimmed">
            {t('set.made', { day: formatDay(run.created_at) })}
          </Text>
        </div>
        <Group gap="sm">
          {images.length > 0 && (
            <Button
              variant="default"
              leftSection={<IconDownload size={18} aria-hidden="true" />}
              loading={acts.zip.isPending}
              onClick={() => acts.zip.mutate(shown.map(({ id }) => id))}
            >
              {t(showsFavorites ? 'set.downloadFavorites' : 'set.download', {
                count: shown.length,
              })}
            </Button>
          )}
          <DeleteSet run={run} />
        </Group>
      </div>
      <SetPayment run={run} />
      {status === 'training' && <Training run={run} />}
      {status === 'drawing' && <Drawing run={run} />}
      {status === 'failed' && (
        <Alert color="red" role="alert" title={t('state.failed')} mb="lg">
          {run.error?.message}{' '}
          <Anchor component={Link} to={paths.createHeadshotSet.link()} inherit c="inherit">
            {t('set.another')}
          </Anchor>
        </Alert>
      )}
      {status === 'done' && (
        <Note>
          <Text role="status">{t('set.done', { count: images.length })}</Text>
          {run.payment?.verdict !== 'returned' && (
            <Text size="sm" c="dimmed">
              {canRedo(run)
                ? t('set.redos', { left: run.redo.left, day: formatDay(run.redo.until) })
                : t('set.redosOver')}
            </Text>
          )}
        </Note>
      )}
      <Group gap="sm" mb="lg" className={classes.bar}>
        {hasShots(run) && favorites.length > 0 && (
          <Segments
            aria-label={t('set.show')}
            value={showsFavorites ? 'favorites' : 'all'}
            onChange={(value) => setAsksFavorites(value === 'favorites')}
            data={[
              { value: 'all', label: t('set.showAll') },
              { value: 'favorites', label: t('set.showFavorites', { count: favorites.length }) },
            ]}
          />
        )}
        {status === 'done' && (
          <Button
            component={Link}
            variant="default"
            to={`${paths.createHeadshotSet.link()}?studio=${run.lora_training}`}
          >
            {t('set.more')}
          </Button>
        )}
      </Group>
      {hasShots(run) && (
        <ul className={classes.tiles} aria-label={t('set.shots')}>
          {shots.map((shot, at) =>
            showsFavorites && !shot.image?.is_favorite ? null : (
              <ShotTile
                key={shot.id}
                run={run}
                shot={shot}
                number={at + 1}
                credits={prices?.headshot ?? null}
                acts={acts}
              />
            ),
          )}
        </ul>
      )}
    </>
  )
}

const Note = ({ children }: { children: ReactNode }) => (
  <div style={{ marginBottom: '1.25rem' }}>{children}</div>
)

/**
 * In the order of their places while they are drawn; once all are, the most alike first. That order stays as long as the
 * page does: what is taken again does not move the others.
 */
function useSteadyOrder({ status, shots }: HeadshotRun): HeadshotRun['shots'] {
  const [order, setOrder] = useState<readonly string[] | null>(null)
  if (status === 'done' && order === null) setOrder(shots.map(({ id }) => id))
  if (order === null) return shots.toSorted((a, b) => a.place - b.place)
  return shots.toSorted((a, b) => order.indexOf(a.id) - order.indexOf(b.id))
}

/** The training that comes first. */
function Training({ run }: { run: HeadshotRun }) {
  const t = useTexts()
  const { data: studio } = useTraining(run)
  const progress = studio?.progress ?? null
  return (
    <Note>
      <Text role="status" mb="xs">
        {t('state.training')}
      </Text>
      {progress && (
        <Progress
          value={(100 * progress.step) / Math.max(1, progress.steps)}
          mb="xs"
          aria-label={t('set.trained')}
        />
      )}
      <Text size="sm" c="dimmed" className="tabular">
        {progress
          ? t('set.step', {
              percent: Math.floor((100 * progress.step) / Math.max(1, progress.steps)),
            })
          : t('set.waiting')}
        {progress !== null &&
          progress.eta !== null &&
          ` ${t('set.eta', { minutes: Math.max(1, Math.round(progress.eta / 60)) })}`}{' '}
        {t('set.leave')}
      </Text>
    </Note>
  )
}

/** How many of the shots are there. */
function Drawing({ run: { shots } }: { run: HeadshotRun }) {
  const t = useTexts()
  const ready = shots.filter(({ status }) => status === 'ready' || status === 'failed').length
  return (
    <Note>
      <Text role="status" mb="xs">
        {t('state.drawing', { ready, count: shots.length })}
      </Text>
      <Progress
        value={(100 * ready) / Math.max(1, shots.length)}
        mb="xs"
        aria-label={t('set.drawn')}
      />
      <Text size="sm" c="dimmed">
        {t('set.compared')} {t('set.leave')}
      </Text>
    </Note>
  )
}
