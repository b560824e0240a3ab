import { Anchor, Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { Link, useNavigate } from 'react-router'
import type { LoraTraining } from '#contract/lora-trainings.ts'
import { paths } from '#contract/paths.ts'
import { PageSkeleton } from '#web/ui/skeletons.tsx'
import { EmptyState, ErrorState } from '#web/ui/states.tsx'
import { useLiveStudios, useStudio } from '../api/use-studios.ts'
import { canStart, formatDay, isBusy, progressText, statusText } from '../lib/look.ts'
import { useTexts } from '../texts.ts'
import { CutOuts } from './cut-outs.tsx'
import { DeleteStudio } from './delete-studio.tsx'
import { PhotoCoach } from './photo-coach.tsx'
import { StudioAct } from './studio-actions.tsx'
import { Samples } from './samples.tsx'
import { LossCurve, TrainedModel, TrainingProgress } from './training-progress.tsx'
import classes from './studios.module.css'

const StartPanel = lazy(async () => ({
  default: (await import('./start-panel.tsx')).StartPanel,
}))
// Few studios are of somebody else.
const ConsentPanel = lazy(async () => ({
  default: (await import('./consent-panel.tsx')).ConsentPanel,
}))
// Once a model is there.
const SharePanel = lazy(async () => ({
  default: (await import('../sharing/share-panel.tsx')).SharePanel,
}))
const HonestNote = lazy(async () => ({ default: (await import('./honest-note.tsx')).HonestNote }))

/** One studio, as it changes. */
export function StudioPage({ id }: { id: string }) {
  const t = useTexts()
  const { data: studio, isError, refetch } = useStudio(id)
  useLiveStudios()
  if (isError && !studio) {
    return <ErrorState what={t('detail.failed')} onRetry={() => void refetch()} />
  }
  if (studio === null) {
    return (
      <EmptyState
        text={t('detail.gone')}
        action={
          <Anchor component={Link} to={paths.studios.link()}>
            {t('detail.back')}
          </Anchor>
        }
      />
    )
  }
  return studio ? <Studio studio={studio} /> : <PageSkeleton />
}

function Studio({ studio }: { studio: LoraTraining }) {
  const t = useTexts()
  const navigate = useNavigate()
  const { project_name: name, status, error } = studio
  const hasRun = isBusy(studio) || (status === 'Failed' && studio.progress !== null)
  return (
    <>
      <Anchor component={Link} to={paths.studios.link()} size="sm">
        {t('detail.back')}
      </Anchor>
      <div className={classes.head}>
        <div>
          <Title order={1} style={{ overflowWrap: 'anywhere' }}>
            {name}
          </Title>
          <Text size="sm" c="dimmed">
            {t('detail.made', { day: formatDay(studio.created_at) })}
          </Text>
        </div>
        {studio.training_type !== 'Showcase' && (
          <DeleteStudio
            studio={studio}
            onDeleted={(receipt) => void navigate(paths.studios.link({ receipt }))}
          />
        )}
      </div>
      <Text role="status" mb="sm">
        {[progressText(t, studio), statusText(t, studio)].filter(Boolean).join(' ')}
      </Text>
      {status === 'Failed' && error && error.code !== 'stopped' && (
        <Text c="dimmed" mb="sm">
          {error.message}
        </Text>
      )}
      {!canStart(studio) && (
        <Group mb="lg">
          <StudioAct studio={studio} />
        </Group>
      )}
      <div className={classes.columns}>
        <Stack gap="xl">
          {hasRun && <TrainingProgress studio={studio} />}
          <Samples samples={studio.samples} />
          <PhotoCoach studio={studio} />
        </Stack>
        <Stack gap="lg">
          {status === 'Successful' && <TrainedModel studio={studio} />}
          <CutOuts studio={studio} />
          {studio.consent.subject === 'other' && (
            <Suspense>
              <ConsentPanel studio={studio} />
            </Suspense>
          )}
          {canStart(studio) && (
            <Suspense fallback={<Skeleton h={280} />}>
              <StartPanel studio={studio} />
            </Suspense>
          )}
          {status === 'Successful' && studio.training_type !== 'Showcase' && (
            <Suspense>
              <SharePanel studio={studio} />
            </Suspense>
          )}
          <LossCurve curve={studio.curve} />
          <Suspense>
            <HonestNote {...studio} />
          </Suspense>
        </Stack>
      </div>
    </>
  )
}
