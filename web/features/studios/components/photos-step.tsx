import { Skeleton, Stack, Text } from '@mantine/core'
import { Navigate } from 'react-router'
import { paths } from '#contract/paths.ts'
import { ErrorState } from '#web/ui/states.tsx'
import { useLiveStudios, useStudio } from '../api/use-studios.ts'
import { canStart } from '../lib/look.ts'
import { useTexts } from '../texts.ts'
import { ConsentPanel } from './consent-panel.tsx'
import { HonestNote } from './honest-note.tsx'
import { PhotoCoach } from './photo-coach.tsx'
import { StartPanel } from './start-panel.tsx'
import classes from './studios.module.css'

/** Adding photos; once it was started it has a page of its own. */
export function PhotosStep({ id }: { id: string }) {
  const t = useTexts()
  const { data: studio, isError, refetch } = useStudio(id)
  useLiveStudios()
  if (isError && !studio) {
    return <ErrorState what={t('detail.failed')} onRetry={() => void refetch()} />
  }
  if (studio === null) return <Text>{t('detail.gone')}</Text>
  if (!studio) return <Skeleton h={360} radius={16} />
  if (!canStart(studio)) return <Navigate to={paths.studio.link(id)} replace />
  return (
    <div className={classes.columns}>
      <PhotoCoach studio={studio} />
      <Stack gap="lg">
        <ConsentPanel studio={studio} />
        <StartPanel studio={studio} />
        <HonestNote {...studio} />
      </Stack>
    </div>
  )
}
