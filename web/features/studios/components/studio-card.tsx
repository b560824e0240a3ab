import { Box, Button, Group, Skeleton, Text, Title, VisuallyHidden } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import type { LoraTraining } from '#contract/lora-trainings.ts'
import { resizedImageUrl } from '#contract/values/resized-image.ts'
import { paths } from '#contract/paths.ts'
import { Deferred } from '#web/ui/deferred.tsx'
import { canStart, formatDay, progressText, statusText } from '../lib/look.ts'
import { useTexts } from '../texts.ts'
import { DeleteStudio } from './delete-studio.tsx'
import { StudioAct } from './studio-actions.tsx'
import classes from './studios.module.css'

const SHOWN = 7
/** Only from here on it is said how many more there are. */
const MANY = 10

const loadStart = () => import('./start-panel.tsx').then(({ StartPanel }) => StartPanel)

/** A studio in a list. */
export function StudioCard({
  studio,
  heading,
  onDeleted,
}: {
  studio: LoraTraining
  /** Level of its heading. */
  heading: 2 | 3
  onDeleted(id: string): void
}) {
  const t = useTexts()
  const { id, project_name: name, lora_training_images: photos } = studio
  const [isAsked, setAsked] = useState(false)
  const showsStart = isAsked && canStart(studio)
  const isPublic = studio.training_type === 'Showcase'
  return (
    <li className={classes.card}>
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <div>
          <Title order={heading} fz="md" style={{ overflowWrap: 'anywhere' }}>
            {name}
          </Title>
          <Text size="sm" c="dimmed">
            {formatDay(studio.created_at)}
            {studio.owner && !studio.is_own && <> · {studio.owner.email}</>}
          </Text>
        </div>
        {studio.is_own && !isPublic && <DeleteStudio studio={studio} onDeleted={onDeleted} />}
      </Group>
      {photos.length > 0 && (
        <ul className={classes.thumbnails}>
          {photos.slice(0, SHOWN).map(({ id: photo, image }, at) => (
            <li key={photo}>
              <img
                className={classes.thumbnail}
                src={resizedImageUrl({ url: image, width: 320, type: 'webp' })}
                alt={t('card.photo', { number: at + 1, name })}
                width={100}
                height={100}
                loading="lazy"
              />
            </li>
          ))}
          {photos.length > MANY && (
            <li>
              <Text span fw={700}>
                <span aria-hidden="true">{t('card.more', { count: photos.length - SHOWN })}</span>
                <VisuallyHidden>
                  {t('card.moreLabel', { count: photos.length - SHOWN })}
                </VisuallyHidden>
              </Text>
            </li>
          )}
        </ul>
      )}
      <Text mb="sm" mt={photos.length > 0 ? 0 : 'sm'}>
        {[progressText(t, studio), statusText(t, studio)].filter(Boolean).join(' ')}
      </Text>
      {studio.status === 'Failed' && studio.error && studio.error.code !== 'stopped' && (
        <Text size="sm" c="dimmed" mb="sm">
          {studio.error.message}
        </Text>
      )}
      {showsStart && (
        <Box mb="md">
          <Deferred
            load={loadStart}
            props={{ studio, heading: 3 }}
            fallback={<Skeleton h={200} />}
          />
        </Box>
      )}
      {(studio.is_own || isPublic) && (
        <Group gap="sm">
          {!showsStart && <StudioAct studio={studio} onAsk={() => setAsked(true)} />}
          {studio.is_own && (
            <Button component={Link} to={paths.studio.link(id)} variant="default">
              {t('act.open')}
              <VisuallyHidden>: {name}</VisuallyHidden>
            </Button>
          )}
        </Group>
      )}
    </li>
  )
}
